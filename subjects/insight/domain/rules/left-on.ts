/** A device that usually runs for a while, and has now been on far longer than ever. */
import { isDrawn } from '#subjects/readings/domain/meter-tree.ts';
import { meanOf, measured, medianOf } from '../honest/home-use.ts';
import { type DeviceRun, runsOf } from './device-runs.ts';
import type { Finding, HomeLook, Rule, WatchedUse } from './rule.ts';

const dayS = 86_400;
/** Chosen on the first halves of AMPds2, REFIT 20 and WEUSEDTO (docs/decisions/0052). */
const settings = {
  /** So many runs of before tell what is usual, on so many days. */
  minRuns: 8,
  minDays: 5,
  /** What was ever on for longer than this is on as people like, or as the weather asks. */
  maxUsualS: 14 * 3600,
  /** So many times the longest, and so much longer. */
  times: 2,
  longerS: 6 * 3600,
  /** What has been on for longer stays on because somebody wants it so. */
  maxS: 21 * dayS,
  /** It draws at least so much of what it mostly does when it is on, and so much of what the home does. */
  minOfUsual: 0.5,
  minOfHome: 0.01,
};

const lengthS = ({ from, to }: DeviceRun, perDay: number): number => ((to - from) * dayS) / perDay;

const drawsOf = ({ from, to, used }: DeviceRun): number => used / (to - from);

/** What all meters of its utility that no other contains use in a slot. */
const homeDraws = ({ meters }: HomeLook, { utility }: WatchedUse): number =>
  meters
    .filter((meter) => meter.parentMeterId === null && meter.utility === utility && isDrawn(meter))
    .reduce((sum, { used }) => sum + meanOf(measured(used, 0, used.length)), 0);

const findIn = (meter: WatchedUse, home: HomeLook, caution: number): Finding[] => {
  const { firstDay, perDay } = home;
  if (!((meter.used.at(-1) ?? 0) > 0)) return [];
  const runs = runsOf(meter.used);
  const now = runs.at(-1);
  if (now === undefined || now.to < meter.used.length) return [];
  const before = runs.slice(0, -1);
  const days = new Set(before.map(({ from }) => Math.floor(from / perDay)));
  const maxBeforeS = Math.max(0, ...before.map((run) => lengthS(run, perDay)));
  if (before.length < settings.minRuns || days.size < settings.minDays || maxBeforeS > settings.maxUsualS) return [];
  const lastedS = lengthS(now, perDay);
  if (lastedS < caution * settings.times * maxBeforeS || lastedS < maxBeforeS + caution * settings.longerS) return [];
  if (lastedS > settings.maxS || drawsOf(now) < settings.minOfUsual * medianOf(before.map(drawsOf))) return [];
  if (drawsOf(now) < settings.minOfHome * homeDraws(home, meter)) return [];
  const used = meanOf(meter.used.subarray(now.from, now.to)) * (now.to - now.from);
  return [
    {
      meterId: meter.meterId,
      since: firstDay * dayS + (now.from * dayS) / perDay,
      figures: { lastedS, used, nowPerDay: (used * dayS) / lastedS },
      costsPerDay: (used * dayS) / lastedS,
    },
  ];
};

export const leftOn: Rule = {
  kind: 'left-on',
  seesAbsences: true,
  days: 91,
  find: (home, caution) =>
    home.meters
      .filter((meter) => meter.parentMeterId !== null && isDrawn(meter))
      .flatMap((meter) => findIn(meter, home, caution)),
};
