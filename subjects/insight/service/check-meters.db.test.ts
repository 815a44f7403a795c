import type { TariffPlan } from '#subjects/bills/domain/tariff/plan.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type SentByHand, type Stage } from '#apps/service/testing/stage.ts';
import { enterPlans } from '#subjects/bills/service/testing-bills.ts';
import { closeDays } from '#subjects/readings/service/ingest/index.ts';
import { madeHome, usedBy } from '../domain/honest/testing-home.ts';
import { checkMeters } from './check-meters.ts';

const dayS = 86_400;
const hourS = 3600;
const days = 60;
/** Midnight (UTC) after the last day that was heard. */
const end = Date.UTC(2026, 10, 9) / 1000;
let clock = end + hourS;
let stage: Stage;
beforeAll(async () => {
  stage = await openStage(() => clock * 1000);
});
afterAll(() => stage.end());

interface Row {
  id: string;
  meter_id: number;
  since: number;
  ended_at: number | null;
  figures: Record<string, string | number | null>;
}
const notices = (home: SeededHome) => stage.seed.owner<Row[]>`
  select id, meter_id, extract(epoch from since)::bigint as since, extract(epoch from ended_at)::bigint as ended_at, figures
  from notices where household_id = ${home.household} and kind = 'meter-check' order by noticed_at, id`;

const hoursOf = (key: string, used: Float64Array, from: number): SentByHand[] =>
  Array.from(used, (value, i) => ({ meter: key, at: from + i * hourS, value, spanS: hourS }));

/** A home with a main meter and two inside it; `counted`: what the fridge's says of what it used. */
const heardHome = async (counted: (used: number, at: number) => number) => {
  const home = await stage.seed.home('Europe/Madrid');
  const main = await home.device('Main', 'whole_home', 'electricity');
  const fridge = await home.device('Fridge', 'kitchen', 'electricity');
  await stage.seed.owner`
    update meters set parent_meter_id = ${main.meterId} where household_id = ${home.household} and id = ${fridge.meterId}`;
  const made = madeHome(1, days);
  await stage.send(home, hoursOf(main.key, usedBy(made, 'whole'), end - days * dayS));
  await stage.send(home, hoursOf(fridge.key, usedBy(made, 'fridge').map(counted), end - days * dayS));
  return { home, main, fridge };
};

const tenfold = (used: number, at: number): number => (at < (days - 4) * 24 ? used : used * 10);
const plan: TariffPlan = {
  name: 'One price',
  utility: 'electricity',
  currency: 'EUR',
  unit: 'kWh',
  charges: [{ id: 'use', kind: 'use', rate: '0.2' }],
};

describe('the meters of a home are looked at once a day', () => {
  test('and one that counts ten times is told once, with the day and the other meter untouched', async () => {
    const { home, fridge } = await heardHome(tenfold);
    await closeDays(stage.sql, end - 2 * dayS);
    expect(await checkMeters(stage.sql, clock)).toBeGreaterThan(0);
    const [notice, ...more] = await notices(home);
    expect(more).toEqual([]);
    expect(notice).toMatchObject({
      meter_id: fridge.meterId,
      ended_at: null,
      figures: { fault: 'scale', factor: 10, against: null, againstName: null },
    });
    expect(Math.abs((notice?.since ?? 0) - (end - 4 * dayS))).toBeLessThanOrEqual(2 * dayS);
    // Not before the next day; then nothing is new.
    expect(await checkMeters(stage.sql, clock + hourS)).toBe(0);
    clock = end + dayS + 5 * hourS;
    expect(await checkMeters(stage.sql, clock)).toBeGreaterThan(0);
    expect(await notices(home)).toHaveLength(1);
  });

  test('an honest home is told nothing; the demo is not looked at', async () => {
    clock = end + hourS;
    const { home } = await heardHome((used) => used);
    await checkMeters(stage.sql, clock);
    expect(await notices(home)).toEqual([]);
    expect(
      await stage.seed.owner`select from private.meter_checks where household_id = ${home.household}`,
    ).toHaveLength(1);
    const [row] = await stage.seed.owner<{ demos: number }[]>`
      select count(*)::int as demos from private.meter_checks c join households h on h.id = c.household_id where h.kind <> 'home'`;
    expect(row?.demos).toBe(0);
  });

  test('money is told at the tariff of the home, and none without one', async () => {
    clock = end + hourS;
    const { home } = await heardHome(tenfold);
    await enterPlans(stage, home, '2026-01-01', [plan]);
    await checkMeters(stage.sql, clock);
    const [notice] = await notices(home);
    const { perDay, costPerMonth, currency } = notice?.figures ?? {};
    expect(currency).toBe('EUR');
    // Thirty days of what is counted too much, at 0.20 a kWh.
    expect(Number(costPerMonth) / ((Number(perDay) * 30 * 0.2) / 1000)).toBeCloseTo(1, 1);
  });

  test('it ends when the meter is put right', async () => {
    clock = end + hourS;
    const { home, fridge } = await heardHome(tenfold);
    await checkMeters(stage.sql, clock);
    const made = usedBy(madeHome(7, 8), 'fridge');
    clock = end + 8 * dayS + 5 * hourS;
    await stage.send(home, hoursOf(fridge.key, made, end));
    await checkMeters(stage.sql, clock);
    const [notice, ...more] = await notices(home);
    expect([notice?.ended_at, more]).toEqual([clock, []]);
  });

  test('what was dismissed does not come back', async () => {
    clock = end + hourS;
    const { home } = await heardHome(tenfold);
    await checkMeters(stage.sql, clock);
    await stage.seed
      .owner`update notices set dismissed_at = to_timestamp(${clock}) where household_id = ${home.household}`;
    clock = end + dayS + 5 * hourS;
    await checkMeters(stage.sql, clock);
    expect(await notices(home)).toHaveLength(1);
  });
});
