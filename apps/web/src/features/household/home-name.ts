import { useTranslation } from 'react-i18next';
import type { Household } from '../../platform/household.ts';
import { useUserId } from '../../platform/session.ts';

/** What a household is called, also one that nobody has named. */
export function useHomeName(): (household: Household) => string {
  const { t } = useTranslation();
  const userId = useUserId();
  return ({ name, owner_id: ownerId }) => name || t(ownerId === userId ? 'account.ownHousehold' : 'account.household');
}
