import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { factsOf, rateOver, utilities, type Utility, utilityThatLeaks } from '#catalogue/index.ts';
import { useDevices } from '#shell/household/connected-devices.ts';
import { useFormat } from '#shell/household/household.ts';
import { useRoomName } from '#shell/household/room-name.ts';
import { addDays } from '#shell/text/local-day.ts';
import type { ChartData, ChartPlace, ChartSeries, SeriesLook } from '#shell/ui/chart/series-look.ts';
import type { LatestAnswer, UsageRow } from '../../../contract/usage.ts';
import { type Amount, sumByStart } from '../../amount.ts';
import type { AnalyticsRequest, Grouping } from '../analytics-request.ts';
import { groupKey, groupsOf, mainDevices, untracked } from '../groups.ts';
import { instantOf } from '../period.ts';

export interface TimeInput {
  rows: readonly UsageRow[];
  starts: readonly string[];
  earlier: { rows: readonly UsageRow[]; starts: readonly string[] } | null;
  /** The first instant after the period. */
  end: number;
  grouping: Grouping;
  utilities: readonly Utility[];
  latest: LatestAnswer;
  now: number;
  timeZone: string;
  isInvented: boolean;
  /** What ran all the time in `[since, until)`, in ms since 1970. */
  leak?: { since: number; until: number; mlPerHour: number } | undefined;
  /** A rate is known once its place is over: half of one would look like a fall. */
  isRate?: boolean;
}

export interface TimeWords {
  placeHeading: string;
  label: (start: string) => string;
  name: (start: string) => string;
  utility: (utility: Utility) => string;
  before: (utility: Utility) => string;
  /** Of one utility in a room, in a device, in what is left, or in all smaller ones together. */
  group: (utility: Utility, key: string) => string;
  write: (utility: Utility, used: number | null) => Cell;
  unit: (utility: Utility) => string;
  /** Of the shaded ground. */
  leak?: string;
  /** For a place that is still to come. */
  ahead: string;
}

/** Use over time as a chart's data: a series for each utility or each of its groups, the earlier period beside. */
export function timeData(input: TimeInput, words: TimeWords): ChartData {
  const places = placesOf(input, words);
  return {
    placeHeading: words.placeHeading,
    places,
    series: input.utilities.flatMap((utility, panel) => {
      const own = splitRows(input, utility).map(([key, rows, step]) =>
        seriesOf(input, places, rows, {
          key: `${utility} ${key}`,
          name: key === '' ? words.utility(utility) : words.group(utility, key),
          look: lookOf(utility, key, step, input.isInvented),
          utility,
          panel,
          words,
        }),
      );
      return [
        ...own,
        ...leakOf(input, places, utility, panel, words),
        ...earlierOf(input, places, utility, panel, words),
      ];
    }),
  };
}

/** Where an earlier period has more places than this one, they follow it: nothing of it is lost. */
function placesOf({ starts, earlier, end, now, timeZone, isRate }: TimeInput, words: TimeWords): ChartPlace[] {
  const own = starts.map((start, i): ChartPlace => {
    const begin = instantOf(start, timeZone);
    const following = starts[i + 1];
    const next = following === undefined ? end : instantOf(following, timeZone);
    const isAhead = (isRate === true ? next : begin) > now;
    const isUnfinished = !isAhead && now < next;
    return {
      key: start,
      label: words.label(start),
      name: words.name(start),
      ...(isAhead && { isAhead }),
      ...(isUnfinished && { isUnfinished }),
    };
  });
  const more = (earlier?.starts ?? []).slice(starts.length);
  return [
    ...own,
    ...more.map((start) => ({ key: start, label: words.label(start), name: words.name(start), isAhead: true })),
  ];
}

export const others = 'others';
const maxNamed = 5;

/** [key, rows, step]: one for the utility itself, or one a group with the smallest of them together. */
function splitRows(input: TimeInput, utility: Utility): [string, readonly UsageRow[], number][] {
  const { grouping, latest } = input;
  const rows = input.rows.filter((row) => row.utility === utility);
  if (grouping === 'utility') return [['', rows, 0]];
  const mains = mainDevices(latest);
  const order = groupsOf(rows, grouping, latest).map(({ key }) => key);
  const named = order.filter((key) => key !== untracked);
  const kept = named.length > maxNamed + 1 ? named.slice(0, maxNamed) : named;
  const keyOf = (row: UsageRow) => {
    const key = groupKey(row, grouping, mains);
    return key === untracked || kept.includes(key) ? key : others;
  };
  const keys = [
    ...kept,
    ...(kept.length < named.length ? [others] : []),
    ...(order.includes(untracked) ? [untracked] : []),
  ];
  return keys.map((key, step) => [key, rows.filter((row) => keyOf(row) === key), step]);
}

