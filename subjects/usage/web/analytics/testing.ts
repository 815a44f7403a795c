import { type Utility, utilityIds } from '#catalogue/index.ts';
import type { LatestAnswer, UsageRow } from '../../contract/usage.ts';
import fc from 'fast-check';
import { latest, meter, usageRow } from '../testing.ts';
import type { AnalyticsFigures } from './analytics-figures.ts';
import { readRequest } from './analytics-request.ts';
import { periodAt } from './period.ts';

/** A home with a main meter of each utility, and rooms below it. */
export const home: LatestAnswer = latest(
  utilityIds.flatMap((utility) => [
    meter(`whole_home-${utility}`),
    ...['kitchen', 'bedroom', 'bathroom'].map((room) =>
      meter(`${room}-${utility}`, { parentMeterId: `whole_home-${utility}` }),
    ),
  ]),
);

export function partOf(
  start: string,
  room: string,
  utility: Utility,
  used: number,
  rest: Partial<UsageRow> = {},
): UsageRow {
  return usageRow(start, utility, used, { room, deviceId: `device ${room}-${utility}`, ...rest });
}

/** Rows of any use, also below nothing, as net figures can be. */
export const anyParts = (starts: readonly string[], least = -200): fc.Arbitrary<UsageRow[]> =>
  fc.array(
    fc
      .tuple(
        fc.constantFrom(...starts),
        fc.constantFrom('whole_home', 'kitchen', 'bedroom', 'bathroom'),
        fc.constantFrom(...utilityIds),
        fc.integer({ min: least, max: 9000 }),
      )
      .map(([start, room, utility, used]) => partOf(start, room, utility, used)),
    { maxLength: 60 },
  );

export function figuresOf(change: Partial<AnalyticsFigures>): AnalyticsFigures {
  const request = readRequest(new URLSearchParams(), '2026-11-20');
  const rows = change.parts ?? [];
  return {
    request: { ...request, period: periodAt('week', '2026-11-20') },
    origin: 'measured',
    timeZone: 'Europe/Madrid',
    now: Date.parse('2026-11-21T12:00:00Z'),
    latest: home,
    rows,
    parts: rows,
    earlier: null,
    day: '2026-11-20',
    curve: [],
    year: [],
    ...change,
  };
}
