import { useTranslation } from 'react-i18next';
import { homeName } from '../../platform/home-name.ts';
import type { Household } from '../../platform/household.ts';
import { useUserId } from '../../platform/session.ts';

/** What a household is called, in the language shown. */
export function useHomeName(): (household: Household) => string {
  useTranslation();
  const userId = useUserId();
  return (household) => homeName(household, household.owner_id === userId);
}
