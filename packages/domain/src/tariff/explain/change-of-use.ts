/** Where the difference of two bills' use lies: the weather, devices, what is always on, and the rest. */
import { factsOf } from '@wattershed/catalogue';
import { daysBetween } from '../../bill/local-day.ts';
import { alwaysOn } from './always-on.ts';
import type { ChangeInput, ChangePart, ExplainedBill } from './explain-change.ts';
import { type IntervalUse, noUse } from '../interval-use.ts';
import { meanTemperature, restByDay, type UseByDay, useByDay, weatherChange } from './weather-change.ts';

/** A cause, with how much more it used. */
export type UseChange = Omit<ChangePart, 'amount'> & { readonly used: number };

const shownDevices = 3;
const quartersPerDay = 96;

const sum = (values: ArrayLike<number>): number => Array.from(values).reduce((all, one) => all + one, 0);

const stillChange = (before: ExplainedBill, now: ExplainedBill, timeZone: string): number => {
  const [then, today] = [alwaysOn(before.use, timeZone), alwaysOn(now.use, timeZone)];
  const { start, end } = now.cycle;
  return then === null || today === null ? 0 : (today - then) * quartersPerDay * daysBetween(start, end);
};

/** How much of the change of each device, and of the rest, the weather has made. */
interface WeatherShares {
  readonly degrees: NonNullable<ChangePart['degrees']>;
  readonly byDevice: ReadonlyMap<string, number>;
  readonly rest: number;
}

/** Each device has a line of its own: what follows the weather is then the weather's, and not the device's as well. */
const weatherShares = (
  { utility, before, now, timeZone, temperatures = {} }: ChangeInput,
  devices: readonly string[],
): WeatherShares | null => {
  const [then, today] = [meanTemperature(before.cycle, temperatures), meanTemperature(now.cycle, temperatures)];
  if (then === null || today === null) return null;
  const daysIn = ({ cycle }: ExplainedBill, use: IntervalUse | undefined): UseByDay =>
    useByDay(use ?? noUse, cycle, timeZone);
  const of = (was: UseByDay, is: UseByDay): number =>
    weatherChange(utility, { cycle: before.cycle, byDay: was }, { cycle: now.cycle, byDay: is }, temperatures);
  const own = devices.map((device) => ({
    device,
    was: daysIn(before, before.devices[device]),
    is: daysIn(now, now.devices[device]),
  }));
  const rest = (bill: ExplainedBill, key: 'was' | 'is'): UseByDay =>
    restByDay(
      daysIn(bill, bill.use),
      own.map((one) => one[key]),
    );
  return {
    degrees: { before: then, now: today },
    byDevice: new Map(own.map(({ device, was, is }) => [device, of(was, is)])),
    rest: of(rest(before, 'was'), rest(now, 'is')),
  };
};

/** They sum to the change of use over the days of the cycle now. */
export const changesOfUse = (input: ChangeInput): UseChange[] => {
  const { before, now, timeZone, utility } = input;
  const lengthOf = ({ cycle: { start, end } }: ExplainedBill): number => daysBetween(start, end);
  const ratio = lengthOf(now) / lengthOf(before);
  const change = (a: IntervalUse | undefined, b: IntervalUse | undefined): number =>
    Math.round(sum(b?.used ?? []) - sum(a?.used ?? []) * ratio);
  const all = change(before.use, now.use);
  const changed = [...new Set([...Object.keys(before.devices), ...Object.keys(now.devices)])]
    .map((device) => ({ kind: 'device' as const, device, used: change(before.devices[device], now.devices[device]) }))
    .filter(({ used }) => used !== 0)
    .sort((a, b) => Math.abs(b.used) - Math.abs(a.used) || (a.device < b.device ? -1 : 1))
    .slice(0, shownDevices);
  const shares = weatherShares(
    input,
    changed.map(({ device }) => device),
  );
  const devices = changed
    .map((one) => ({ ...one, used: one.used - (shares?.byDevice.get(one.device) ?? 0) }))
    .filter(({ used }) => used !== 0);
  const weather = shares === null ? 0 : sum([...shares.byDevice.values()]) + shares.rest;
  const rest = all - weather - devices.reduce((total, { used }) => total + used, 0);
  // Devices that are told apart have what they always draw in their own figure.
  const still = factsOf(utility).hasStandby && changed.length === 0 ? stillChange(before, now, timeZone) : 0;
  const isSane = still !== 0 && Math.abs(still) <= Math.abs(rest) && still * rest > 0;
  const other = rest - (isSane ? still : 0);
  return [
    ...(shares === null || weather === 0 ? [] : [{ kind: 'weather' as const, used: weather, degrees: shares.degrees }]),
    ...devices,
    ...(isSane ? [{ kind: 'always-on' as const, used: still }] : []),
    ...(other === 0 ? [] : [{ kind: 'other' as const, used: other }]),
  ];
};
