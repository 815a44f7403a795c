import type { TariffPlan } from '#subjects/bills/domain/tariff/plan.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type SentByHand, type Stage } from '#apps/service/testing/stage.ts';
import { enterPlans } from '#subjects/bills/service/testing-bills.ts';
import { closeDays } from '#subjects/readings/service/ingest/index.ts';
import { detectNotices, tidyNotices } from './detect-notices.ts';

/** Nothing here waits: the clock is what a test says. */
let clock = 0;
let stage: Stage;
beforeAll(async () => {
  stage = await openStage(() => clock * 1000);
});
afterAll(() => stage.end());

const hourS = 3600;
const dayS = 86_400;
/** Noon of a Monday in Madrid. */
const noon = Date.UTC(2026, 10, 9, 11) / 1000;
beforeEach(() => {
  clock = noon;
});

interface Row {
  kind: string;
  meter_id: number;
  since: number;
  ended_at: number | null;
  figures: Record<string, number>;
}
const notices = (home: SeededHome) => stage.seed.owner<Row[]>`
  select kind, meter_id, extract(epoch from since)::bigint as since, extract(epoch from ended_at)::bigint as ended_at, figures
  from notices where household_id = ${home.household} order by since, kind`;

/** Counter values from `from` to `to`, each sent by itself as hardware does, or all at once. */
const series = (meter: string, from: number, to: number, stepS: number, perStep: number, value = 0): SentByHand[] =>
  Array.from({ length: Math.floor((to - from) / stepS) + 1 }, (_, i) => ({
    meter,
    at: from + i * stepS,
    value: value + i * perStep,
  }));
const sendOneByOne = async (home: SeededHome, readings: readonly SentByHand[]) => {
  for (const reading of readings) await stage.send(home, [reading]);
};
const look = (at: number) => {
  clock = at;
  return detectNotices(stage.sql, at);
};

