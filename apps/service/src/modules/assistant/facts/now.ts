/** What is drawn at this moment, by the meters that were heard lately. */
import { type LatestAnswer, type LatestMeter, type Utility } from '@wattershed/contracts';
import { wholeHome } from '../home.ts';
import type { AskedPart } from '../question.ts';
import { isHeardLately, lastHeard } from './history.ts';
import { type Reading, utilitiesOf } from './use.ts';

/** W or L/min of one utility. */
export interface NowRate {
  readonly utility: Utility;
  /** Null: no meter has told lately. */
  readonly rate: number | null;
  /** When the latest meter told; null: none lately. */
  readonly at: string | null;
  /** When one was heard at all; null: never. */
  readonly lastAt: string | null;
  /** Devices that draw something, the strongest first; those that contain others are left out. */
  readonly drawing: readonly { readonly device: string; readonly room: string; readonly rate: number }[];
}

export interface NowFacts {
  readonly part: AskedPart;
  readonly isSimulated: boolean;
  readonly rates: readonly NowRate[];
}

/** Whether one of the meters that contain it, however far above, is among these. */
const isInside = (meter: LatestMeter, among: readonly LatestMeter[], all: readonly LatestMeter[]): boolean => {
  for (let id = meter.parentMeterId; id !== null; ) {
    if (among.some(({ meterId }) => meterId === id)) return true;
    id = all.find(({ meterId }) => meterId === id)?.parentMeterId ?? null;
  }
  return false;
};

const rateOf = ({ meters }: LatestAnswer, part: AskedPart, utility: Utility, nowMs: number): NowRate => {
  const heard = meters.filter(
    (meter) =>
      meter.utility === utility &&
      isHeardLately(meter.lastAt, nowMs) &&
      (part.room === null || part.room === wholeHome || meter.room === part.room) &&
      (part.device === null || meter.deviceId === part.device),
  );
  const roots = heard.filter(
    (meter) =>
      meter.rate !== null &&
      !isInside(
        meter,
        heard.filter(({ rate }) => rate !== null),
        meters,
      ),
  );
  const parents = new Set(meters.map(({ parentMeterId }) => parentMeterId));
  const drawing = heard
    .flatMap(({ meterId, deviceId, room, rate }) =>
      rate !== null && rate > 0 && !parents.has(meterId) ? [{ device: deviceId, room, rate }] : [],
    )
    .sort((a, b) => b.rate - a.rate);
  return {
    utility,
    rate: roots.length === 0 ? null : roots.reduce((sum, { rate }) => sum + (rate ?? 0), 0),
    at:
      roots
        .flatMap(({ lastAt }) => lastAt ?? [])
        .sort()
        .at(-1) ?? null,
    lastAt: lastHeard({ meters } as LatestAnswer, { ...part, utility }),
    drawing,
  };
};

export const readNow = async ({ home, sources }: Reading, part: AskedPart): Promise<NowFacts> => {
  const latest = await sources.latest();
  return {
    part,
    isSimulated: latest.origin === 'simulated',
    rates: utilitiesOf(home, part).map((utility) => rateOf(latest, part, utility, home.nowMs)),
  };
};
