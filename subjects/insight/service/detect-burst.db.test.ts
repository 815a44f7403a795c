import type { TariffPlan } from '#subjects/bills/domain/tariff/plan.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type SentByHand, type Stage } from '#apps/service/testing/stage.ts';
import { enterPlans } from '#subjects/bills/service/testing-bills.ts';
import { closeDays } from '#subjects/readings/service/ingest/index.ts';
import { detectNotices } from './detect-notices.ts';

/** Nothing here waits: the clock is what a test says. */
let clock = 0;
let stage: Stage;
beforeAll(async () => {
  stage = await openStage(() => clock * 1000);
});
afterAll(() => stage.end());

const minuteS = 60;
const hourS = 3600;
/** Noon of a Monday in Madrid. */
const noon = Date.UTC(2026, 10, 9, 11) / 1000;
beforeEach(() => {
  clock = noon;
});

const plan: TariffPlan = {
  name: 'Water',
  utility: 'water',
  currency: 'EUR',
  unit: 'm3',
  charges: [{ id: 'use', kind: 'use', rate: '2.5' }],
};

interface Row {
  kind: string;
  meter_id: number;
  since: number;
  ended_at: number | null;
  figures: Record<string, number | string>;
}
const notices = (home: SeededHome) => stage.seed.owner<Row[]>`
  select kind, meter_id, extract(epoch from since)::bigint as since, extract(epoch from ended_at)::bigint as ended_at, figures
  from notices where household_id = ${home.household} order by since, kind`;

/** A counter that is read every minute, with so many litres in each, and what it shows at the end. */
const run = async (home: SeededHome, meter: string, from: number, litres: readonly number[], shows = 0) => {
  let value = shows;
  const readings: SentByHand[] = litres.map((one, i) => ({
    meter,
    at: from + i * minuteS,
    value: (value += one * 1000),
  }));
  clock = from + (litres.length - 1) * minuteS;
  await stage.send(home, readings);
  return value;
};
const minutes = (count: number, litres: number) => Array<number>(count).fill(litres);
/** As the job does: whoever is due is looked at, as often as it asks for it. */
const lookUntil = async (to: number) => {
  for (let at = clock; at <= to; at += minuteS) await detectNotices(stage.sql, at);
  clock = to;
};

describe('a burst', () => {
  test('C1.2 is told at once after a quarter of an hour of fast water, counts its litres and what they cost, and ends when it rests', async () => {
    const home = await stage.seed.home('Europe/Madrid');
    const tap = await home.device('Main tap', 'kitchen', 'water');
    await enterPlans(stage, home, '2026-01-01', [plan]);
    let shows = await run(home, tap.key, noon - hourS, minutes(61, 0));
    await lookUntil(noon);
    for (let minute = 1; minute <= 12; minute += 1) {
      shows = await run(home, tap.key, noon + minute * minuteS, [40], shows);
      await lookUntil(clock);
    }
    expect(await notices(home)).toEqual([]);
    for (let minute = 13; minute <= 20; minute += 1) {
      shows = await run(home, tap.key, noon + minute * minuteS, [40], shows);
      await lookUntil(clock);
    }
    const burst = { kind: 'burst', meter_id: tap.meterId, since: noon };
    const [told, ...others] = await notices(home);
    expect(others).toEqual([]);
    expect(told).toMatchObject({ ...burst, ended_at: null });
    expect(Number(told?.figures['leakMl'])).toBeGreaterThan(760_000);
    expect(Number(told?.figures['leakMl'])).toBeLessThan(840_000);
    expect(told?.figures['cost']).toBe((Number(told?.figures['leakMl']) * 2.5e-6).toFixed(2));
    shows = await run(home, tap.key, noon + 21 * minuteS, minutes(20, 0), shows);
    await lookUntil(clock + minuteS);
    expect(await notices(home)).toMatchObject([{ ...burst, ended_at: noon + 25 * minuteS }]);
  });

  test('goes by what the home drew before: the burst of yesterday is no measure, what was fine is', async () => {
    const home = await stage.seed.home('Europe/Madrid');
    const tap = await home.device('Pool tap', 'garden', 'water');
    // Sixteen days, on each of them an hour of a garden hose.
    let shows = 0;
    for (let day = 17; day > 1; day -= 1) {
      const from = noon - day * 24 * hourS;
      clock = from + 2 * hourS;
      const hose = [0, 1, 2, 3, 4].map((i) => ({
        meter: tap.key,
        at: from + i * 900,
        value: (shows += i > 0 ? 225_000 : 0),
      }));
      await stage.send(home, hose);
    }
    await closeDays(stage.sql, noon - (noon % (24 * hourS)) - 24 * hourS);
    const fill = async (from: number) => {
      shows = await run(home, tap.key, from - 30 * minuteS, minutes(31, 0), shows);
      await lookUntil(from);
      for (let minute = 1; minute <= 18; minute += 1) {
        shows = await run(home, tap.key, from + minute * minuteS, [28], shows);
        await lookUntil(clock);
      }
      shows = await run(home, tap.key, from + 19 * minuteS, minutes(60, 0), shows);
      await lookUntil(clock);
    };
    // 28 L/min are more than 1.3 times the hose's 15.
    await fill(noon - 24 * hourS);
    await fill(noon - 12 * hourS);
    expect((await notices(home)).map(({ kind }) => kind)).toEqual(['burst', 'burst']);
    await stage.seed.owner`
      update notices set dismissed_at = now(), dismissed_as = 'fine' where household_id = ${home.household}`;
    await fill(noon);
    expect(await notices(home)).toHaveLength(2);
  });

  test('is told of what it runs through once, the inner meter, and not as water that does not stop besides', async () => {
    const home = await stage.seed.home('Europe/Madrid');
    const mains = await home.device('Mains', 'whole_home', 'water');
    const tap = await home.device('Tap', 'bathroom', 'water');
    await stage.seed.owner`update meters set parent_meter_id = ${mains.meterId} where id = ${tap.meterId}`;
    let [outer, inner] = [0, 0];
    for (let from = noon; from < noon + 4 * hourS; from += 10 * minuteS) {
      outer = await run(home, mains.key, from, minutes(10, 50), outer);
      inner = await run(home, tap.key, from, minutes(10, 50), inner);
      await lookUntil(clock);
    }
    expect(await notices(home)).toMatchObject([{ kind: 'burst', meter_id: tap.meterId, ended_at: null }]);
  });
});
