/** Whose it is what a home drew while its roof or a battery gave the rest. */
import type { Utility } from '#catalogue/index.ts';
import type { IntervalUse } from '../interval-use.ts';

export interface DeviceUse {
  readonly utility: Utility;
  readonly deviceId: string;
  readonly room: string;
  readonly use: IntervalUse;
}

/**
 * What of each quarter-hour the home drew is whose: everybody's by their use, since what the roof gives or a battery is nobody's own.
 * Where nothing was used, it is that of the device before which it was drawn. Whole Wh; what rounding gives or takes is made good
 * in the next quarter-hours.
 */
export const shareDrawn = (
  devices: readonly DeviceUse[],
  drawn: IntervalUse,
  mains: string | undefined,
): DeviceUse[] => {
  const used = devices.map(
    ({ use }) => new Map(Array.from(use.startS, (at, i) => [at, Math.max(0, use.used[i] ?? 0)])),
  );
  const shares = devices.map((): number[] => []);
  let owed = devices.map(() => 0);
  for (const [i, at] of Array.from(drawn.startS).entries()) {
    const whole = drawn.used[i] ?? 0;
    const own = used.map((use) => use.get(at) ?? 0);
    const sum = own.reduce((a, b) => a + b, 0);
    const due = own.map((amount, one) => {
      const weight = sum === 0 ? Number(devices[one]?.deviceId === mains) : amount / sum;
      return weight * whole + (owed[one] ?? 0);
    });
    const given = roundTo(whole, due);
    owed = due.map((amount, one) => amount - (given[one] ?? 0));
    given.forEach((amount, one) => shares[one]?.push(amount));
  }
  return devices.map((device, one) => {
    const share = shares[one] ?? [];
    return { ...device, use: { ...drawn, used: share, ...shareApart(device.use, drawn, share) } };
  });
};

/** What of a device's use passes a meter that is priced apart is the same part of its share. */
const shareApart = (
  { startS, used, apart }: IntervalUse,
  drawn: IntervalUse,
  shared: readonly number[],
): Pick<IntervalUse, 'apart'> => {
  if (apart === undefined) return {};
  const places = new Map(Array.from(startS, (at, i) => [at, i]));
  const shareOf = (amounts: ArrayLike<number>): number[] =>
    Array.from(drawn.startS, (at, i) => {
      const place = places.get(at) ?? -1;
      const [own, all] = [amounts[place] ?? 0, used[place] ?? 0];
      return all > 0 && own > 0 ? Math.round((shared[i] ?? 0) * Math.min(1, own / all)) : 0;
    });
  return {
    apart: Object.fromEntries(
      Object.entries(apart).map(([meter, { flow, amounts }]) => [meter, { flow, amounts: shareOf(amounts) }]),
    ),
  };
};

/** Whole numbers that are `whole` together, none below nothing: those that are due the most more get what rounding down has left. */
const roundTo = (whole: number, due: readonly number[]): number[] => {
  const given = due.map((amount) => Math.max(0, Math.floor(amount + slip)));
  const order = due.map((amount, one) => ({ one, rest: amount - (given[one] ?? 0) })).sort((a, b) => b.rest - a.rest);
  let left = whole - given.reduce((a, b) => a + b, 0);
  for (let i = 0; left > 0 && order.length > 0; i = (i + 1) % order.length, left -= 1) {
    const { one } = order[i] as { one: number };
    given[one] = (given[one] ?? 0) + 1;
  }
  return given;
};

/** A double is not a tenth. */
const slip = 1e-9;
