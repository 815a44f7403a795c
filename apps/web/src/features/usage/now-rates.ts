import type { LatestAnswer, LatestMeter, Utility } from '@wattershed/contracts';

/** The longest pause between two readings that is not yet a silence. */
export const silentAfterMs = 65 * 60_000;

export interface NowRate {
  /** W or L/min over the latest step; null when no meter tells. */
  rate: number | null;
  at: number | null;
  /** Rooms that are drawing at this moment, the strongest first. */
  rooms: string[];
}

export function nowRate({ meters }: LatestAnswer, utility: Utility, now: number): NowRate {
  const speaking = meters.filter(
    (meter) => meter.utility === utility && !isSilent(meter, now) && meter.lastAt !== null,
  );
  const roots = speaking.filter(({ parentMeterId }) => !speaking.some(({ meterId }) => meterId === parentMeterId));
  const rates = roots.flatMap(({ rate }) => rate ?? []);
  const times = roots.flatMap(({ lastAt }) => (lastAt === null ? [] : Date.parse(lastAt)));
  return {
    rate: rates.length === 0 ? null : rates.reduce((sum, rate) => sum + rate, 0),
    at: times.length === 0 ? null : Math.max(...times),
    rooms: drawingRooms(speaking),
  };
}

function drawingRooms(meters: readonly LatestMeter[]): string[] {
  const drawing = meters
    .filter(({ rate, room }) => (rate ?? 0) > 0 && room !== 'whole_home')
    .sort((a, b) => (b.rate ?? 0) - (a.rate ?? 0));
  return [...new Set(drawing.map(({ room }) => room))];
}

/** A meter that has reported before and has now been quiet for too long. */
export function isSilent({ lastAt }: LatestMeter, now: number): boolean {
  return lastAt !== null && now - Date.parse(lastAt) > silentAfterMs;
}
