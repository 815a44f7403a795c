import { utilities, type Utility, utilityThatLeaks } from '#catalogue/index.ts';
import type { ChartData, ChartPlace, ChartSeries, SeriesLook } from '#shell/ui/chart/series-look.ts';
import type { LatestAnswer, UsageRow } from '../../../contract/usage.ts';
import { type Amount, atLeastText, sumByStart } from '../../amount.ts';
import type { Grouping, Measure } from '../analytics-request.ts';
import { groupKey, groupsOf, mainDevices, others, unmetered } from '../groups.ts';
import { instantOf } from '../period.ts';
import type { Cell } from '../view.ts';

export interface TimeInput {
  rows: readonly UsageRow[];
  /** The same in the other measure, where it is known. */
  other?: readonly UsageRow[] | undefined;
  starts: readonly string[];
  earlier: { rows: readonly UsageRow[]; other?: readonly UsageRow[] | undefined; starts: readonly string[] } | null;
  /** The first instant after the period. */
  end: number;
  grouping: Grouping;
  utilities: readonly Utility[];
  latest: LatestAnswer;
  now: number;
  timeZone: string;
  measure?: Measure;
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
  /** In the other measure. */
  other?: (utility: Utility, used: number | null | undefined) => string;
  /** A share of what was before, with its sign. */
  change?: (share: number) => string;
  /** Where there is nothing to write: other words than that nothing was measured. */
  nothing?: (utility: Utility, start: string) => string | undefined;
  /** The earlier period by its dates. */
  earlier?: string;
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
    ...(words.earlier !== undefined && { before: words.earlier }),
    series: input.utilities.flatMap((utility, panel) => {
      const before = earlierOf(input, places, utility, panel, words);
      const own = splitRows(input, utility).map(({ key, step, ...rows }) =>
        seriesOf(input, places, rows, {
          key: `${utility} ${key}`,
          name: key === '' ? words.utility(utility) : words.group(utility, key),
          look:
            key === unmetered
              ? { hue: 'rest', role: 'now', step: 0 }
              : { hue: utilities[utility].look.hue, role: 'now', step },
          utility,
          panel,
          words,
        }),
      );
      const [only] = own;
      const compared =
        before[0] !== undefined && own.length === 1 && only !== undefined
          ? [compare(only, before[0], places, words, isLeastIn(input, utility))]
          : own;
      return [...compared, ...leakOf(input, places, utility, panel, words), ...before];
    }),
  };
}

/** Whether a place's use, or that of its earlier one, is told as a least: then nobody knows how they differ. */
function isLeastIn({ rows, starts, earlier }: TimeInput, utility: Utility): (i: number) => boolean {
  const leastOf = (some: readonly UsageRow[]) =>
    new Set(some.filter((row) => row.utility === utility && row.atLeast).map(({ start }) => start));
  const [now, before] = [leastOf(rows), leastOf(earlier?.rows ?? [])];
  return (i) => now.has(starts[i] ?? '') || before.has(earlier?.starts[i] ?? '');
}

/** How each place differs from the earlier period's; of one that is not over that would say nothing. */
function compare(
  now: ChartSeries,
  before: ChartSeries,
  places: readonly ChartPlace[],
  { change }: TimeWords,
  isLeast: (i: number) => boolean,
): ChartSeries {
  if (change === undefined) return now;
  const changes = places.map(({ isUnfinished }, i) => {
    const [value, earlier] = [now.values[i] ?? null, before.values[i] ?? null];
    return value === null || earlier === null || earlier <= 0 || isUnfinished === true || isLeast(i)
      ? ''
      : change(value / earlier - 1);
  });
  return { ...now, changes };
}

/** Where an earlier period has more places than one that is over, they follow it: nothing of it is lost. */
function placesOf({ starts, earlier, end, now, timeZone, isRate }: TimeInput, words: TimeWords): ChartPlace[] {
  const own = starts.map((start, i): ChartPlace => {
    const begin = instantOf(start, timeZone);
    const following = starts[i + 1];
    const next = following === undefined ? end : instantOf(following, timeZone);
    const isAhead = (isRate === true ? next : begin) > now;
    const isUnfinished = !isAhead && now < next;
    const earlierStart = earlier?.starts[i];
    return {
      key: start,
      label: words.label(start),
      name: words.name(start),
      // Of an hour of another day the hour alone says nothing.
      ...(earlierStart !== undefined &&
        words.name(earlierStart) !== words.name(start) && { before: words.name(earlierStart) }),
      ...(isAhead && { isAhead }),
      ...(isUnfinished && { isUnfinished }),
    };
  });
  const more = end > now ? [] : (earlier?.starts ?? []).slice(starts.length);
  return [
    ...own,
    ...more.map((start) => ({ key: start, label: words.label(start), name: words.name(start), isAhead: true })),
  ];
}

const maxNamed = 5;

interface SplitRows {
  rows: readonly UsageRow[];
  other: readonly UsageRow[] | undefined;
}

/** One for the utility itself, or one a group with the smallest of them together. */
function splitRows(input: TimeInput, utility: Utility): (SplitRows & { key: string; step: number })[] {
  const { grouping, latest, measure } = input;
  const ofUtility = (row: UsageRow) => row.utility === utility;
  const [rows, other] = [input.rows.filter(ofUtility), input.other?.filter(ofUtility)];
  if (grouping === 'utility') return [{ key: '', step: 0, rows, other }];
  const mains = mainDevices(latest);
  const order = groupsOf(rows, grouping, latest, measure).map(({ key }) => key);
  const named = order.filter((key) => key !== unmetered);
  const kept = named.length > maxNamed + 1 ? named.slice(0, maxNamed) : named;
  const keyOf = (row: UsageRow) => {
    const key = groupKey(row, grouping, mains);
    return key === unmetered || kept.includes(key) ? key : others;
  };
  const keys = [
    ...kept,
    ...(kept.length < named.length ? [others] : []),
    ...(order.includes(unmetered) ? [unmetered] : []),
  ];
  return keys.map((key, step) => {
    const isOwn = (row: UsageRow) => keyOf(row) === key;
    return { key, step, rows: rows.filter(isOwn), other: other?.filter(isOwn) };
  });
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
  { rows, other }: SplitRows,
  { key, name, look, utility, panel, words }: SeriesOf,
): ChartSeries {
  const sums = sumByStart(rows);
  const otherSums = other && sumByStart(other);
  const amounts = places.map(({ isAhead }, i): Amount | null =>
    look.role === 'now' && isAhead === true ? null : (sums.get(starts[i] ?? '')?.[utility] ?? null),
  );
  const cells = amounts.map((amount) => {
    const { value, text } = words.write(utility, amount?.used ?? null);
    return { value, text: atLeastText(text, amount?.atLeast) };
  });
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
    texts: cells.map(({ text, value }, i) =>
      isOutside(i) ? words.ahead : ((value === null ? words.nothing?.(utility, starts[i] ?? '') : undefined) ?? text),
    ),
    ...(otherSums !== undefined &&
      words.other !== undefined && {
        also: places.map((_, i) => words.other?.(utility, otherSums.get(starts[i] ?? '')?.[utility]?.used) ?? ''),
      }),
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
  const ofUtility = (row: UsageRow) => row.utility === utility;
  const rows = { rows: earlier.rows.filter(ofUtility), other: earlier.other?.filter(ofUtility) };
  if (rows.rows.length === 0) return [];
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
