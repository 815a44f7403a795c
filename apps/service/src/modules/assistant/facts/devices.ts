/** Devices with their state, and what their meters said last. */
import type { LatestAnswer } from '@wattershed/contracts';
import { isSilent as isQuiet, type Rate, rateAt, sumRates } from '@wattershed/domain';
import { type HomeDevice, wholeHome } from '../home.ts';
import type { Question } from '../question.ts';
import type { Reading } from './use.ts';

export interface DeviceState extends HomeDevice {
  /** An instant; null: its meter has never reported. */
  readonly lastAt: string | null;
  /** It has reported before, and has now been quiet for too long. */
  readonly isSilent: boolean;
  /** W or L/min; null: nothing that was heard tells what flows now. */
  readonly rate: Rate | null;
  /** Wh or mL, with what the meters inside it counted. */
  readonly today: number | null;
}

export type AskedDevices = Pick<Extract<Question, { about: 'devices' }>, 'ask' | 'room' | 'utility'>;

const stateOf = (device: HomeDevice, { meters }: LatestAnswer, nowMs: number): DeviceState => {
  const own = meters.filter(({ deviceId }) => deviceId === device.id);
  const lastAt =
    own
      .flatMap((meter) => meter.lastAt ?? [])
      .sort()
      .at(-1) ?? null;
  const rates = own.flatMap((meter) => rateAt(meter, nowMs) ?? []);
  return {
    ...device,
    lastAt,
    isSilent: isQuiet({ lastAt }, nowMs),
    rate: rates.length === 0 ? null : sumRates(device.utility, rates),
    today: lastAt === null ? null : own.reduce((sum, meter) => sum + meter.today, 0),
  };
};

const isWanted = (ask: AskedDevices['ask'], { isActive, isSilent, lastAt }: DeviceState): boolean => {
  if (ask === 'on') return isActive;
  if (ask === 'off') return !isActive;
  return ask !== 'silent' || isSilent || lastAt === null;
};

/** In the order in which they were added. */
export const readDevices = async (
  { home, sources }: Reading,
  { ask, room, utility }: AskedDevices,
): Promise<DeviceState[]> => {
  const latest = await sources.latest();
  return home.devices
    .filter((device) => room === null || room === wholeHome || device.room === room)
    .filter((device) => utility === null || device.utility === utility)
    .map((device) => stateOf(device, latest, home.nowMs))
    .filter((device) => isWanted(ask, device));
};

export const readDevice = async (reading: Reading, id: string): Promise<DeviceState | undefined> =>
  (await readDevices(reading, { ask: 'list', room: null, utility: null })).find((device) => device.id === id);
