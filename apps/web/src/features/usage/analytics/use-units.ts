import type { Utility } from '@wattershed/catalogue';
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

const litresPerGallon = 3.785411784;

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
    const perMinute = format.rate('water', 0).unit;
    // By the minute as the scale is, so exact that a drip is more than nothing; said as everywhere.
    const flow = (used: number) => {
      const shown = used / 5000 / (perMinute === 'gal/min' ? litresPerGallon : 1);
      return { rounded: Number(shown.toFixed(3)), text: format.rate('water', used / 5000).text, unit: perMinute };
    };
    const rate = { electricity: watts, water: flow };
    return {
      amount: (utility, used) => of(used, amount[utility]),
      amountUnit: (utility) => amount[utility](0).unit,
      rate: (utility, used) => of(used, rate[utility]),
      rateUnit: (utility) => rate[utility](0).unit,
    };
  }, [t, format]);
}
