/** A day that used far more, or far less, than the home's days of its kind do, and what made it so. Seldom. */
import { factsOf } from '#catalogue/index.ts';
import { isDrawn } from '#subjects/readings/domain/meter-tree.ts';
import { medianOf } from '../honest/home-use.ts';
import { isEmpty, wholesOf } from './empty-days.ts';
import { type HomeDay, localDays, useByDay, useOfDay } from './local-days.ts';
import type { Finding, FindingFigures, HomeLook, Rule, WatchedUse } from './rule.ts';

/** Chosen on the first halves of AMPds2, REFIT 20, WEUSEDTO and six of the DAIAD homes (docs/decisions/0052). */
const settings = {
  /** Compared with so many days at most, and so many of its own kind (weekdays, or Saturdays and Sundays) at least. */
  maxDays: 56,
  minDays: 28,
  minOfKind: 8,
  /** As far from the usual as so many scatters of logarithms, and this much more or less. */
  scatters: 4,
  minScatter: 0.1,
  more: Math.log(1.6),
  less: Math.log(4),
  /** The farthest of all days that it is compared with, and by so much. */
  beyond: 1.15,
  /** A quiet day is nothing; so many in a row are, where of the days before no more were like them. */
  minQuiet: 2,
  maxQuietBefore: 2,
};
/** One device, or so many hours in a row, made it that has so much of it. */
const minPart = 0.6;
const inARow = 6;

const isWeekend = (day: number): boolean => (day + 4) % 7 === 0 || (day + 4) % 7 === 6;

interface Odd {
  readonly usual: number;
  readonly now: number;
  /** Days that it was held against. */
  readonly against: readonly HomeDay[];
}

/** Days on which nothing was used say nothing of what is usual; where no water ran nobody was there, where no power did it was dark. */
const oddOf = (
  { utility }: Pick<WatchedUse, 'utility'>,
  use: Float64Array,
  days: readonly HomeDay[],
  at: number,
  caution: number,
): Odd | null => {
  const now = use[at] as number;
  const from = Math.max(0, at - settings.maxDays);
  const known = days.slice(from, at).map((day, i) => ({ day, used: use[from + i] as number }));
  const measured = known.filter(({ used }) => used > 0);
  const kind = isWeekend((days[at] as HomeDay).day);
  const like = measured.filter(({ day }) => isWeekend(day.day) === kind);
  if (
    !(now > 0 || (now === 0 && factsOf(utility).canLeak)) ||
    measured.length < settings.minDays ||
    like.length < settings.minOfKind
  )
    return null;
  const usual = medianOf(like.map(({ used }) => used));
  const off = Math.log(now / usual);
  const scatter = 1.4826 * medianOf(measured.map(({ used }) => Math.abs(Math.log(used / usual))));
  const least = Math.max(
    off > 0 ? settings.more : settings.less,
    settings.scatters * Math.max(settings.minScatter, scatter),
  );
  if (Math.abs(off) < caution * least) return null;
  const farthest = measured.reduce((far, { used }) => (off > 0 ? Math.max(far, used) : Math.min(far, used)), usual);
  if (off > 0 && now < farthest * settings.beyond) return null;
  return { usual, now, against: like.map(({ day }) => day) };
};

const usualIn = (used: Float64Array, days: readonly HomeDay[], perDay: number): number =>
  medianOf([...useByDay(used, days, perDay)].filter((value) => !Number.isNaN(value)));

/** The device that has most of what was more; none where no device has. */
const mostlyOf = (home: HomeLook, whole: WatchedUse, day: HomeDay, { usual, now, against }: Odd): string | undefined =>
  home.meters
    .filter((meter) => meter.parentMeterId !== null && meter.utility === whole.utility && isDrawn(meter))
    .map(({ name, used }) => ({
      name,
      part: (useOfDay(used, day, home.perDay) - usualIn(used, against, home.perDay)) / (now - usual),
    }))
    .filter(({ part }) => part >= minPart)
    .sort((a, b) => b.part - a.part)[0]?.name;

/** The hours in a row that have most of what was more; none where it was all day. */
const hoursOf = (home: HomeLook, whole: WatchedUse, day: HomeDay, { usual, now, against }: Odd): FindingFigures => {
  const perHour = home.perDay / 24;
  let best = { fromHour: 0, toHour: 0, part: 0 };
  for (let fromHour = 0; fromHour + inARow <= 24; fromHour += 1) {
    const toHour = fromHour + inARow;
    const within = (one: HomeDay): HomeDay => ({
      ...one,
      from: one.from + fromHour * perHour,
      to: Math.min(one.to, one.from + toHour * perHour),
    });
    const more = useOfDay(whole.used, within(day), home.perDay) - usualIn(whole.used, against.map(within), home.perDay);
    const part = (more * inARow) / 24 / (now - usual);
    if (part > best.part) best = { fromHour, toHour, part };
  }
  return best.part >= minPart ? { fromHour: best.fromHour, toHour: best.toHour } : {};
};

const wordsOf = (isMore: boolean, mostly: string | undefined, { fromHour }: FindingFigures): string => {
  if (!isMore) return 'less';
  if (mostly !== undefined) return fromHour === undefined ? 'moreBy' : 'moreByIn';
  return fromHour === undefined ? 'more' : 'moreIn';
};

const findIn = (home: HomeLook, whole: WatchedUse, days: readonly HomeDay[], caution: number): Finding[] => {
  const use = useByDay(whole.used, days, home.perDay);
  const last = days.length - 1;
  const odd = oddOf(whole, use, days, last, caution);
  if (odd === null) return [];
  const isMore = odd.now > odd.usual;
  // A holiday is one event: it began with the first of the days that were all alike.
  let first = last;
  for (let at = last - 1; at >= 0; at -= 1) {
    const before = oddOf(whole, use, days, at, caution);
    if (before === null || before.now > before.usual !== isMore) break;
    first = at;
  }
  if (!isMore) {
    const before = use.subarray(Math.max(0, first - settings.maxDays), first);
    const quiet = before.filter((used) => used < odd.usual * Math.exp(-settings.less)).length;
    if (last - first + 1 < settings.minQuiet || quiet > settings.maxQuietBefore) return [];
  }
  const day = days[last] as HomeDay;
  const mostly = isMore ? mostlyOf(home, whole, day, odd) : undefined;
  const looksEmpty = !isMore && isEmpty(wholesOf(home, days), last) === true;
  const hours = isMore ? hoursOf(home, whole, day, odd) : {};
  return [
    {
      meterId: whole.meterId,
      since: (days[first] as HomeDay).start,
      figures: {
        words: looksEmpty ? 'empty' : wordsOf(isMore, mostly, hours),
        usualPerDay: odd.usual,
        nowPerDay: odd.now,
        share: Math.abs(odd.now / odd.usual - 1),
        ...(mostly !== undefined && { mostly }),
        ...hours,
      },
      costsPerDay: null,
    },
  ];
};

export const unusualDay: Rule = {
  kind: 'unusual-day',
  days: 91,
  find: (home, caution) => {
    const days = localDays(home);
    if (days.length === 0) return [];
    return home.meters
      .filter((meter) => meter.parentMeterId === null && isDrawn(meter))
      .flatMap((whole) => findIn(home, whole, days, caution));
  },
};
