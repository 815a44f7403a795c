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

/** A whole that counts too little is less than several of its parts: it alone is told. */
const blameWholes = (faults: readonly Fault[]): Fault[] => {
  const isExcess = (one: Fault): boolean => one.kind === 'scale' && one.againstId !== null;
  const told: Fault[] = [];
  for (const fault of faults) {
    const ofSame = faults.filter((one) => isExcess(one) && one.againstId === fault.againstId);
    const isWholeTold = [...faults, ...told].some(({ meterId }) => meterId === fault.againstId);
    if (!isExcess(fault) || (ofSame.length === 1 && !isWholeTold)) told.push(fault);
    else if (!isWholeTold) {
      const perDay = ofSame.reduce((sum, one) => sum + one.perDay, 0);
      told.push({ ...fault, meterId: fault.againstId as string, againstId: null, perDay });
    }
  }
  return told;
};

const plainIn = (home: HomeUse, others: HomeUse): Fault[] => {
  const all = home.meters.flatMap((meter) => stuckIn(others, meter) ?? scaleIn(home, meter) ?? []);
  const own = blameWholes(all);
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
  if (own.meters.length === 0) return [];
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
