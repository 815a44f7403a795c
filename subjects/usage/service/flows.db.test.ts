import { type Flow, flowIds, flows } from '#catalogue/index.ts';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type SentByHand, type Stage } from '#apps/service/testing/stage.ts';
import { closeDays } from '#subjects/readings/service/ingest/index.ts';
import {
  emissionsAnswer,
  type EmissionsQuery,
  type FlowsQuery,
  flowsAnswer,
  type FlowsRow,
} from '../contract/usage.ts';
import { ownShares, totalFlows } from '../domain/flow-balance.ts';
import { createReadUsage } from './index.ts';
import { createReadEmissions, createReadFlows } from './read-flows.ts';

const now = Date.UTC(2026, 11, 1) / 1000;
const quarterS = 900;
/** The evening before Madrid's day of 25 hours. */
const start = Date.UTC(2026, 9, 24, 20) / 1000;
let stage: Stage;
beforeAll(async () => {
  stage = await openStage(() => now * 1000);
});
afterAll(() => stage.end());

const ask = async (userId: string, query: Partial<FlowsQuery> = {}): Promise<FlowsRow[]> => {
  const whole: FlowsQuery = { from: '2026-10-24', to: '2026-10-27', bucket: 'day', ...query };
  return flowsAnswer.parse(JSON.parse(await createReadFlows(stage.sql)(userId, whole))).rows;
};

/** A home with a meter of each of these flows; its readings are sent by its key. */
const homeWith = async (
  wanted: readonly Flow[],
  zone = 'Europe/Madrid',
): Promise<SeededHome & { keys: Map<Flow, string> }> => {
  const home = await stage.seed.home(zone);
  const keys = new Map<Flow, string>();
  for (const flow of wanted) {
    const { key, meterId } = await home.device(flow, 'garden', 'electricity');
    await stage.seed.owner`update meters set flow = ${flow} where id = ${meterId}`;
    keys.set(flow, key);
  }
  return { ...home, keys };
};

/** Counters that go up by so much in each quarter-hour. */
const counted = (keys: ReadonlyMap<Flow, string>, steps: Partial<Record<Flow, readonly number[]>>): SentByHand[] =>
  Object.entries(steps).flatMap(([flow, own]) => {
    const meter = keys.get(flow as Flow) ?? '';
    let value = 0;
    return [0, ...own].map((step, i) => ({ meter, at: start + i * quarterS, value: (value += step) }));
  });

const shares = (rows: readonly FlowsRow[]) => ownShares(totalFlows(rows));

