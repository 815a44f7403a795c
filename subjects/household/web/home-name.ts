import { useTranslation } from 'react-i18next';
import { homeName, type Household } from '#shell/household/memberships.ts';
import { useUserId } from '#shell/session/session.ts';

/** What a household is called, in the language shown. */
export function useHomeName(): (household: Household) => string {
  useTranslation();
  const userId = useUserId();
  return (household) => homeName(household, household.owner_id === userId);
}
