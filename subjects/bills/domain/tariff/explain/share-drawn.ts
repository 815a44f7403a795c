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
 * Where nothing was used, it is that of the device before which it was drawn.
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
  for (const [i, at] of Array.from(drawn.startS).entries()) {
    const own = used.map((use) => use.get(at) ?? 0);
    const sum = own.reduce((a, b) => a + b, 0);
    let [given, weight] = [0, 0];
    for (const [one, amount] of own.entries()) {
      weight += sum === 0 ? Number(devices[one]?.deviceId === mains) : amount / sum;
      const until = Math.round(Math.min(1, weight) * (drawn.used[i] ?? 0));
      shares[one]?.push(until - given);
      given = until;
    }
  }
  return devices.map((device, one) => ({ ...device, use: { ...drawn, used: shares[one] ?? [] } }));
};