describe('flows of a home', () => {
  test('what goes back in the quarter-hour in which it is made is not self-used; what a battery gives back in the evening is not the roof’s', async () => {
    const home = await homeWith(['drawn', 'returned', 'produced', 'charged', 'discharged']);
    // By day 1000 made: 300 into the battery, 500 back. Then 400 made and used. In the evening the battery gives 200 back.
    await stage.send(
      home,
      counted(home.keys, {
        produced: [1000, 400, 0, 0],
        returned: [500, 0, 200, 0],
        charged: [300, 0, 0, 0],
        discharged: [0, 0, 250, 0],
        drawn: [0, 100, 0, 700],
      }),
    );
    const rows = await ask(home.userId);
    const { flows: sums, used, balance } = totalFlows(rows);
    expect(Object.fromEntries(flowIds.map((flow) => [flow, sums[flow]?.used]))).toEqual({
      drawn: 800,
      returned: 700,
      produced: 1400,
      charged: 300,
      discharged: 250,
    });
    expect(used).toBe(1450);
    expect(balance).toEqual({
      used: 1450,
      drawn: 800,
      produced: 1400,
      stored: 300,
      sentBack: 500,
      wholeS: 4 * quarterS,
    });
    // By sums alone half of it would have gone back.
    expect(shares(rows)).toEqual({
      selfUse: expect.closeTo(900 / 1400),
      atOnce: expect.closeTo(600 / 1400),
      stored: expect.closeTo(300 / 1400),
      selfSufficiency: expect.closeTo(650 / 1450),
    });
  });

  test('a home that draws alone has no flows to tell, and a stranger none at all', async () => {
    const home = await homeWith(['drawn']);
    await stage.send(home, counted(home.keys, { drawn: [100, 200] }));
    expect(await ask(home.userId)).toEqual([]);
    const stranger = await stage.seed.home();
    await expect(ask(stranger.userId, { household: home.household })).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('what is missing stays missing: a roof that has not been heard since is left out of the shares, not taken for none', async () => {
    const home = await homeWith(['drawn', 'returned', 'produced']);
    await stage.send(home, counted(home.keys, { drawn: [100, 100, 100], returned: [50, 80, 80], produced: [150] }));
    const [row] = await ask(home.userId);
    expect(row?.flows.produced).toMatchObject({ used: 150, coveredS: quarterS });
    expect(row?.balance).toEqual({ used: 200, drawn: 100, produced: 150, stored: 0, sentBack: 50, wholeS: quarterS });
    // Another day of which the roof has told nothing has no such flow.
    await stage.send(home, [
      { meter: home.keys.get('drawn') ?? '', at: start + 30 * 3600, value: 400 },
      { meter: home.keys.get('drawn') ?? '', at: start + 30 * 3600 + 300, value: 500 },
    ]);
    const later = (await ask(home.userId)).find(({ start: day }) => day === '2026-10-26');
    expect(later?.flows.produced).toBeUndefined();
    expect(later?.balance).toBeUndefined();
  });

  test('an inverter that sleeps at night has left nothing out', async () => {
    const home = await homeWith(['drawn', 'produced']);
    const roof = home.keys.get('produced') ?? '';
    await stage.send(home, [
      ...counted(home.keys, { drawn: Array.from({ length: 48 }, () => 10) }),
      { meter: roof, at: start, value: 0 },
      { meter: roof, at: start + quarterS, value: 40 },
      { meter: roof, at: start + 47 * quarterS, value: 40 },
      { meter: roof, at: start + 48 * quarterS, value: 80 },
    ]);
    expect(totalFlows(await ask(home.userId)).balance).toMatchObject({
      wholeS: 48 * quarterS,
      produced: 80,
      drawn: 480,
    });
  });

  test('an amount that is missing in between is not taken for nothing', async () => {
    const home = await homeWith(['drawn', 'produced']);
    const roof = home.keys.get('produced') ?? '';
    await stage.send(home, [
      ...counted(home.keys, { drawn: [10, 10, 10] }),
      { meter: roof, at: start, value: 40, spanS: quarterS },
      { meter: roof, at: start + 2 * quarterS, value: 60, spanS: quarterS },
    ]);
    expect(totalFlows(await ask(home.userId)).balance).toMatchObject({
      wholeS: 2 * quarterS,
      produced: 100,
      drawn: 20,
    });
  });

  test('what was spread over a silence is told as estimated', async () => {
    const home = await homeWith(['drawn', 'produced']);
    const roof = home.keys.get('produced') ?? '';
    await stage.send(home, [
      ...counted(home.keys, { drawn: Array.from({ length: 24 }, () => 10) }),
      { meter: roof, at: start, value: 0 },
      { meter: roof, at: start + 24 * quarterS, value: 240 },
    ]);
    expect(totalFlows(await ask(home.userId)).flows.produced).toEqual({ used: 240, estimated: 240 });
  });

  test('shares lie between 0 and 1 and everything that came in went somewhere, in any order of arrival and by any bucket', async () => {
    const step = fc.integer({ min: 0, max: 3000 });
    const course = fc.array(step, { minLength: 3, maxLength: 12 });
    const wanted = fc.record({
      drawn: course,
      returned: course,
      produced: course,
      charged: course,
      discharged: course,
    });
    await fc.assert(
      fc.asyncProperty(wanted, fc.infiniteStream(fc.nat()), fc.boolean(), async (steps, order, close) => {
        const home = await homeWith(flowIds);
        const sent = counted(home.keys, steps);
        const mixed = sent
          .map((one) => ({ one, rank: order.next().value as number }))
          .sort((a, b) => a.rank - b.rank)
          .map(({ one }) => one);
        for (const cut of [mixed.slice(0, mixed.length / 2), mixed.slice(mixed.length / 2)])
          await stage.send(home, cut);
        if (close) await closeDays(stage.sql, now);
        const all = await Promise.all(
          (['hour', 'day', 'week', 'month'] as const).map(async (bucket) =>
            totalFlows(await ask(home.userId, { bucket, from: '2026-10-01', to: '2026-11-01' })),
          ),
        );
        const [told] = all;
        for (const other of all) expect(other).toEqual(told);
        const of = (flow: Flow) => told?.flows[flow]?.used ?? 0;
        const sum = (flow: Flow) => steps[flow].reduce((a, b) => a + b, 0);
        for (const flow of flowIds) expect(of(flow)).toBe(sum(flow));
        expect(of('drawn') + of('produced') + of('discharged')).toBe(
          (told?.used ?? 0) + of('returned') + of('charged'),
        );
        // By hand: quarter-hours that all five have told.
        const known = Math.min(...flowIds.map((flow) => steps[flow].length));
        const moments = Array.from({ length: known }, (_, i) => {
          const at = (flow: Flow) => steps[flow][i] ?? 0;
          const sentBack = Math.min(at('produced'), at('returned'));
          return {
            used: flowIds.reduce((net, flow) => net + flows[flow].inUse * at(flow), 0),
            drawn: at('drawn'),
            produced: at('produced'),
            stored: Math.min(at('produced') - sentBack, at('charged')),
            sentBack,
            wholeS: quarterS,
          };
        });
        expect(told?.balance).toEqual(totalFlows(moments.map((balance) => ({ flows: {}, balance }))).balance);
        const { selfUse, atOnce, stored, selfSufficiency } = ownShares(told ?? { balance: null, flows: {} });
        for (const share of [selfUse, atOnce, stored, selfSufficiency]) {
          if (share === null) continue;
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(1);
        }
        expect((atOnce ?? 0) + (stored ?? 0)).toBeCloseTo(selfUse ?? 0, 9);
      }),
      { numRuns: 40 },
    );
  });
});

describe('CO2 of a home', () => {
  const read = async (userId: string, query: Partial<EmissionsQuery> = {}) =>
    emissionsAnswer.parse(
      await createReadEmissions(stage.sql, createReadUsage(stage.sql))(userId, {
        from: '2026-10-24',
        to: '2026-10-27',
        bucket: 'day',
        ...query,
      }),
    );

  test('it is that of what was drawn, by the factor of its day: what was returned takes nothing away, without a factor it is unknown', async () => {
    const home = await homeWith(['drawn', 'returned']);
    await stage.send(
      home,
      counted(home.keys, { drawn: [1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 2000], returned: [4000] }),
    );
    expect((await read(home.userId)).rows).toEqual([
      { start: '2026-10-24', utility: 'electricity', grams: null, estimated: 0, unknown: 8000 },
      { start: '2026-10-25', utility: 'electricity', grams: null, estimated: 0, unknown: 2000 },
    ]);
    await stage.seed.owner`insert into emission_factors (household_id, utility, valid_from, g_per_unit, reference)
      values (${home.household}, 'electricity', '2026-10-25', 174.5, 'Ember 2023')`;
    const { rows, factors } = await read(home.userId);
    expect(rows.map(({ grams, unknown }) => [grams, unknown])).toEqual([
      [null, 8000],
      [349, 0],
    ]);
    expect(factors).toEqual([
      { utility: 'electricity', validFrom: '2026-10-25', gPerUnit: 174.5, reference: 'Ember 2023' },
    ]);
    const byMonth = await read(home.userId, { from: '2026-10-01', to: '2026-11-01', bucket: 'month' });
    expect(byMonth.rows).toEqual([
      { start: '2026-10-01', utility: 'electricity', grams: 349, estimated: 0, unknown: 8000 },
    ]);
    const stranger = await stage.seed.home();
    await expect(read(stranger.userId, { household: home.household })).rejects.toMatchObject({ code: 'forbidden' });
  });
});
