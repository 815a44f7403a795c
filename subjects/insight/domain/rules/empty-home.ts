/** A home that is empty and yet uses: as somebody has said, or because all of it was idle and then one utility was not, while the other still is. */
import { factsOf } from '#catalogue/index.ts';
import { isDrawn } from '#subjects/readings/domain/meter-tree.ts';
import { isEmpty, useUntil, type WholeDays, wholesOf } from './empty-days.ts';
import { type HomeDay, localDays, useOfDay } from './local-days.ts';
import type { Finding, HomeLook, Rule } from './rule.ts';

/** Set beforehand, and held against what lies in the data (`npm run known`, docs/decisions/0058). */
const settings = {
  /** mL of a day: at all, where somebody has said that nobody is there; else more than a hand's wash. */
  saidMl: 5000,
  seemsMl: 10_000,
  /** Power: so many times what never rests, and so much of a usual day more. */
  times: 1.5,
  ofUsual: 0.15,
  /** Who comes home in the evening has made an idle day: what is used later is theirs. */
  untilHour: 18,
};
/** One device made it that has so much of it. */
const minPart = 0.6;

/** Wh or mL a day beyond what an empty home uses; none: it is not worth a word. */
const beyondAt = (home: HomeLook, whole: WholeDays, at: number, isSaid: boolean, caution: number): number => {
  const floor = whole.floorAt(at);
  const now = isSaid ? (whole.use[at] as number) : useUntil(whole, at, settings.untilHour, home.perDay);
  const { hasStandby } = factsOf(whole.meter.utility);
  if (!hasStandby) {
    const least = caution * (isSaid ? settings.saidMl : Math.max(settings.seemsMl, floor || 0));
    return now > least ? now : 0;
  }
  const least = caution * Math.max((settings.times - 1) * floor, settings.ofUsual * whole.usualAt(at));
  return now - floor > least ? now - floor : 0;
};

/** The device that has most of what was used beyond what it uses in an empty home: on its own, all of it. */
const madeBy = (home: HomeLook, { meter, days }: WholeDays, at: number, beyond: number): string | undefined =>
  home.meters
    .filter((one) => one.parentMeterId !== null && one.utility === meter.utility && isDrawn(one))
    .map(({ name, used }) => {
      const [now, before] = [at, Math.max(0, at - 1)].map((i) => useOfDay(used, days[i] as HomeDay, home.perDay));
      return { name, part: ((now ?? 0) - (before ?? 0)) / beyond };
    })
    .filter(({ part }) => part >= minPart)
    .sort((a, b) => b.part - a.part)[0]?.name;

/** The first of the days until `at`, one after the other, of which `holds`. */
const firstOf = (at: number, holds: (at: number) => boolean): number => {
  let first = at;
  while (first > 0 && holds(first - 1)) first -= 1;
  return first;
};

const findIn = (
  home: HomeLook,
  whole: WholeDays,
  at: number,
  first: number,
  isSaid: boolean,
  caution: number,
): Finding[] => {
  const beyond = beyondAt(home, whole, at, isSaid, caution);
  if (!(beyond > 0)) return [];
  const day = whole.days[first] as HomeDay;
  const mostly = madeBy(home, whole, first, beyond);
  const words = isSaid ? 'said' : 'seems';
  let used = 0;
  for (let i = first; i <= at; i += 1) used += whole.use[i] || 0;
  return [
    {
      meterId: whole.meter.meterId,
      since: day.start,
      figures: {
        words: mostly === undefined ? words : `${words}By`,
        used,
        nowPerDay: whole.use[at] as number,
        ...(mostly !== undefined && { mostly }),
      },
      costsPerDay: beyond,
    },
  ];
};

export const emptyHome: Rule = {
  kind: 'empty-home',
  seesAbsences: true,
  days: 91,
  find: (home, caution) => {
    const days = localDays(home);
    const at = days.length - 1;
    const wholes = wholesOf(home, days);
    if (at < 0) return [];
    // On the days of leaving and of coming back somebody is there.
    const isSaid = (i: number): boolean => {
      const day = (days[i] as HomeDay).day;
      return home.absences.some(({ from, to }) => from < day && day < to);
    };
    if (isSaid(at))
      return wholes.flatMap((whole) => {
        const first = firstOf(at, (i) => isSaid(i) && beyondAt(home, whole, i, true, caution) > 0);
        return findIn(home, whole, at, first, true, caution);
      });
    const isHalf = (i: number): boolean => {
      const states = wholes.map(({ isIdle }) => isIdle(i));
      return states.includes(true) && states.includes(false) && !states.includes(null);
    };
    if (!isHalf(at)) return [];
    const first = firstOf(at, isHalf);
    if (first === 0 || isEmpty(wholes, first - 1) !== true) return [];
    return wholes
      .filter(({ isIdle }) => isIdle(at) === false)
      .flatMap((whole) => findIn(home, whole, at, first, false, caution));
  },
};
