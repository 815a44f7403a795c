/** Swapped: from some day on one meter reads as another did, and that one as this. Their sum says nothing of it; how each is used does. */
import { isDrawn } from '#subjects/readings/domain/meter-tree.ts';
import { type Fault, type HomeUse, hoursADay, measured, meanOf, type MeterUse, quantileOf } from './home-use.ts';

const recentDays = [3, 4, 5, 6, 7];
const historyDays = 56;
const minHistory = 28;
const heard = 0.9;
/** Hours in which one of the two ran: fewer are chance. */
const minRan = 12;
/** A meter has to be so many times farther from itself than it ever was in as many days, and as near to the other as that one ever was. */
const strange = 1.2;
const alike = 1;
const shares = Array.from({ length: 24 }, (_, i) => (i + 0.5) / 24);

/** How a meter is used: the levels of its hours, in powers of ten. */
const levelsOf = (hours: Float64Array): Float64Array => {
  const sorted = hours.slice().sort();
  return Float64Array.from(shares, (share) => Math.log10(1 + quantileOf(sorted, share)));
};

const distance = (a: Float64Array, b: Float64Array): number =>
  a.reduce((sum, level, i) => sum + Math.abs(level - (b[i] as number)), 0) / a.length;

interface Habit {
  readonly meter: MeterUse;
  readonly now: Float64Array;
  readonly before: Float64Array;
  readonly ran: number;
}

const habitOf = (meter: MeterUse, recent: number): Habit | null => {
  const { used } = meter;
  const end = used.length - recent * hoursADay;
  const now = measured(used, end, used.length);
  const history = measured(used, end - historyDays * hoursADay, end);
  if (now.length < heard * recent * hoursADay || history.length < minHistory * hoursADay) return null;
  return { meter, now: levelsOf(now), before: levelsOf(history), ran: now.filter((one) => one > 0).length };
};

/** The farthest that as many days ever were from all of before. */
const farthestOf = ({ meter: { used }, before }: Habit, recent: number): number => {
  const end = used.length - recent * hoursADay;
  let farthest = 0;
  for (let to = end; to >= Math.max(recent * hoursADay, end - historyDays * hoursADay); to -= hoursADay) {
    const days = measured(used, to - recent * hoursADay, to);
    if (days.length >= heard * recent * hoursADay) farthest = Math.max(farthest, distance(levelsOf(days), before));
  }
  return farthest;
};

const areSwapped = (a: Habit, b: Habit, recent: number): boolean => {
  const ways = [
    [a, b],
    [b, a],
  ] as const;
  return (
    Math.max(a.ran, b.ran) >= minRan &&
    ways.every(([one, other]) => distance(one.now, other.before) < 0.5 * distance(one.now, one.before)) &&
    ways.every(
      ([one, other]) =>
        distance(one.now, one.before) > strange * farthestOf(one, recent) &&
        distance(one.now, other.before) <= alike * farthestOf(other, recent),
    )
  );
};

/** `home` by hours. One word a pair. */
export const swapsIn = (home: HomeUse): Fault[] => {
  const faults: Fault[] = [];
  for (const recent of recentDays) {
    const habits = home.meters.filter(isDrawn).flatMap((meter) => habitOf(meter, recent) ?? []);
    habits.forEach((a, i) => {
      for (const b of habits.slice(i + 1)) {
        const isTold = faults.some(({ meterId, againstId }) =>
          [a, b].some(({ meter }) => meter.meterId === meterId || meter.meterId === againstId),
        );
        if (isTold || a.meter.utility !== b.meter.utility || !areSwapped(a, b, recent)) continue;
        const end = a.meter.used.length;
        const dayOf = ({ meter }: Habit): number =>
          hoursADay * meanOf(measured(meter.used, end - recent * hoursADay, end));
        faults.push({
          kind: 'swapped',
          meterId: a.meter.meterId,
          againstId: b.meter.meterId,
          sinceDay: home.firstDay + end / hoursADay - recent,
          factor: null,
          within: null,
          longest: null,
          perDay: Math.abs(dayOf(a) - dayOf(b)),
        });
      }
    });
  }
  return faults;
};

/** Whether its last three days are more as its own of before `sinceDay` than as the other's. */
export const isSwapRight = (home: HomeUse, one: MeterUse, other: MeterUse, sinceDay: number): boolean => {
  const since = (sinceDay - home.firstDay) * hoursADay;
  const now = measured(one.used, one.used.length - 3 * hoursADay, one.used.length);
  const [own, others] = [one, other].map(({ used }) => measured(used, since - historyDays * hoursADay, since));
  if (now.length === 0 || !own?.length || !others?.length) return false;
  return distance(levelsOf(now), levelsOf(own)) < distance(levelsOf(now), levelsOf(others));
};
