import { type Utility, utilityIds } from '@wattershed/catalogue';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../platform/household.ts';
import type { Amount, Amounts } from './amount.ts';

/** Amounts in words; what was not measured is said so, not written as 0. */
export function useAmountText() {
  const { t } = useTranslation('usage');
  const format = useFormat();
  return useMemo(() => {
    const one = (utility: Utility, amount: Amount | null) =>
      amount === null ? t('noReadings') : format.amount(utility, amount.used).text;
    const all = (amounts: Amounts) =>
      utilityIds.map((utility) => `${t(utility)} ${one(utility, amounts[utility])}`).join(', ');
    return { one, all };
  }, [t, format]);
}
