import type { Household } from './household.ts';
import { i18n } from './i18n.ts';

/** What a household is called for somebody, also one that nobody has named. */
export function homeName({ name, ownerName }: Household, isOwn: boolean): string {
  if (name !== '') return name;
  if (isOwn) return i18n.t('account.ownHousehold');
  return ownerName ? i18n.t('account.homeOf', { name: ownerName }) : i18n.t('account.sharedHousehold');
}
