/** Stuck: a meter that sends, and whose counter stands (or always sends the same), much longer than it ever did. */
import {
  type Fault,
  type HomeUse,
  hoursADay,
  isSeasonal,
  measured,
  meanOf,
  medianOf,
  type MeterUse,
} from './home-use.ts';

/** Chosen on AMPds2, REFIT 20 and half of the DAIAD homes. */
const minStillHours = 30;
/** So many times the longest stand before. */
const longer = 2.5;
/** What stands for no longer than this is never off: no empty home explains it. */
const alwaysOnHours = 5;
/** Where no other meter tells whether somebody is at home. */
const aloneHours = 72;
/** One that rests longer is used too seldom; one that uses less counts in steps that are as large. */
const maxRestHours = 72;
const minUsual = 5;
const minHistoryHours = 21 * hoursADay;
/** Somebody is at home while another meter counts so much of its usual day. */
const awake = 0.6;

interface Stand {
  readonly from: number;
  readonly hours: number;
  readonly value: number;
}

/** The runs of one value, the last of them last. Hours that were not measured end a run. */
const standsOf = (used: Float64Array): Stand[] => {
  const stands: Stand[] = [];
  let from = 0;
  for (let i = 1; i <= used.length; i += 1) {
    if (i < used.length && used[i] === used[from]) continue;
    if (!Number.isNaN(used[from])) stands.push({ from, hours: i - from, value: used[from] as number });
    from = i;
  }
  return stands;
};

/** Whether something else in the home went on as usual in `[from, end)`; its always-on part alone is not as usual. */
const isLivedIn = (meter: MeterUse, others: readonly MeterUse[], from: number): boolean =>
  others.some(({ meterId, used }) => {
    if (meterId === meter.meterId) return false;
    const days = Array.from({ length: Math.floor(from / hoursADay) }, (_, day) =>
      measured(used, day * hoursADay, (day + 1) * hoursADay),
    ).filter((day) => day.length === hoursADay);
    const since = measured(used, from, used.length);
    if (days.length < 14 || since.length < hoursADay) return false;
    const swing = (hours: Float64Array): number => meanOf(hours) - Math.min(...hours);
    const usual = medianOf(days.map(swing));
    return usual > 0 && meanOf(since) - Math.min(...since) > awake * usual;
  });

/** `home` by hours. */
export const stuckIn = (home: HomeUse, meter: MeterUse): Fault | null => {
  const { used } = meter;
  const stands = standsOf(used);
  const last = stands.at(-1);
  if (last === undefined || last.from + last.hours !== used.length) return null;
  if (last.hours < minStillHours || measured(used, 0, last.from).length < minHistoryHours) return null;
  const longest = stands
    .slice(0, -1)
    .filter(({ value }) => (value === 0) === (last.value === 0))
    .reduce((most, { hours }) => Math.max(most, hours), 0);
  if (longest > maxRestHours || last.hours < longer * longest) return null;
  const isAlone = home.meters.length === 1;
  if (longest > alwaysOnHours && !(isAlone ? last.hours >= aloneHours : isLivedIn(meter, home.meters, last.from)))
    return null;
  if (last.value === 0 && isSeasonal(meter)) return null;
  const usual = meanOf(measured(used, last.from - 28 * hoursADay, last.from));
  if (usual < minUsual) return null;
  return {
    kind: 'stuck',
    meterId: meter.meterId,
    againstId: null,
    sinceDay: home.firstDay + Math.floor(last.from / hoursADay),
    factor: null,
    within: null,
    longest,
    perDay: hoursADay * Math.abs(usual - last.value),
  };
};