describe('a meter that falls silent', () => {
  test('C1.2 is reported after three times its usual interval, not before, and is over with its next reading', async () => {
    const home = await stage.seed.home('Europe/Madrid');
    const lamp = await home.device('Lamp', 'hall', 'electricity');
    clock = noon;
    await sendOneByOne(home, series(lamp.key, noon - 2 * hourS, noon, 600, 10));
    await look(noon + 60);
    await look(noon + 1799);
    expect(await notices(home)).toEqual([]);
    await look(noon + 1800);
    const silent = { kind: 'silent-meter', meter_id: lamp.meterId, since: noon, figures: { usualS: 600 } };
    expect(await notices(home)).toEqual([{ ...silent, ended_at: null }]);
    await look(noon + 3600);
    expect(await notices(home)).toHaveLength(1);
    clock = noon + 4000;
    await stage.send(home, [{ meter: lamp.key, at: noon + 4000, value: 200 }]);
    await look(noon + 4020);
    expect(await notices(home)).toEqual([{ ...silent, ended_at: noon + 4000 }]);
  });

  test('that speaks every ten seconds is given a quarter of an hour: a router that starts anew is no news', async () => {
    const home = await stage.seed.home();
    const plug = await home.device('Plug', 'hall', 'electricity');
    await sendOneByOne(home, series(plug.key, noon - 300, noon, 10, 1));
    await look(noon + 30);
    await look(noon + 899);
    expect(await notices(home)).toEqual([]);
    await look(noon + 900);
    expect(await notices(home)).toHaveLength(1);
  });

  test('that sends an hour’s readings together is usually quiet for an hour', async () => {
    const home = await stage.seed.home();
    const box = await home.device('Box', 'hall', 'electricity');
    const minutes = (from: number) => series(box.key, from, from + 59 * 60, 60, 1, (from - noon) / 60);
    for (let hour = 0; hour < 5; hour += 1) {
      clock = noon + hour * hourS + 3550;
      await stage.send(home, minutes(noon + hour * hourS));
      for (let at = 0; at < hourS; at += 300) await look(noon + hour * hourS + 3550 + at);
    }
    expect(await notices(home)).toEqual([]);
    const last = noon + 5 * hourS - 60;
    await look(last + 5 * hourS);
    expect(await notices(home)).toHaveLength(1);
  });

  test('is judged after days where it speaks only when something happens: a night without water is no alarm', async () => {
    const home = await stage.seed.home('Europe/Madrid');
    const tap = await home.device('Tap', 'kitchen', 'water');
    let value = 0;
    for (let day = 0; day < 6; day += 1) {
      // From 7:00 to 23:00, at odd times.
      const from = noon - 5 * hourS + day * dayS;
      const pulses = Array.from({ length: 16 }, (_, i) => ({
        meter: tap.key,
        at: from + i * hourS + ((i * i * 370) % 3000),
        value: (value += 5000),
      }));
      clock = from + 16 * hourS;
      for (const pulse of pulses) await stage.send(home, [pulse]);
      for (let at = from + 16 * hourS; at < from + 24 * hourS; at += 2 * hourS) await look(at);
    }
    expect(await notices(home)).toEqual([]);
    const [{ last_at: lastAt } = { last_at: 0 }] = await stage.seed.owner<{ last_at: number }[]>`
      select extract(epoch from last_at)::bigint as last_at from meter_state where meter_id = ${tap.meterId}`;
    await look(lastAt + 20 * hourS);
    expect(await notices(home)).toEqual([]);
    await look(lastAt + 30 * hourS);
    expect(await notices(home)).toMatchObject([{ kind: 'silent-meter', since: lastAt }]);
  });

  test('is known by packed days as by open ones', async () => {
    const home = await stage.seed.home();
    const lamp = await home.device('Lamp', 'hall', 'electricity');
    const last = noon + 6 * dayS;
    clock = last;
    await stage.send(home, series(lamp.key, noon, last, 900, 10));
    await closeDays(stage.sql, last - (noon % dayS));
    await look(last);
    // All came at once: how often it sends is not known yet.
    await look(last + 3000);
    expect(await notices(home)).toEqual([]);
    await stage.seed.owner`update private.meter_watch set arrival_s = 900 where meter_id = ${lamp.meterId}`;
    clock = last + 3600;
    await stage.send(home, [{ meter: lamp.key, at: clock, value: 10_000 }]);
    await look(last + 3700);
    await look(last + 3600 + 2699);
    expect(await notices(home)).toEqual([]);
    await look(last + 3600 + 2700);
    expect(await notices(home)).toMatchObject([{ figures: { usualS: 900 } }]);
  });

  test('is never one that is fed from files, is too new, or was switched off here', async () => {
    const home = await stage.seed.home();
    const filed = await home.device('Filed', 'hall', 'electricity');
    const fresh = await home.device('Fresh', 'hall', 'electricity');
    const off = await home.device('Off', 'hall', 'electricity');
    await sendOneByOne(home, series(filed.key, noon - 2 * hourS, noon, 600, 10));
    await stage.seed.owner`update open_readings set source = 1 where meter_id = ${filed.meterId}`;
    await sendOneByOne(home, series(fresh.key, noon - 3000, noon, 600, 10));
    await sendOneByOne(home, series(off.key, noon - 2 * hourS, noon, 600, 10));
    await stage.seed.owner`update connected_devices set is_active = false where id = ${off.deviceId}`;
    for (let at = noon; at < noon + dayS; at += 1800) await look(at);
    expect(await notices(home)).toEqual([]);
  });

  test('is told of once by services that look at the same moment, and goes with its meter', async () => {
    const home = await stage.seed.home();
    const lamp = await home.device('Lamp', 'hall', 'electricity');
    await sendOneByOne(home, series(lamp.key, noon - 2 * hourS, noon, 600, 10));
    await look(noon);
    clock = noon + 2000;
    await Promise.all([1, 2, 3, 4].map(() => detectNotices(stage.sql, clock)));
    expect(await notices(home)).toHaveLength(1);
    await stage.seed.owner`delete from connected_devices where id = ${lamp.deviceId}`;
    expect(await notices(home)).toEqual([]);
    expect(await stage.seed.owner`select from private.meter_watch where meter_id = ${lamp.meterId}`).toHaveLength(0);
  });
});

