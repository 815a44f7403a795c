/** A home of steady use for tests of reports; a test says what is otherwise. */
import type { Utility } from '#catalogue/index.ts';
import { addDays, daysOf, type LocalDay } from '#catalogue/local-day.ts';
import type { DayCost, DaysCost, DeviceDay, HomeDay, ReportFacts } from './facts.ts';
import { periodOf, type ReportPeriod, shiftPeriod } from './period.ts';

const dayS = 86_400;

export interface SteadyHome {
  readonly period?: string;
  readonly today?: LocalDay;
  /** Wh of a device on a day; null: nothing was heard of the home. */
  readonly usedOn?: (device: string, day: LocalDay) => number | null;
  readonly devices?: readonly string[];
  /** For a kWh; null: no tariff. */
  readonly rate?: number | null;
  /** A day. */
  readonly fixed?: number;
  readonly unpricedOn?: readonly LocalDay[];
}

const utility: Utility = 'electricity';

export const steadyFacts = ({
  period: name = '2026-W47',
  today = '2026-11-23',
  usedOn = () => 1000,
  devices = ['rest', 'oven'],
  rate = 0.2,
  fixed = 0.1,
  unpricedOn = [],
}: SteadyHome = {}): ReportFacts => {
  const period = periodOf(name) as ReportPeriod;
  const before = shiftPeriod(period, -1);
  let first = before;
  for (let i = 0; i < 5; i += 1) first = shiftPeriod(first, -1);
  const days = daysOf(first.start, period.end).filter((day) => day <= today);
  const usedBy = (device: string, day: LocalDay): number => usedOn(device, day) ?? 0;
  const homeDays = days.map((day): HomeDay => {
    const used = devices.reduce((sum, device) => sum + usedBy(device, day), 0);
    const isHeard = devices.every((device) => usedOn(device, day) !== null);
    const coveredS = isHeard ? dayS : 0;
    return { day, utility, used, estimated: 0, imported: 0, coveredS, expectedS: dayS, atLeast: false };
  });
  const deviceDays = devices.flatMap((deviceId) =>
    days.map((day): DeviceDay => ({ day, utility, deviceId, room: deviceId, used: usedBy(deviceId, day) })),
  );
  const costOf = (used: number): string => ((used / 1000) * (rate ?? 0)).toFixed(6);
  const costs = (start: LocalDay, end: LocalDay): DaysCost => {
    const own = homeDays.filter(({ day, coveredS }) => day >= start && day < end && coveredS > 0);
    return {
      currency: rate === null ? null : 'EUR',
      rows: own.map(({ day, used }) => ({
        start: day,
        utility,
        cost: unpricedOn.includes(day) ? '0' : costOf(used),
        unpriced: unpricedOn.includes(day) ? used : 0,
      })),
      fixed: [{ utility, amount: (fixed * daysOf(start, end).filter((day) => day <= today).length).toFixed(6) }],
      missing: [],
    };
  };
  const deviceCosts = (start: LocalDay, end: LocalDay): DayCost[] =>
    devices.map((deviceId) => {
      const own = deviceDays.filter((one) => one.deviceId === deviceId && one.day >= start && one.day < end);
      const used = own.reduce((sum, one) => (unpricedOn.includes(one.day) ? sum : sum + one.used), 0);
      return { start, utility, deviceId, cost: costOf(used), unpriced: 0 };
    });
  const end = period.end < addDays(today, 1) ? period.end : addDays(today, 1);
  return {
    period,
    today,
    devices: new Map(devices.map((id) => [id, { name: id, room: id, isRest: id === 'rest' }])),
    deviceDays: deviceDays.filter(({ day }) => day >= before.start),
    homeDays,
    cost: costs(period.start, end),
    costBefore: costs(before.start, before.end),
    costEarlier: costs(first.start, before.start),
    deviceCosts: rate === null ? [] : deviceCosts(period.start, end),
    deviceCostsBefore: rate === null ? [] : deviceCosts(before.start, before.end),
    notices: [],
    open: null,
    advice: null,
    away: [],
  };
};
