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
  type LatestAnswer,
  usageAnswer,
  type UsageQuery,
} from '../contract/usage.ts';
import { ownShares, totalFlows } from '../domain/flow-balance.ts';
import { createReadUsage } from './index.ts';
import { createReadEmissions, createReadFlows } from './read-flows.ts';
import { createReadLatest } from './read-latest.ts';

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
        // Of what is told as a least, each bucket has its own.
        for (const other of all) expect({ ...other, ...(told?.atLeast && { used: told.used }) }).toEqual(told);
        const of = (flow: Flow) => told?.flows[flow]?.used ?? 0;
        const sum = (flow: Flow) => steps[flow].reduce((a, b) => a + b, 0);
        for (const flow of flowIds) expect(of(flow)).toBe(sum(flow));
        expect(told?.used).toBeGreaterThanOrEqual(0);
        if (told?.atLeast) return;
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
        expect(told?.balance).toEqual(totalFlows(moments.map((balance) => ({ used: 0, flows: {}, balance }))).balance);
        const { selfUse, atOnce, stored, selfSufficiency } = ownShares(told ?? { balance: null, atLeast: false });
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

describe('use of a home that does not see all that it makes', () => {
  const dayS = 86_400;
  /** Midnight of a Monday in Madrid. */
  const monday = Date.UTC(2026, 9, 4, 22) / 1000;
  /** Counters that go up evenly, by so much a day, from a day on. */
  const daily = (key: string | undefined, steps: readonly number[], fromDay = 0): SentByHand[] => {
    let value = 0;
    return [0, ...steps.flatMap((step) => Array.from({ length: 96 }, () => step / 96))].map((step, i) => ({
      meter: key ?? '',
      at: monday + fromDay * dayS + i * quarterS,
      value: (value += step),
    }));
  };
  const use = async (userId: string, query: Partial<UsageQuery> = {}) => {
    const whole: UsageQuery = { from: '2026-10-05', to: '2026-10-12', bucket: 'day', by: 'utility', ...query };
    const { rows } = usageAnswer.parse(JSON.parse(await createReadUsage(stage.sql)(userId, whole)));
    return rows.map(({ start: at, used, atLeast }) => [at.slice(0, 10), used, atLeast ?? false] as const);
  };

  test('from the first day on that something went back, it is at least what was drawn; a meter of the roof ends that', async () => {
    const home = await homeWith(['drawn', 'returned', 'produced']);
    await stage.send(home, [
      ...daily(home.keys.get('drawn'), [9600, 4800, 4800, 4800, 4800]),
      ...daily(home.keys.get('returned'), [0, 19_200, 0, 9600, 9600]),
      ...daily(home.keys.get('produced'), [9600, 19_200], 3),
    ]);
    const told = [
      ['2026-10-05', 9600, false],
      ['2026-10-06', 4800, true],
      ['2026-10-07', 4800, true],
      // The roof's meter came on this day: what was before it that day is not known.
      ['2026-10-08', 4800, true],
      ['2026-10-09', 4800 + 19_200 - 9600, false],
    ];
    expect(await use(home.userId)).toEqual(told);
    const sum = told.reduce((all, [, used]) => all + Number(used), 0);
    expect(await use(home.userId, { bucket: 'week' })).toEqual([['2026-10-05', sum, true]]);
    expect(await use(home.userId, { bucket: 'month', from: '2026-10-01', to: '2026-11-01' })).toEqual([
      ['2026-10-01', sum, true],
    ]);
    for (const bucket of ['5m', '15m', 'hour'] as const) {
      const rows = await use(home.userId, { bucket, from: '2026-10-05', to: '2026-10-10' });
      expect(rows.reduce((all, [, used]) => all + used, 0)).toBe(sum);
      expect(rows.every(([, used]) => used >= 0)).toBe(true);
      const first = rows.findIndex(([, , atLeast]) => atLeast);
      expect(rows.slice(first).filter(([, , atLeast]) => !atLeast)).toHaveLength(first);
    }
    const rows = await ask(home.userId, { from: '2026-10-05', to: '2026-10-12' });
    expect(rows.map(({ used, atLeast }) => [used, atLeast ?? false])).toEqual(told.map(([, ...one]) => one));
    expect(totalFlows(rows)).toMatchObject({ used: sum, atLeast: true });
    // Shares are of the days that are known.
    expect(shares(rows).selfSufficiency).toBeCloseTo(1 - (9600 + 4800) / (9600 + 14_400));
    // What passed is told as it was.
    const flow = await use(home.userId, { by: 'flow' });
    expect(flow.every(([, , atLeast]) => !atLeast)).toBe(true);
    const latest = JSON.parse(await createReadLatest(stage.sql)(home.userId, undefined)) as LatestAnswer;
    expect(latest.atLeast).toBeUndefined();
  });

  test('a meter that counts back and never did so leaves nothing to doubt', async () => {
    const home = await homeWith(['drawn', 'returned']);
    await stage.send(home, [
      ...daily(home.keys.get('drawn'), [9600, 4800]),
      ...daily(home.keys.get('returned'), [0, 0]),
    ]);
    expect(await use(home.userId)).toEqual([
      ['2026-10-05', 9600, false],
      ['2026-10-06', 4800, false],
    ]);
  });

  test('a roof that has fallen silent is missed once something goes back again', async () => {
    const home = await homeWith(['drawn', 'returned', 'produced']);
    await stage.send(home, [
      ...daily(home.keys.get('drawn'), [4800, 4800, 4800, 4800]),
      ...daily(home.keys.get('returned'), [9600, 9600, 0, 9600]),
      ...daily(home.keys.get('produced'), [19_200, 19_200]),
    ]);
    expect(await use(home.userId)).toEqual([
      ['2026-10-05', 14_400, false],
      ['2026-10-06', 14_400, false],
      // The last reading of the roof was at midnight, so that this day counts as heard of.
      ['2026-10-07', 4800, false],
      ['2026-10-08', 4800, true],
    ]);
  });

  test('a battery that takes in more than was drawn has a roof that nobody sees; one that trades with the grid has not', async () => {
    const flowsOf = ['drawn', 'returned', 'charged', 'discharged'] as const;
    const trader = await homeWith(flowsOf);
    await stage.send(trader, [
      ...daily(trader.keys.get('drawn'), [14_400, 4800]),
      ...daily(trader.keys.get('charged'), [9600, 0]),
      ...daily(trader.keys.get('discharged'), [0, 9600]),
      ...daily(trader.keys.get('returned'), [0, 4800]),
    ]);
    expect(await use(trader.userId)).toEqual([
      ['2026-10-05', 4800, false],
      ['2026-10-06', 9600, false],
    ]);
    const sunny = await homeWith(flowsOf);
    await stage.send(sunny, [
      ...daily(sunny.keys.get('drawn'), [4800, 9600]),
      ...daily(sunny.keys.get('charged'), [9600, 4800]),
      ...daily(sunny.keys.get('discharged'), [4800, 4800]),
      ...daily(sunny.keys.get('returned'), [9600, 0]),
    ]);
    expect(await use(sunny.userId)).toEqual([
      ['2026-10-05', 0, true],
      ['2026-10-06', 4800, true],
    ]);
  });

  test('use is never negative, and where it is not said to be a least it is what its flows come to: in any home', async () => {
    const course = fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 1, maxLength: 3 });
    const wanted = fc.record(
      { drawn: course, returned: course, produced: course, charged: course },
      { requiredKeys: ['drawn'] },
    );
    await fc.assert(
      fc.asyncProperty(wanted, fc.boolean(), async (steps, close) => {
        const told = Object.entries(steps) as [Flow, number[]][];
        const home = await homeWith(told.map(([flow]) => flow));
        for (const [flow, own] of told)
          await stage.send(
            home,
            daily(
              home.keys.get(flow),
              own.map((one) => 96 * one),
            ),
          );
        if (close) await closeDays(stage.sql, now);
        const days = await use(home.userId);
        for (const [at, used, atLeast] of days) {
          const i = Number(at.slice(8)) - 5;
          const net = told.reduce((sum, [flow, own]) => sum + flows[flow].inUse * 96 * (own[i] ?? 0), 0);
          expect(used).toBeGreaterThanOrEqual(0);
          const drawn = 96 * ((steps.drawn[i] ?? 0) - (steps.charged?.[i] ?? 0));
          expect(used).toBe(atLeast ? Math.max(0, drawn) : net);
          expect(!atLeast || told.some(([flow]) => flow === 'returned' || flow === 'charged')).toBe(true);
        }
        const month = await use(home.userId, { bucket: 'month', from: '2026-10-01', to: '2026-11-01' });
        const isLeast = days.some(([, , atLeast]) => atLeast);
        expect(!isLeast || month.every(([, , atLeast]) => atLeast)).toBe(true);
      }),
      { numRuns: 12 },
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