describe('water that has not stopped', () => {
  test('C1.2 is told after three hours without a pause, with the floor of the flow and the leak’s own litres, and ends with a rest', async () => {
    const home = await stage.seed.home('Europe/Madrid');
    const tap = await home.device('Tap', 'bathroom', 'water');
    clock = noon + 3 * hourS;
    // At rest for an hour, then 1 L a minute.
    await stage.send(home, series(tap.key, noon - hourS, noon, 60, 0));
    await stage.send(home, series(tap.key, noon + 60, noon + 2 * hourS + 3540, 60, 1000, 1000));
    await look(noon + 2 * hourS + 3590);
    expect(await notices(home)).toEqual([]);
    await stage.send(home, series(tap.key, noon + 3 * hourS, noon + 3 * hourS + 300, 60, 1000, 180_000));
    await look(noon + 3 * hourS + 900 + 400);
    const running = { kind: 'running-water', meter_id: tap.meterId, since: noon };
    expect(await notices(home)).toEqual([
      { ...running, ended_at: null, figures: { usedMl: 180_000, floorMlPerHour: 60_000, leakMl: 180_000 } },
    ]);
    clock = noon + 4 * hourS;
    await stage.send(home, series(tap.key, noon + 3 * hourS + 360, noon + 4 * hourS, 60, 500, 185_500));
    await look(clock + 400);
    expect(await notices(home)).toMatchObject([
      { ...running, ended_at: null, figures: { usedMl: 212_500, floorMlPerHour: 47_500, leakMl: 178_125 } },
    ]);
    clock = noon + 5 * hourS;
    await stage.send(home, series(tap.key, noon + 4 * hourS + 60, clock, 60, 0, 212_500));
    await look(clock + 400);
    expect(await notices(home)).toMatchObject([{ ...running, ended_at: noon + 4 * hourS }]);
  });

  /** 2.4 L an hour for forty hours, read every five minutes, and a bath every morning and evening. */
  const dripAndBaths = (meter: string, from: number): SentByHand[] => {
    let value = 0;
    return Array.from({ length: 40 * 12 + 2 }, (_, i) => {
      if (i > 0) value += 200 + (i % 144 < 3 ? 60_000 : 0);
      return { meter, at: from + i * 300, value };
    });
  };
  const leakOf40Hours = { floorMlPerHour: 2400, leakMl: 96_000 };

  test('counts the leak, not what the home uses meanwhile, in whatever order it came and after a repair', async () => {
    const inOrder = await stage.seed.home('Europe/Madrid');
    const mixed = await stage.seed.home('Europe/Madrid');
    const from = noon - 40 * hourS;
    for (const home of [inOrder, mixed]) {
      const tap = await home.device('Tap', 'bathroom', 'water');
      const all = dripAndBaths(tap.key, from);
      const parts = [all.slice(0, 150), all.slice(150, 320), all.slice(320)];
      clock = noon + 300;
      // The middle comes last: until then it is spread over its silence.
      for (const i of home === inOrder ? [0, 1, 2] : [0, 2, 1]) await stage.send(home, parts[i] ?? []);
    }
    await look(noon + 400);
    await look(noon + 1500);
    for (const home of [inOrder, mixed]) {
      const [notice] = await notices(home);
      expect(notice).toMatchObject({ kind: 'running-water', since: from, figures: leakOf40Hours });
      expect(notice?.figures['usedMl']).toBeGreaterThan(600_000);
    }
    // A repair takes the baths of the last day back: the use is another one, the leak is not.
    await stage.seed.owner`update usage_quarter set used = least(used, 600) where household_id = ${inOrder.household}
      and start >= to_timestamp(${noon - dayS})`;
    await look(noon + 2600);
    const [repaired] = await notices(inOrder);
    expect(repaired?.figures).toMatchObject(leakOf40Hours);
  });

  test('is counted from its beginning by packed days too', async () => {
    const home = await stage.seed.home('Europe/Madrid');
    const tap = await home.device('Tap', 'bathroom', 'water');
    const from = noon - 5 * dayS;
    clock = noon + 300;
    await stage.send(home, series(tap.key, from, clock, 300, 200));
    await look(noon + 400);
    // A run is followed over two days; what has been told of, from its beginning.
    await stage.seed.owner`update notices set since = to_timestamp(${from}) where household_id = ${home.household}`;
    await closeDays(stage.sql, noon - (noon % dayS) - dayS);
    await look(noon + 1500);
    expect(await notices(home)).toMatchObject([{ since: from, figures: { floorMlPerHour: 2400, leakMl: 288_000 } }]);
  });

  test('says what it costs at the household’s water tariff: the price of more, so far and in a month', async () => {
    const home = await stage.seed.home('Europe/Madrid');
    const tap = await home.device('Tap', 'bathroom', 'water');
    const plan: TariffPlan = {
      name: 'Blocks',
      utility: 'water',
      currency: 'EUR',
      unit: 'm3',
      charges: [
        { id: 'standing', kind: 'fixed', amount: '9', per: 'month' },
        {
          id: 'use',
          kind: 'use',
          blocks: { per: 'month', tables: [{ steps: [{ upTo: '0.4', rate: '1' }, { rate: '2.5' }] }] },
        },
        { id: 'tax', kind: 'tax', percent: '10', of: 'all' },
      ],
    };
    await enterPlans(stage, home, '2026-01-01', [plan]);
    clock = noon + 300;
    await stage.send(home, dripAndBaths(tap.key, noon - 40 * hourS));
    await look(noon + 400);
    // 1.728 m³ in thirty days, all of it above the block, for the home uses as much without it: 1.728 × 2.50 and tax, as bills round each line.
    expect(await notices(home)).toMatchObject([
      { figures: { ...leakOf40Hours, currency: 'EUR', costPerMonth: '4.76', cost: '0.26' } },
    ]);
  });

  test('is one notice, the inner meter’s, where it runs through the whole home’s too', async () => {
    const home = await stage.seed.home('Europe/Madrid');
    const mains = await home.device('Mains', 'whole_home', 'water');
    const tap = await home.device('Tap', 'bathroom', 'water');
    await stage.seed.owner`update meters set parent_meter_id = ${mains.meterId} where id = ${tap.meterId}`;
    clock = noon + 4 * hourS;
    await stage.send(home, series(mains.key, noon, clock, 60, 1000));
    await look(clock + 400);
    expect(await notices(home)).toMatchObject([{ meter_id: mains.meterId, ended_at: null }]);
    await stage.send(home, series(tap.key, noon, clock, 60, 900));
    await look(clock + 1400);
    expect(await notices(home)).toMatchObject([{ meter_id: tap.meterId, ended_at: null }]);
    await look(clock + 2400);
    expect(await notices(home)).toHaveLength(1);
  });

  test('by a meter that is read every quarter-hour: in the night of the household’s clock, not in its day', async () => {
    const pune = await stage.seed.home('Asia/Kolkata');
    const lima = await stage.seed.home('America/Lima');
    const midnight = Date.UTC(2026, 10, 9, 18, 30) / 1000;
    const fetch = async (home: SeededHome) => {
      const tap = await home.device('Tap', 'bathroom', 'water');
      // At rest in the evening; 20 L an hour from midnight in Pune, which is the afternoon in Lima.
      await stage.send(home, series(tap.key, midnight - 7200, midnight, 900, 0));
      await stage.send(home, series(tap.key, midnight + 900, midnight + 4 * hourS, 900, 5000, 5000));
    };
    clock = midnight + 4 * hourS;
    await fetch(pune);
    await fetch(lima);
    await look(clock + 400);
    expect(await notices(pune)).toMatchObject([{ kind: 'running-water', since: midnight, ended_at: null }]);
    expect(await notices(lima)).toEqual([]);
  });

  test('is told after a day of hourly readings though one of them is missing, and ends with a reading that shows none', async () => {
    const home = await stage.seed.home('Europe/Madrid');
    const tap = await home.device('Mains', 'whole_home', 'water');
    // 3 L an hour and a bath now and then; the reading of the ninth hour never came.
    let value = 0;
    const hours = Array.from({ length: 28 }, (_, i) => ({
      meter: tap.key,
      at: noon + i * hourS + ((i * 7) % 60),
      value: (value += i === 0 ? 0 : 3000 + (i % 6 === 0 ? 60_000 : 0)),
    })).filter((_, i) => i !== 9);
    clock = noon + 25 * hourS + 60;
    await sendOneByOne(home, hours.slice(0, -2));
    await look(clock + 400);
    expect(await notices(home)).toEqual([]);
    clock = noon + 27 * hourS + 60;
    await sendOneByOne(home, hours.slice(-2));
    await look(clock + 1400);
    expect(await notices(home)).toMatchObject([
      { kind: 'running-water', since: noon, ended_at: null, figures: { floorMlPerHour: expect.any(Number) } },
    ]);
    expect(Math.abs(((await notices(home))[0]?.figures['floorMlPerHour'] ?? 0) - 3000)).toBeLessThan(100);
    clock = noon + 29 * hourS + 60;
    const still = [28, 29].map((hour) => ({ meter: tap.key, at: noon + hour * hourS + 30, value }));
    await sendOneByOne(home, still);
    await look(clock + 1400);
    expect(await notices(home)).toMatchObject([{ since: noon, ended_at: expect.any(Number) }]);
  });

  test('of a counter of whole litres is told though some quarter-hours show none', async () => {
    const home = await stage.seed.home('Europe/Madrid');
    const tap = await home.device('Mains', 'whole_home', 'water');
    // 3 L an hour, read every five minutes: a litre every twenty.
    const steps = Array.from({ length: 25 * 12 + 1 }, (_, i) => ({
      meter: tap.key,
      at: noon + i * 300,
      value: Math.floor(i / 4) * 1000,
    }));
    clock = noon + 25 * hourS;
    await stage.send(home, steps);
    await look(clock + 400);
    expect(await notices(home)).toMatchObject([{ kind: 'running-water', figures: { floorMlPerHour: 3000 } }]);
  });

  test('that stopped by itself twice is let run a quarter longer than the longest', async () => {
    const home = await stage.seed.home('Europe/Madrid');
    const garden = await home.device('Garden', 'garden', 'water');
    for (const day of [2, 4])
      await stage.seed.owner`
        insert into notices (household_id, kind, meter_id, since, noticed_at, ended_at, mail_at)
        select ${home.household}, 'running-water', ${garden.meterId}, at, at, at + interval '4 hours', at
        from (select to_timestamp(${noon - day * dayS}) as at) t`;
    clock = noon + 4.75 * hourS;
    await stage.send(home, series(garden.key, noon, clock, 60, 9000));
    await look(clock + 400);
    expect(await notices(home)).toHaveLength(2);
    const from = clock;
    clock = noon + 5.75 * hourS;
    await stage.send(home, series(garden.key, from + 60, clock, 60, 9000, 285 * 9000 + 9000));
    await look(clock + 400);
    expect(await notices(home)).toHaveLength(3);
  });

  test('what was not heard neither begins it nor ends it', async () => {
    const home = await stage.seed.home('Europe/Madrid');
    const tap = await home.device('Tap', 'bathroom', 'water');
    clock = noon + 8 * hourS;
    await stage.send(home, [
      { meter: tap.key, at: noon, value: 0 },
      { meter: tap.key, at: clock, value: 480_000 },
      { meter: tap.key, at: clock + 900, value: 481_000 },
    ]);
    await look(clock + 1200);
    expect(await notices(home)).toEqual([]);
  });

  test('C7.15 the demo household and what guests see of it have no notices', async () => {
    const rows = await stage.seed.owner`
      select from private.meter_watch w join households h on h.id = w.household_id where h.kind = 'demo'`;
    expect(rows).toHaveLength(0);
  });
});