function lookOf(utility: Utility, key: string, step: number, isInvented: boolean): SeriesLook {
  const hue = key === untracked ? 'rest' : utilities[utility].look.hue;
  return { hue, role: 'now', step, ...(isInvented && { isInvented }) };
}

interface SeriesOf {
  key: string;
  name: string;
  look: SeriesLook;
  utility: Utility;
  panel: number;
  words: TimeWords;
}

function seriesOf(
  { starts }: Pick<TimeInput, 'starts'>,
  places: readonly ChartPlace[],
  rows: readonly UsageRow[],
  { key, name, look, utility, panel, words }: SeriesOf,
): ChartSeries {
  const sums = sumByStart(rows);
  const amounts = places.map(({ isAhead }, i): Amount | null =>
    look.role === 'now' && isAhead === true ? null : (sums.get(starts[i] ?? '')?.[utility] ?? null),
  );
  const cells = amounts.map((amount) => words.write(utility, amount?.used ?? null));
  const isOutside = (i: number) =>
    amounts[i] === null && (starts[i] === undefined || (look.role === 'now' && places[i]?.isAhead === true));
  return {
    key,
    name,
    unit: words.unit(utility),
    panel,
    look,
    values: cells.map(({ value }) => value),
    // Most are nothing, which need not be written to be known.
    estimated: amounts.map((amount) => amount && amount.estimated && words.write(utility, amount.estimated).value),
    texts: cells.map(({ text }, i) => (isOutside(i) ? words.ahead : text)),
  };
}

function earlierOf(
  { earlier }: TimeInput,
  places: readonly ChartPlace[],
  utility: Utility,
  panel: number,
  words: TimeWords,
): ChartSeries[] {
  if (earlier === null) return [];
  const rows = earlier.rows.filter((row) => row.utility === utility);
  if (rows.length === 0) return [];
  const look: SeriesLook = { hue: utilities[utility].look.hue, role: 'before', step: 0 };
  const name = words.before(utility);
  return [
    seriesOf({ starts: earlier.starts }, places, rows, { key: `${utility} before`, name, look, utility, panel, words }),
  ];
}

/** The part of each place that the leak alone used; nothing where it did not run. */
function leakOf(
  { leak, starts, end, now, timeZone }: TimeInput,
  places: readonly ChartPlace[],
  utility: Utility,
  panel: number,
  words: TimeWords,
): ChartSeries[] {
  if (utility !== utilityThatLeaks || leak === undefined) return [];
  const cells = places.map(({ isAhead }, i) => {
    const start = starts[i];
    if (start === undefined || isAhead === true) return null;
    const following = starts[i + 1];
    const next = following === undefined ? end : instantOf(following, timeZone);
    const lastsMs = Math.min(next, leak.until, now) - Math.max(instantOf(start, timeZone), leak.since);
    return lastsMs <= 0 ? null : words.write(utility, (leak.mlPerHour * lastsMs) / 3_600_000);
  });
  if (cells.every((cell) => cell === null)) return [];
  return [
    {
      key: 'leak',
      name: words.leak ?? '',
      unit: words.unit(utility),
      panel,
      look: { hue: 'alert', role: 'floor', step: 0 },
      values: cells.map((cell) => cell?.value ?? null),
      texts: cells.map((cell) => cell?.text ?? words.ahead),
    },
  ];
}

// Names and units as charts write them.

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
      if (key === untracked) return t('usage:rooms.untracked');
      if (key === others) return t('others');
      return by === 'room' ? roomName(key) : device(key);
    };
    return { room: roomName, device, group, utility };
    // The names of rooms change with the language, which `t` stands for.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [t, devices, latest]);
}

interface Units {
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

/** "wattershed-rooms-2026-11-14-2026-11-20": what and when, the same in every language. */
export function fileName(what: string, { period }: AnalyticsRequest): string {
  return ['wattershed', what, ...new Set([period.from, addDays(period.to, -1)])].join('-');
}
