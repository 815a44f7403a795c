import type { Utility } from '#catalogue/index.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#shell/household/household.ts';
import { useUtilities } from '#shell/household/household-utilities.ts';
import type { Amount, Amounts } from './amount.ts';

/** Amounts in words; what was not measured is said so, not written as 0. */
export function useAmountText() {
  const { t } = useTranslation('usage');
  const format = useFormat();
  const measured = useUtilities();
  return useMemo(() => {
    const one = (utility: Utility, amount: Amount | null) =>
      amount === null ? t('noReadings') : format.amount(utility, amount.used).text;
    const all = (amounts: Amounts) =>
      measured.map((utility) => `${t(utility)} ${one(utility, amounts[utility])}`).join(', ');
    return { one, all };
  }, [t, format, measured]);
}