test('C1.2 what is said to be fixed is told again after the night, by mail too, unless it has ended; what is fine is left alone', async () => {
  const home = await stage.seed.home('Europe/Madrid');
  const begin = async (name: string, as: 'fixed' | 'fine', endedAt: Date | null = null): Promise<string> => {
    const { meterId } = await home.device(name, 'bathroom', 'water');
    const [row] = await stage.seed.owner<{ id: string }[]>`
      insert into notices (household_id, kind, meter_id, since, noticed_at, mail_at, ended_at)
      values (${home.household}, 'running-water', ${meterId}, now() - interval '9 hours', now(), now(), ${endedAt}) returning id`;
    const id = row?.id as string;
    await stage.seed.owner`update notices set dismissed_at = now(), dismissed_as = ${as} where id = ${id}`;
    await stage.seed.owner`
      insert into private.notice_mails (household_id, notice_id, user_id) values (${home.household}, ${id}, ${home.userId})`;
    return id;
  };
  const drips = await begin('Toilet', 'fixed');
  await begin('Pond', 'fine');
  await begin('Tap', 'fixed', new Date());
  const reopened = () => stage.seed.owner<{ id: string; noticed: number }[]>`
    select id, extract(epoch from noticed_at)::bigint as noticed from notices
    where household_id = ${home.household} and dismissed_at is null and dismissed_as is null and dismissed_by is null`;
  const evening = Math.floor(Date.now() / 1000);
  await tidyNotices(stage.sql, evening + 5 * hourS);
  expect(await reopened()).toEqual([]);
  await tidyNotices(stage.sql, evening + 31 * hourS);
  expect(await reopened()).toEqual([{ id: drips, noticed: evening + 31 * hourS }]);
  const mailed = await stage.seed.owner`select from private.notice_mails where household_id = ${home.household}`;
  expect(mailed).toHaveLength(2);
});
