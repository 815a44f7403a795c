import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type SentByHand, type Stage } from '#apps/service/testing/stage.ts';
import { utilityIds } from '#catalogue/index.ts';
import { addDays } from '#catalogue/local-day.ts';
import { flowNow, rateAt } from '#subjects/readings/domain/present-rate.ts';
import { aCourse, readingsOf } from '#subjects/readings/domain/testing-courses.ts';
import { closeDays } from '#subjects/readings/service/ingest/index.ts';
import { type LatestAnswer, latestAnswer, type UsageAnswer, type UsageRow } from '#subjects/usage/contract/usage.ts';
import { createUsage, usageRoutes } from '#subjects/usage/service/index.ts';
import type { Asking } from '../asking.ts';
import { homeOf } from '../home.ts';
import type { Intent } from '../intent.ts';
import { rateKey } from '../tools/facts.ts';
import { replyToIntent, assistantTools } from '../topics.ts';
import { createWriter } from '../writer.ts';
import { groupsOf } from './amounts.ts';
import { readDevices } from '../state/devices.ts';
import { readFirstDay } from './reply-about-use.ts';
import { nowTool, readNow } from '../state/now.ts';
import { all, days, fakeAsking } from './testing-use.ts';
import { readHours, readUse } from './use-facts.ts';

const toolOf = (wanted: string) => assistantTools.find(({ name }) => name === wanted);

