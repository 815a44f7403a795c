/** A wash that was cold: a machine ran as long as ever and took its water, but hardly any power, and so it did the time before. */
import { medianOf } from '../honest/home-use.ts';
import { devicesOf, jointRuns, signatureOf, waterOf } from './joint-runs.ts';
import type { Finding, HomeLook, Rule, WatchedUse } from './rule.ts';

const dayS = 86_400;
/** Chosen on the first half of AMPds2 (docs/decisions/0057, `npm run joint`). */
const settings = {
  minRuns: 12,
  /** A run is a machine's that lasts so long; a kettle's is not. */
  minLengthS: 2700,
  /** What its heat is lost of uses less than this of the middle run. */
  cold: 0.4,
  /** What turns and pumps still draws so much of what it draws at its strongest. */
  minSlot: 0.02,
  /** So many in a row, and as unlikely by how many there were before. */
  inARow: 2,
  chance: 0.01,
  /** What has not run for so long is told of no more. */
  maxAgeS: 28 * dayS,
};

const findIn = (machine: WatchedUse, home: HomeLook, caution: number): Finding[] => {
  const { perDay, firstDay } = home;
  const water = waterOf(home, machine);
  const usual = water === null ? null : signatureOf(machine.used, water, perDay);
  if (water === null || usual === null) return [];
  const slotS = dayS / perDay;
  if (2 * usual.edge * slotS < settings.minLengthS) return [];
  const middle = medianOf(jointRuns(machine.used, water, perDay, usual).map(({ used }) => used));
  const runs = jointRuns(machine.used, water, perDay, {
    ...usual,
    minSlot: settings.minSlot * usual.maxSlot,
    maxSlot: Number.POSITIVE_INFINITY,
    minUsed: 0,
    maxUsed: Number.POSITIVE_INFINITY,
  }).filter(({ from, to }) => to - from >= usual.edge);
  const isCold = ({ used }: { readonly used: number }): boolean => used < settings.cold * middle;
  const first = runs.findLastIndex((run) => !isCold(run)) + 1;
  const [before, now] = [runs.slice(0, first), runs.slice(first)];
  const [begin, last] = [now[0], now.at(-1)];
  if (begin === undefined || last === undefined || before.length < settings.minRuns) return [];
  if (now.length < settings.inARow || (machine.used.length - last.to) * slotS > settings.maxAgeS) return [];
  const share = (before.filter(isCold).length + 1) / (before.length + 2);
  if (share ** now.length > settings.chance ** caution) return [];
  return [
    {
      meterId: machine.meterId,
      since: firstDay * dayS + begin.from * slotS,
      figures: { used: medianOf(now.map(({ used }) => used)), expected: middle },
      costsPerDay: null,
    },
  ];
};

export const coldWash: Rule = {
  kind: 'cold-wash',
  days: 91,
  find: (home, caution) => devicesOf(home).flatMap((meter) => findIn(meter, home, caution)),
};
