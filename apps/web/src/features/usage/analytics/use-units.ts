import type { Utility } from '@wattershed/contracts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/household.ts';

/** A figure of a chart: the number as it is written, and its text. */
export interface Cell {
  value: number | null;
  text: string;
}

export interface Units {
  /** Use: kWh, and litres or gallons. */
  amount: (utility: Utility, used: number | null | undefined) => Cell;
  amountUnit: (utility: Utility) => string;
  /** Use of five minutes as a rate: W, and litres or gallons a minute. */
  rate: (utility: Utility, used: number | null | undefined) => Cell;
  rateUnit: (utility: Utility) => string;
}

export function useUnits(): Units {
  const { t } = useTranslation('usage');
  const format = useFormat();
  return useMemo(() => {
    const nothing: Cell = { value: null, text: t('noReadings') };
    const of = (used: number | null | undefined, write: (used: number) => { rounded: number; text: string }): Cell => {
      if (used === null || used === undefined) return nothing;
      const { rounded, text } = write(used);
      return { value: rounded, text };
    };
    const amount = { electricity: format.energy, water: format.volume };
    // Always watts: a curve's figures are compared with each other.
    const watts = (used: number) => format.watts(used * 12);
    const flow = (used: number) => format.flow(used / 5000);
    const rate = { electricity: watts, water: flow };
    return {
      amount: (utility, used) => of(used, amount[utility]),
      amountUnit: (utility) => amount[utility](0).unit,
      rate: (utility, used) => of(used, rate[utility]),
      rateUnit: (utility) => rate[utility](0).unit,
    };
  }, [t, format]);
}
