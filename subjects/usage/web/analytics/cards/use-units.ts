import { factsOf, rateOver, type Utility } from '#catalogue/index.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#shell/household/household.ts';

/** A figure of a chart: the number as it is written, and its text. */
export interface Cell {
  value: number | null;
  text: string;
}

export interface Units {
  /** Use, as it is written everywhere. */
  amount: (utility: Utility, used: number | null | undefined) => Cell;
  amountUnit: (utility: Utility) => string;
  /** Use of five minutes as a rate, in the one unit of a curve's scale: its figures are compared with each other. */
  rate: (utility: Utility, used: number | null | undefined) => Cell;
  rateUnit: (utility: Utility) => string;
}

const fiveMinutesMs = 300_000;

export function useUnits(): Units {
  const { t } = useTranslation('usage');
  const format = useFormat();
  return useMemo(() => {
    const orNothing =
      (cell: (utility: Utility, used: number) => Cell) =>
      (utility: Utility, used: number | null | undefined): Cell =>
        used === null || used === undefined ? { value: null, text: t('noReadings') } : cell(utility, used);
    const scaleOf = (utility: Utility) => factsOf(utility).flow.scale[format.units];
    return {
      amount: orNothing((utility, used) => {
        const { rounded, text } = format.amount(utility, used);
        return { value: rounded, text };
      }),
      amountUnit: (utility) => format.amount(utility, 0).unit,
      rate: orNothing((utility, used) => {
        const rate = rateOver(utility, used, fiveMinutesMs);
        const { digits, isSaidInScale } = factsOf(utility).flow.curve;
        const { size, unit } = scaleOf(utility);
        const { rounded, text } = format.quantity(rate / size, digits, unit);
        return { value: rounded, text: isSaidInScale ? text : format.rate(utility, rate).text };
      }),
      rateUnit: (utility) => scaleOf(utility).unit,
    };
  }, [t, format]);
}
