/** Devices with their state, and what their meters said last. */
import type { LatestAnswer } from '@wattershed/contracts';
import { type HomeDevice, wholeHome } from '../home.ts';
import type { Question } from '../question.ts';
import { isHeardLately } from './history.ts';
import type { Reading } from './use.ts';

export interface DeviceState extends HomeDevice {
  /** An instant; null: its meter has never reported. */
  readonly lastAt: string | null;
  /** It has reported before, and has now been quiet for too long. */
  readonly isSilent: boolean;
  /** W or L/min; null: nothing was heard lately. */
  readonly rate: number | null;
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
  const isSilent = lastAt !== null && !isHeardLately(lastAt, nowMs);
  const rates = own.flatMap(({ rate }) => rate ?? []);
  return {
    ...device,
    lastAt,
    isSilent,
    rate: isSilent || rates.length === 0 ? null : rates.reduce((sum, rate) => sum + rate, 0),
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
