/** Is the meter honest? What the meters of a home say against each other and against themselves, each judged by the days that are wholly over. */
import type { Utility } from '#catalogue/index.ts';
import { isDrawn } from '#subjects/readings/domain/meter-tree.ts';
import { driftSettings, driftsIn } from './drift.ts';
import { asMeasured, type Fault, type HomeUse, hourly } from './home-use.ts';
import { scaleIn } from './scale.ts';
import { stuckIn } from './stuck.ts';
import { swapsIn } from './swapped.ts';

/** So many days tell all there is to tell, and so many all but drift. */
export const faultDays = (driftSettings.maxBefore + driftSettings.maxAfter + 1) * driftSettings.blockDays;
export const plainDays = 91;

const blockAt = (day: number): number => Math.floor(day / driftSettings.blockDays);

/** Only when a block of days has ended, drift can have another answer. Days since 1970; null: never looked at. */
export const isDriftDue = (lookedOn: number | null, today: number): boolean =>
  lookedOn === null || blockAt(lookedOn) !== blockAt(today);

const containersOf = (home: HomeUse) =>
  home.meters.flatMap((whole) => {
    const children = home.meters.filter(({ parentMeterId }) => parentMeterId === whole.meterId);
    return isDrawn(whole) && children.some(isDrawn) ? [{ whole, children }] : [];
  });

const plainIn = (home: HomeUse, others: HomeUse): Fault[] => {
  const all = home.meters.flatMap((meter) => stuckIn(others, meter) ?? scaleIn(home, meter) ?? []);
  // A whole that is off is less than each of its parts: it alone is told.
  const own = all.filter(({ againstId }) => all.every(({ meterId }) => meterId !== againstId));
  const swaps = swapsIn(home).filter(({ meterId, againstId }) =>
    own.every((fault) => fault.meterId !== meterId && fault.meterId !== againstId),
  );
  return [...own, ...swaps];
};

const of = (home: HomeUse, utility: Utility): HomeUse => ({
  ...home,
  meters: home.meters.filter((meter) => meter.utility === utility),
});

/** The last days alone: longer ago meters were used otherwise. */
const latest = (home: HomeUse): HomeUse => {
  const slots = plainDays * home.perDay;
  const days = (home.meters[0]?.used.length ?? 0) / home.perDay;
  if (days <= plainDays) return home;
  return {
    ...home,
    firstDay: home.firstDay + days - plainDays,
    meters: home.meters.map((meter) => ({ ...meter, used: meter.used.slice(-slots) })),
  };
};

/** Where something is plainly wrong, drift says nothing. */
export const findFaults = (home: HomeUse, utility: Utility, withDrift: boolean): Fault[] => {
  const own = of(home, utility);
  const hours = hourly(latest(home));
  const plain = plainIn(of(hours, utility), hours);
  if (!withDrift) return plain;
  const fine = asMeasured(own);
  const drifts = containersOf(fine)
    .filter(({ whole, children }) =>
      plain.every(({ meterId }) => meterId !== whole.meterId && children.every((child) => child.meterId !== meterId)),
    )
    .flatMap(({ whole, children }) => driftsIn(fine, whole, children));
  return [...plain, ...drifts];
};
