import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { factsOf, rateOver, type Utility } from '#catalogue/index.ts';
import { useDevices } from '#shell/household/connected-devices.ts';
import { useFormat } from '#shell/household/household.ts';
import { useRoomName } from '#shell/household/room-name.ts';
import { numberWriter } from '#shell/text/format.ts';
import { addDays } from '#shell/text/local-day.ts';
import type { LatestAnswer } from '../../contract/usage.ts';
import { type AnalyticsCosts, moneyParts } from './analytics-costs.ts';
import type { AnalyticsFigures } from './analytics-figures.ts';
import type { AnalyticsRequest, Measure } from './analytics-request.ts';
import { others, unmetered } from './groups.ts';

/** What the cards draw: figures in one measure, and the same in the other where they are known. */
export interface View {
  measure: Measure;
  figures: AnalyticsFigures;
  other?: AnalyticsFigures;
  costs?: AnalyticsCosts;
  /** They could not be had. */
  costsFailed?: boolean;
}

/** Money stands in the place of use where it is asked for and known. */
export function viewOf(
  use: AnalyticsFigures,
  { costs, isFailed }: { costs?: AnalyticsCosts; isFailed: boolean },
  measure: Measure,
): View {
  const known = { ...(costs && { costs }), costsFailed: isFailed };
  if (costs === undefined || costs.currency === null) return { measure: 'use', figures: use, ...known };
  return measure === 'money'
    ? { measure, figures: costs.figures, other: use, ...known }
    : { measure, figures: use, other: costs.figures, ...known };
}

/** A figure of a chart: the number as it is written, and its text. */
export interface Cell {
  value: number | null;
  text: string;
}

interface Names {
  room: (room: string) => string;
  device: (deviceId: string) => string;
  /** A room or device; what is left, and all smaller ones together, by their words. */
  group: (by: 'room' | 'device', key: string) => string;
  utility: (utility: Utility) => string;
}

export function useNames(latest: LatestAnswer): Names {
  const { t } = useTranslation(['analytics', 'usage', 'rooms']);
  const roomName = useRoomName();
  const { data: devices } = useDevices();
  return useMemo(() => {
    const utility = (one: Utility) => t(`usage:${one}`);
    const device = (deviceId: string) => {
      const name = devices?.find(({ id }) => id === deviceId)?.name;
      if (name !== undefined) return name;
      const meter = latest.meters.find((one) => one.deviceId === deviceId);
      return meter === undefined ? t('removedDevice') : `${roomName(meter.room)} (${utility(meter.utility)})`;
    };
    const group: Names['group'] = (by, key) => {
      if (key === unmetered) return t('usage:rooms.unmetered');
      if (key === others) return t('others');
      return by === 'room' ? roomName(key) : device(key);
    };
    return { room: roomName, device, group, utility };
    // The names of rooms change with the language, which `t` stands for.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [t, devices, latest]);
}

interface Units {
  /** Use or money, as it is written everywhere. */
  amount: (utility: Utility, used: number | null | undefined) => Cell;
  amountUnit: (utility: Utility) => string;
  /** The same in the other measure; nothing where that is not known. */
  other: (utility: Utility, used: number | null | undefined) => string;
  /** Use of five minutes as a rate, in the one unit of a curve's scale: its figures are compared with each other. */
  rate: (utility: Utility, used: number | null | undefined) => Cell;
  rateUnit: (utility: Utility) => string;
}

const fiveMinutesMs = 300_000;

const digitsOf = (currency: string): number =>
  numberWriter('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

export function useUnits({ measure, costs, other }: View): Units {
  const { t } = useTranslation(['analytics', 'usage']);
  const format = useFormat();
  const currency = costs?.currency ?? null;
  const hasOther = other !== undefined;
  return useMemo(() => {
    const isMoney = measure === 'money';
    const orNothing =
      (cell: (utility: Utility, used: number) => Cell) =>
      (utility: Utility, used: number | null | undefined): Cell =>
        used === null || used === undefined ? { value: null, text: t('usage:noReadings') } : cell(utility, used);
    const scaleOf = (utility: Utility) => factsOf(utility).flow.scale[format.units];
    const money = (amount: number) => format.moneyIn(currency, amount / moneyParts);
    const ofUse = (utility: Utility, used: number): Cell => {
      const { rounded, text } = format.amount(utility, used);
      return { value: rounded, text };
    };
    const moneyDigits = currency === null ? 2 : digitsOf(currency);
    const ofMoney = (_: Utility, used: number): Cell => ({
      value: Number((used / moneyParts).toFixed(moneyDigits)),
      text: money(used),
    });
    return {
      amount: orNothing(isMoney ? ofMoney : ofUse),
      amountUnit: (utility) => (isMoney ? (currency ?? '') : format.amount(utility, 0).unit),
      other: (utility, used) =>
        !hasOther || used === null || used === undefined ? '' : (isMoney ? ofUse : ofMoney)(utility, used).text,
      rate: orNothing((utility, used) => {
        const rate = rateOver(utility, used, fiveMinutesMs);
        const { digits, isSaidInScale } = factsOf(utility).flow.curve;
        const { size, unit } = scaleOf(utility);
        const { rounded, text } = format.quantity(rate / size, digits, unit);
        return { value: rounded, text: isSaidInScale ? text : format.rate(utility, rate).text };
      }),
      rateUnit: (utility) => scaleOf(utility).unit,
    };
  }, [t, format, measure, currency, hasOther]);
}

/** "wattershed-rooms-2026-11-14-2026-11-20": what and when, the same in every language. */
export function fileName(what: string, { period }: AnalyticsRequest): string {
  return ['wattershed', what, ...new Set([period.from, addDays(period.to, -1)])].join('-');
}
