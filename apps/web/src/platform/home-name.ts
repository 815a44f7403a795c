import type { Household } from './household.ts';
import { i18n } from './i18n.ts';

/** As the migrations name it. */
const demoName = 'Demo home';

/** What a household is called for somebody, also one that nobody has named. */
export function homeName({ kind, name, ownerName }: Household, isOwn: boolean): string {
  if (kind !== 'home' && name === demoName) return i18n.t('account.demoHome');
  if (name !== '') return name;
  if (isOwn) return i18n.t('account.ownHousehold');
  return ownerName ? i18n.t('account.homeOf', { name: ownerName }) : i18n.t('account.sharedHousehold');
}