describe('use facts', () => {
  const zone = 'Europe/Madrid';
  /** Half past five in the afternoon in Madrid. */
  const nowMs = Date.UTC(2026, 10, 5, 16, 30);

  let stage: Stage;
  let asking: Asking;
  let seeded: SeededHome;
  const ids: Record<string, string> = {};
  let ask: (query: string) => Promise<UsageRow[]>;

  /** A reading each quarter of an hour, from the 24th of October on, each with as much as its place in the day says. */
  const readings = (meter: string, perQuarter: (quarter: number) => number): SentByHand[] => {
    const start = Date.UTC(2026, 9, 24, 7) / 1000;
    const sent: SentByHand[] = [];
    for (let at = start, value = 0, i = 0; at <= nowMs / 1000; at += 900, i += 1) {
      sent.push({ meter, at, value });
      value += perQuarter(i % 96);
    }
    return sent;
  };

  beforeAll(async () => {
    stage = await openStage(() => nowMs);
    seeded = await stage.seed.home(zone);
    const main = await seeded.device('Main', 'whole_home', 'electricity');
    const oven = await seeded.device('Oven', 'kitchen', 'electricity');
    const lamp = await seeded.device('Lamp', 'bedroom', 'electricity');
    const tap = await seeded.device('Tap', 'kitchen', 'water');
    Object.assign(ids, { main: main.deviceId, oven: oven.deviceId, lamp: lamp.deviceId, tap: tap.deviceId });
    await stage.seed
      .owner`update meters set parent_meter_id = ${main.meterId} where id in (${oven.meterId}, ${lamp.meterId})`;
    // The lamp is silent for some hours: what it used meanwhile is estimated.
    const gap = Date.UTC(2026, 10, 2, 3) / 1000;
    await stage.send(seeded, [
      ...readings(main.key, (quarter) => 60 + quarter),
      ...readings(oven.key, (quarter) => (quarter > 70 ? 77 : 3)),
      ...readings(lamp.key, () => 11).filter(({ at }) => at < gap || at > gap + 30_000),
      ...readings(tap.key, (quarter) => quarter * 13),
    ]);
    await closeDays(stage.sql, nowMs / 1000);

    const app = stage.http(usageRoutes);
    const headers = await stage.session(seeded.userId);
    ask = async (query) => (await app.inject({ url: `/api/v1/usage?${query}`, headers })).json<UsageAnswer>().rows;

    const usage = createUsage(stage);
    const household = seeded.household;
    const row = {
      id: household,
      name: '',
      kind: 'home',
      timeZone: zone,
      currency: 'EUR',
      units: 'metric',
      country: 'ES',
    } as const;
    const devices = [
      { id: ids['main'] as string, name: 'Main', room: 'whole_home', utility: 'electricity' },
      { id: ids['oven'] as string, name: 'Oven', room: 'kitchen', utility: 'electricity' },
      { id: ids['lamp'] as string, name: 'Lamp', room: 'bedroom', utility: 'electricity' },
      { id: ids['tap'] as string, name: 'Tap', room: 'kitchen', utility: 'water' },
    ] as const;
    const home = homeOf(
      {
        ...row,
        hasReadings: true,
        role: 'owner',
        devices: devices.map((one) => ({ ...one, isActive: true, commands: false })),
      },
      nowMs,
    );
    asking = {
      home,
      language: 'en',
      write: createWriter('en', home),
      sources: {
        ...fakeAsking({}).sources,
        usage: async (query) => JSON.parse(await usage.read(seeded.userId, { ...query, household })) as UsageAnswer,
        latest: async () => JSON.parse(await usage.latest(seeded.userId, household)),
      },
    };
  });
  afterAll(() => stage.end());

  const sum = (rows: readonly UsageRow[], utility: string): number =>
    rows.filter((row) => row.utility === utility).reduce((total, row) => total + row.used, 0);

  const periods = [
    days('2026-11-04', '2026-11-04', 'yesterday'),
    days('2026-11-05', '2026-11-05', 'today'),
    days('2026-10-25', '2026-10-25'),
    days('2026-10-19', '2026-10-25'),
    days('2026-10-01', '2026-10-31', 'last-month'),
    days('2026-11-01', '2026-11-30', 'this-month'),
    days('2026-01-01', '2026-12-31', 'this-year'),
  ];

  describe('C7.15 what is said of use is what /api/v1/usage says', () => {
    test.each(periods)('$from to $to', async (period) => {
      const query = `from=${period.from}&to=${period.to}&bucket=${period.name === 'this-year' ? 'month' : 'day'}`;
      const whole = await ask(query);
      const { amounts, rows, latest } = await readUse(asking, all, period);
      for (const utility of utilityIds) {
        // What the home does not measure has no amount, not even none.
        const isMeasured = asking.home.devices.some((device) => device.utility === utility);
        expect(amounts[utility]?.used).toBe(isMeasured ? sum(whole, utility) : undefined);
        if (!isMeasured) continue;
        expect(amounts[utility]?.estimated).toBe(
          whole.filter((row) => row.utility === utility).reduce((total, row) => total + row.estimated, 0),
        );
      }
      expect(sum(whole, 'electricity')).toBeGreaterThan(0);

      const byRoom = await ask(`${query}&by=room`);
      for (const { key, amounts: ofGroup } of groupsOf(rows, 'room', latest)) {
        const room = key === 'unmetered' ? 'whole_home' : key;
        for (const utility of utilityIds) {
          expect(ofGroup[utility]?.used ?? 0).toBe(
            sum(
              byRoom.filter((row) => row.room === room),
              utility,
            ),
          );
        }
      }
      for (const id of Object.values(ids)) {
        const own = await ask(`${query}&device=${id}`);
        const { amounts: ofDevice } = await readUse(asking, { ...all, device: id }, period);
        for (const utility of utilityIds) expect(ofDevice[utility]?.used ?? 0).toBe(sum(own, utility));
      }
    });

    test('in words, and by the tool', async () => {
      const whole = await ask('from=2026-11-04&to=2026-11-05');
      const said = asking.write.amount('electricity', sum(whole, 'electricity'));
      const { text } = await replyToIntent(asking, {
        about: 'usage',
        part: all,
        period: days('2026-11-04', '2026-11-04'),
        ask: 'total',
      });
      expect(text).toContain(`[${said}](/analytics?period=day&at=2026-11-04&utility=electricity) of electricity`);
      const told = await toolOf('usage')?.run(asking, { from: '2026-11-04', until: '2026-11-04' });
      expect(told?.facts['electricity']).toMatchObject({ said, kWh: sum(whole, 'electricity') / 1000 });
    });

    test('hours of the day, of a day that has 25 of them too', async () => {
      const electricity = { ...all, utility: 'electricity' } as const;
      for (const day of ['2026-10-25', '2026-11-04']) {
        const rows = await ask(`from=${day}&to=${addDays(day, 1)}&bucket=hour`);
        const [told] = await readHours(asking, electricity, { from: day, to: addDays(day, 1) });
        const twice = day === '2026-10-25' ? 2 : -1;
        const total = told?.hours.reduce((sumSoFar, { hour, used }) => sumSoFar + used * (hour === twice ? 2 : 1), 0);
        expect(total).toBe(sum(rows, 'electricity'));
        expect(told?.hours).toHaveLength(24);
      }
    });

    test('today beside yesterday: as much of it as today has lasted', async () => {
      const hours = await ask('from=2026-11-04&to=2026-11-05&bucket=hour&by=device');
      const until = Date.UTC(2026, 10, 4, 16, 30);
      const before = hours
        .filter((row) => row.utility === 'water' && Date.parse(row.start) < until)
        .reduce(
          (total, row) => total + Math.round(row.used * Math.min(1, (until - Date.parse(row.start)) / 3_600_000)),
          0,
        );
      const now = sum(await ask('from=2026-11-05&to=2026-11-06'), 'water');
      const told = await toolOf('compare')?.run(asking, {
        from: '2026-11-05',
        until: '2026-11-05',
        against_from: '2026-11-04',
        against_until: '2026-11-04',
        utility: 'water',
      });
      expect(told?.facts['water']).toMatchObject({ period: { L: now / 1000 }, against: { L: before / 1000 } });
    });

    test('the first day with readings', async () => {
      expect(await readFirstDay(asking, all)).toBe('2026-10-24');
      const { text } = await replyToIntent(asking, {
        about: 'usage',
        part: all,
        period: days('2026-09-01', '2026-09-30'),
        ask: 'total',
      });
      expect(text).toContain('Readings begin on 24 October 2026.');
    });

    test('what was spread over a silence is estimated', async () => {
      const { text } = await replyToIntent(asking, {
        about: 'usage',
        part: { ...all, device: ids['lamp'] as string },
        period: days('2026-11-02', '2026-11-02'),
        ask: 'estimated',
      });
      const [row] = await ask(`from=2026-11-02&to=2026-11-03&device=${ids['lamp']}`);
      expect(row?.estimated).toBeGreaterThan(0);
      expect(text).toContain(
        `**${asking.write.amount('electricity', row?.estimated ?? 0)}** of the [${asking.write.amount('electricity', row?.used ?? 0)}]`,
      );
    });
  });

  describe('what is made of it is made of the same rows', () => {
    const yesterday = days('2026-11-04', '2026-11-04', 'yesterday');
    const power = { ...all, utility: 'electricity' } as const;
    const said = (used: number): string => asking.write.amount('electricity', used);
    const text = async (intent: Intent): Promise<string> => (await replyToIntent(asking, intent)).text;

    test('what is usual: the mean of whole days, and today beside the same hours of them', async () => {
      // From the day after the first, which began in the morning, to yesterday: eleven.
      const rows = await ask('from=2026-10-25&to=2026-11-05');
      const mean = sum(rows, 'electricity') / 11;
      const usual = { about: 'usual', part: power, period: null, amount: mean } as const;
      expect(await text(usual)).toContain(`usually uses [${said(mean)}]`);
      expect(await text(usual)).toContain('over 11 whole days');
      expect(await text(usual)).toMatch(/^.* a day is about your usual/);
      const hours = await ask('from=2026-10-25&to=2026-11-05&bucket=hour&by=device');
      const untilNow = hours
        .filter(({ utility }) => utility === 'electricity')
        .reduce((total, { start, used }) => {
          const local = new Date(Date.parse(start) + (start < '2026-10-25T01' ? 2 : 1) * 3_600_000).toISOString();
          // 17:30 by the clock; on the day of 25 hours as much time as passed today.
          const hour =
            Number(local.slice(11, 13)) + (start >= '2026-10-25T01' && local.startsWith('2026-10-25') ? 1 : 0);
          return total + Math.round(used * Math.max(0, Math.min(1, 17.5 - hour)));
        }, 0);
      const today = days('2026-11-05', '2026-11-05', 'today');
      expect(await text({ ...usual, amount: null, period: today })).toContain(
        `usual by this time of day (${said(untilNow / 11)})`,
      );
    });

    test('shares, the highest hour, and each month', async () => {
      const [whole, oven, hours, months] = await Promise.all([
        ask('from=2026-11-04&to=2026-11-05'),
        ask(`from=2026-11-04&to=2026-11-05&device=${ids['oven']}`),
        ask('from=2026-11-04&to=2026-11-05&bucket=hour'),
        ask('from=2026-10-01&to=2026-11-06&bucket=month'),
      ]);
      const part = { ...power, device: ids['oven'] as string };
      const share = asking.write.percent(sum(oven, 'electricity') / sum(whole, 'electricity'));
      expect(await text({ about: 'share', part, period: yesterday, of: 'use' })).toContain(`**${share}**`);
      const most = Math.max(...hours.filter(({ utility }) => utility === 'electricity').map(({ used }) => used));
      expect(await text({ about: 'peak', part: power, period: yesterday })).toContain(
        `[${asking.write.rate('electricity', most)}]`,
      );
      const since = days('2026-10-01', '2026-11-05');
      const series = await text({ about: 'usage', part: power, period: since, ask: 'each-month' });
      for (const month of ['2026-10-01', '2026-11-01'])
        expect(series).toContain(
          `[${said(
            sum(
              months.filter(({ start }) => start === month),
              'electricity',
            ),
          )}]`,
        );
    });

    test('weeks and months that the period cuts: by their days in it', async () => {
      for (const by of ['week', 'month'] as const) {
        const told = await toolOf('usage')?.run(asking, { from: '2026-10-28', until: '2026-11-03', group_by: by });
        const rows = await ask('from=2026-10-28&to=2026-11-04');
        const turn = by === 'week' ? '2026-11-02' : '2026-11-01';
        const parts = [(day: string) => day < turn, (day: string) => day >= turn].map(
          (isIn) =>
            sum(
              rows.filter(({ start }) => isIn(start)),
              'electricity',
            ) / 1000,
        );
        const spans = told?.facts[`by_${by}`] as { from: string; electricity: { kWh: number } }[] | undefined;
        expect(spans?.map(({ electricity }) => electricity.kWh)).toEqual(parts);
      }
    });

    test('a run from its first quarter of an hour to its last, and meters with what they showed', async () => {
      const oven = ids['oven'] as string;
      const last = await text({ about: 'runs', device: oven, period: null, ask: 'last' });
      // 25 quarters of 77 Wh each night, from 00:45 UTC on.
      expect(last).toContain('last ran from 5 November at 01:45 to 08:00 (6 h 15 min)');
      expect(last).toContain(`[${said(25 * 77)}]`);
      const october = days('2026-11-01', '2026-11-04');
      expect(await text({ about: 'runs', device: oven, period: october, ask: 'count' })).toContain('ran 4 times');
      const part = { ...all, device: ids['tap'] as string };
      expect(await text({ about: 'meters', ask: 'last', part })).toContain(
        'last sent a reading on 5 November at 17:30',
      );
      expect(await text({ about: 'meters', ask: 'all', part: all })).toMatch(/^All of your \[4 meters\]/);
    });

    test('why: each device’s difference, and they add up with what only the main meter saw', async () => {
      const by = (day: string) => ask(`from=${day}&to=${addDays(day, 1)}&by=device`);
      const [now, before] = await Promise.all([by('2026-10-25'), by('2026-10-26')]);
      const tool = toolOf('why_changed');
      const told = await tool?.run(asking, {
        from: '2026-10-25',
        until: '2026-10-25',
        against_from: '2026-10-26',
        against_until: '2026-10-26',
        utility: 'electricity',
      });
      const found = told?.facts['electricity'] as
        | { difference: { kWh: number }; devices: { name: string; kWh: number }[] }
        | undefined;
      const moved = sum(now, 'electricity') - sum(before, 'electricity');
      // The day of 25 hours.
      expect(moved).toBeGreaterThan(0);
      expect(found?.difference.kWh).toBeCloseTo(moved / 1000, 3);
      expect(found?.devices.length).toBeGreaterThan(0);
      for (const { name, kWh } of found?.devices ?? []) {
        const own = (rows: readonly UsageRow[]) =>
          rows
            .filter(({ deviceId }) => deviceId === ids[name.toLowerCase()])
            .reduce((total, row) => total + row.used, 0);
        expect(kWh).toBeCloseTo((own(now) - own(before)) / 1000, 3);
      }
    });
  });
});

describe('present rate', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage.end());

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
          for (const [i, course] of courses.entries())
            await stage.send(home, readingsOf(meters[i]?.key as string, course));
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
});
