import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { flowNow, rateAt } from '#subjects/readings/domain/present-rate.ts';
import { type LatestAnswer, latestAnswer } from '#subjects/usage/contract/usage.ts';
import { createUsage } from '#subjects/usage/service/index.ts';
import { rateKey } from '../tools/told-figures.ts';
import { readDevices } from './devices.ts';
import { nowTool, readNow } from './now.ts';
import { all, fakeAsking } from './testing-use.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.end());

/** Wh at one reading after another, so many seconds apart. */
const aCourse = fc.record({
  everyS: fc.constantFrom(5, 10, 60, 61, 300, 900),
  uses: fc.array(fc.oneof(fc.nat({ max: 3 }), fc.nat({ max: 200 })), { minLength: 0, maxLength: 12 }),
  agoS: fc.constantFrom(0, 20, 600, 1000, 5000),
});

describe('one present rate', () => {
  test('whatever was read: API, pages and assistant tell the same number at the same moment', async () => {
    const home = await stage.seed.home('Europe/Madrid');
    const usage = createUsage({ sql: stage.sql, changes: stage.changes });
    await fc.assert(
      fc.asyncProperty(fc.tuple(aCourse, aCourse, aCourse), async (courses) => {
        const [mains, oven, tap] = await Promise.all([
          home.device('Mains', 'whole_home', 'electricity'),
          home.device('Oven', 'kitchen', 'electricity'),
          home.device('Tap', 'kitchen', 'water'),
        ]);
        const meters = [mains, oven, tap];
        await stage.seed.owner`update meters set parent_meter_id = ${mains.meterId} where id = ${oven.meterId}`;
        const nowS = Math.floor(Date.now() / 1000);
        for (const [i, { everyS, uses, agoS }] of courses.entries()) {
          const key = meters[i]?.key as string;
          let value = 52_431;
          const first = nowS - agoS - uses.length * everyS;
          const sent = [{ meter: key, at: first, value }];
          for (const [k, used] of uses.entries()) {
            value += used;
            sent.push({ meter: key, at: first + (k + 1) * everyS, value });
          }
          await stage.send(home, sent);
        }
        const latest: LatestAnswer = latestAnswer.parse(JSON.parse(await usage.latest(home.userId, undefined)));
        expect(latest.meters).toHaveLength(3);
        const nowMs = Date.parse(latest.at);
        const devices = meters.map(({ deviceId }, i) => ({
          id: deviceId,
          name: `Device ${i}`,
          room: i === 0 ? 'whole_home' : 'kitchen',
          utility: i === 2 ? ('water' as const) : ('electricity' as const),
          isActive: true,
          commands: false,
        }));
        const asking = fakeAsking({ meters: latest.meters, home: { devices, nowMs } });
        const { rates } = await readNow(asking, all);
        const { facts } = await nowTool.run(asking, {});
        for (const utility of new Set(devices.map((device) => device.utility))) {
          const shown = flowNow(latest.meters, utility, nowMs).flow;
          const told = rates.find((one) => one.utility === utility)?.flow;
          expect(told).toEqual(shown);
          const whole = (facts as Record<string, { whole_home: Record<string, unknown> | string }>)[utility]
            ?.whole_home;
          const said = typeof whole === 'object' ? whole[rateKey(utility)] : null;
          expect(said).toBe(shown?.rate ?? null);
        }
        for (const state of await readDevices(asking, { ask: 'list', room: null, utility: null })) {
          const meter = latest.meters.find(({ deviceId }) => deviceId === state.id);
          expect(state.rate?.rate ?? null).toBe(meter?.rate ?? null);
          expect(meter === undefined ? undefined : rateAt(meter, nowMs)?.rate).toBe(meter?.rate ?? undefined);
        }
        const root = latest.meters.find(({ deviceId }) => deviceId === mains.deviceId);
        const own = flowNow(latest.meters, 'electricity', nowMs).flow;
        expect(root?.rateState === 'now' ? own?.rate : null).toBe(root?.rate ?? null);
        await stage.seed.owner`delete from connected_devices where household_id = ${home.household}`;
      }),
      { numRuns: 25 },
    );
  });
});
