import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import type { TariffPlan } from '../domain/tariff/plan.ts';
import type { PlanFacts } from '../domain/tariff/pricing.ts';
import { type Billing, createBilling } from './household-bills.ts';
import { billsOf, hourly } from './testing-bills.ts';
import { readBills } from './read-bills.ts';
import { compareTariffs, sampleBill } from './tariffs/compare-tariffs.ts';

const now = Date.UTC(2026, 11, 11);
let stage: Stage;
let billing: Billing;
beforeAll(async () => {
  stage = await openStage(() => now);
  billing = createBilling({ sql: stage.sql, now: () => now });
});
afterAll(() => stage.end());

const utc = (text: string): number => Date.parse(text) / 1000;

const plan: TariffPlan = {
  name: 'General and controlled load',
  utility: 'electricity',
  currency: 'AUD',
  unit: 'kWh',
  meters: { controlled: { name: 'Controlled load' } },
  charges: [
    { id: 'general', kind: 'use', rate: '0.30' },
    { id: 'controlled', kind: 'use', meter: 'controlled', rate: '0.10' },
    { id: 'gst', kind: 'tax', percent: '10', of: 'all' },
  ],
};

const enter = (home: SeededHome, facts: PlanFacts, own = plan) =>
  stage.sql`select private.save_tariffs(${home.userId}, ${home.household}, null,
    ${JSON.stringify([{ validFrom: '2026-01-01', plan: own, facts }])}::text::jsonb)`;

const shortLines = (lines: readonly { charge?: string | undefined; quantity: string; amount: string }[] = []) =>
  lines.map(({ charge, quantity, amount }) => `${charge}: ${quantity} = ${amount}`);

const inside = (child: { meterId: number }, parent: { meterId: number }) =>
  stage.seed.owner`update meters set parent_meter_id = ${parent.meterId} where id = ${child.meterId}`;

/** Since 15 October a kWh each hour, 400 Wh of it by the heater; beside it a pump with 100 Wh. */
const homeOf = async (late?: number) => {
  const home = await stage.seed.home('UTC');
  const mains = await home.device('Mains', 'whole_home', 'electricity');
  const heater = await home.device('Heater', 'bath', 'electricity');
  const pump = await home.device('Pump', 'garden', 'electricity');
  await inside(heater, mains);
  const [from, to] = [utc('2026-10-15T00:00:00Z'), utc('2026-12-11T00:00:00Z')];
  for (const [key, value] of [
    [mains.key, 1000],
    [heater.key, 400],
    [pump.key, 100],
  ] as const)
    await stage.send(
      home,
      hourly(key, from, to, value).filter(({ at }) => key !== heater.key || at !== late),
    );
  return { home, mains, heater, pump };
};

test('a meter inside of the whole home’s pays its price, by device too, so far, in bills and in what may come', async () => {
  const { home, mains, heater, pump } = await homeOf();
  await enter(home, { meters: { controlled: String(heater.meterId) } });
  const soFar = await billing.soFar(home.userId, undefined);
  expect(soFar.cost?.lines.map(({ meter }) => meter)).toEqual([undefined, 'Controlled load', undefined]);
  expect(shortLines(soFar.cost?.lines)).toEqual([
    'general: 168000 = 50.40',
    'controlled: 96000 = 9.60',
    'gst: 60 = 6.00',
  ]);
  expect(soFar.cost?.faults).toEqual([]);
  // 31 days of 16.8 and 9.6 kWh.
  expect(soFar.likely?.expected).toBe('204.60');
  // What the heater costs at this moment is not known by it.
  expect(soFar.priceNow.electricity).toMatchObject({ rate: '0.3300', isOfRest: true });

  const { utilities } = await billing.costs(home.userId, undefined);
  expect(utilities[0]?.devices).toEqual([
    { deviceId: mains.deviceId, room: 'whole_home', used: 144_000, cost: '47.52' },
    { deviceId: heater.deviceId, room: 'bath', used: 96_000, cost: '10.56' },
    { deviceId: pump.deviceId, room: 'garden', used: 24_000, cost: '7.92' },
  ]);
  const period = { from: '2026-12-01', to: '2026-12-11' };
  const days = { start: period.from, end: period.to };
  const { rows } = await billing.costsOverTime(home.userId, undefined, { ...days, bucket: 'month', by: 'device' });
  const costOf = (device: string) => Number(rows.find(({ deviceId }) => deviceId === device)?.cost);
  expect([mains, heater, pump].map(({ deviceId }) => costOf(deviceId).toFixed(2))).toEqual(['47.52', '10.56', '7.92']);
  const whole = await billing.costsOverTime(home.userId, undefined, { ...days, bucket: 'day', by: 'utility' });
  expect(whole.rows.map(({ cost }) => Number(cost).toFixed(2))).toEqual(Array.from({ length: 10 }, () => '6.60'));
  const ofPeriod = await billing.periodCosts(home.userId, undefined, days);
  expect(ofPeriod.utilities[0]?.devices.find(({ deviceId }) => deviceId === heater.deviceId)?.cost).toBe('10.56');

  expect((await billsOf(stage, home)).map(({ start, total, wh }) => [start, total, wh])).toEqual([
    ['2026-10-01', '112.2', 448_800],
    ['2026-11-01', '198', 792_000],
  ]);
  const bills = await readBills(stage.database, { sub: home.userId }, { household: home.household, count: 5 });
  const [november, october] = bills;
  if (!november) throw new Error('no bill');
  const changes = await billing.changes(home.userId, home.household, november, october);
  expect(changes.difference).toBe('85.80');
  const reconciled = await billing.reconcile(
    home.userId,
    {
      household: home.household,
      utility: 'electricity',
      supplier: null,
      start: '2026-11-01',
      end: '2026-12-01',
      total: '198.00',
      used: '792',
      isEstimated: false,
      useAmount: null,
      fixedAmount: null,
      taxAmount: null,
    },
    bills,
  );
  expect([reconciled.ours?.total, reconciled.difference, reconciled.parts]).toEqual(['198.00', '0.00', []]);
});

test('a bill is made anew when the meter apart has other readings, though the whole home has not', async () => {
  const at = utc('2026-11-10T12:00:00Z');
  const { home, heater } = await homeOf(at);
  await enter(home, { meters: { controlled: String(heater.meterId) } });
  const totalNow = async () => {
    await billing.bringUpToDate(home.userId, undefined);
    return (await billsOf(stage, home))[1];
  };
  // 0.4 kWh at 0.30 instead of 0.10, and the tax on it.
  expect(await totalNow()).toMatchObject({ total: '198.09', wh: 792_000, version: 1 });
  await stage.send(home, [{ meter: heater.key, at, spanS: 3600, value: 400 }]);
  expect(await totalNow()).toMatchObject({ total: '198', wh: 792_000, version: 2 });
});

test('one beside it, one inside another, and one that moves are told apart just as well', async () => {
  const { home, heater, pump } = await homeOf();
  await inside(pump, heater);
  const own: TariffPlan = {
    ...plan,
    meters: { controlled: {}, pump: {} },
    charges: [
      { id: 'general', kind: 'use', rate: '1' },
      { id: 'controlled', kind: 'use', meter: 'controlled', rate: '1' },
      { id: 'pump', kind: 'use', meter: 'pump', rate: '1' },
    ],
  };
  // The pump stood beside all until the twenty-first.
  await stage.seed
    .owner`delete from meter_parents where household_id = ${home.household} and meter_id = ${pump.meterId}`;
  await stage.seed.owner`insert into meter_parents (household_id, meter_id, parent_meter_id, since) values
    (${home.household}, ${pump.meterId}, null, null), (${home.household}, ${pump.meterId}, ${heater.meterId}, '2026-11-21T00:00:00Z')`;
  await stage.seed.owner`select private.work_out_parts(${home.household})`;
  await enter(home, { meters: { controlled: String(heater.meterId), pump: String(pump.meterId) } }, own);
  await billing.bringUpToDate(home.userId, undefined);
  const [november] = await readBills(
    stage.database,
    { sub: home.userId },
    {
      household: home.household,
      count: 5,
    },
  );
  // 720 hours of the pump; of the heater 480 without it and 240 with it; the rest 600 Wh in each.
  expect(shortLines(november?.lines)).toEqual([
    'general: 432000 = 432.00',
    'controlled: 264000 = 264.00',
    'pump: 72000 = 72.00',
  ]);
  const ofNovember = { start: '2026-11-01', end: '2026-12-01' };
  const { utilities } = await billing.periodCosts(home.userId, undefined, ofNovember);
  expect(utilities[0]?.devices.map(({ room, cost }) => [room, cost])).toEqual([
    ['whole_home', '432.00'],
    ['bath', '264.00'],
    ['garden', '72.00'],
  ]);
});

test('a roof gives of what a meter counts what was not drawn', async () => {
  const home = await stage.seed.home('UTC');
  const mains = await home.device('Mains', 'whole_home', 'electricity');
  const heater = await home.device('Heater', 'bath', 'electricity');
  const roof = await home.device('Roof', 'garden', 'electricity');
  await inside(heater, mains);
  await stage.seed
    .owner`update meters set flow = 'produced', parent_meter_id = ${mains.meterId} where id = ${roof.meterId}`;
  const [from, to] = [utc('2026-12-01T00:00:00Z'), utc('2026-12-11T00:00:00Z')];
  await stage.send(home, hourly(mains.key, from, to, 300));
  await stage.send(home, hourly(heater.key, from, to, 1000));
  await stage.send(home, hourly(roof.key, from, to, 900));
  await enter(home, { meters: { controlled: String(heater.meterId) } });
  const soFar = await billing.soFar(home.userId, undefined);
  expect(shortLines(soFar.cost?.lines)).toEqual(['controlled: 72000 = 7.20', 'gst: 7.2 = 0.72']);
  expect(soFar.cost?.faults).toEqual([]);
});

test('nobody has said which meter it is, or it is another home’s: it has no use, and all is the rest’s', async () => {
  const { home } = await homeOf();
  const other = await homeOf();
  await enter(home, { meters: { controlled: String(other.heater.meterId) } });
  const soFar = await billing.soFar(home.userId, undefined);
  expect(shortLines(soFar.cost?.lines)).toEqual([
    'general: 264000 = 79.20',
    'controlled: 0 = 0.00',
    'gst: 79.2 = 7.92',
  ]);
  expect(soFar.cost?.lines[1]).toMatchObject({ isUnmeasured: true, meter: 'Controlled load' });
  expect(soFar.cost?.faults).toMatchObject([{ code: 'meter-missing', name: 'Controlled load' }]);
  // A bill does not wait for it, and keeps the line that says so.
  const [bill] = await readBills(
    stage.database,
    { sub: home.userId },
    {
      household: home.household,
      count: 5,
    },
  );
  expect(bill?.lines.map(({ isUnmeasured }) => isUnmeasured)).toEqual([undefined, true, undefined]);
});

test('a month under it, and a year beside another, know the meter that is named', async () => {
  const { home, heater } = await homeOf();
  const own = { id: home.household, timeZone: 'UTC', today: '2026-12-11' };
  const facts = { meters: { controlled: String(heater.meterId) } };
  const { sample, compared, example } = await stage.sql.begin(async (tx) => ({
    sample: await sampleBill(tx, own, plan, facts, own.today),
    compared: await compareTariffs(tx, own, 'electricity', { plan }, [{ plan, facts }]),
    example: await sampleBill(tx, null, plan, undefined, own.today),
  }));
  expect(shortLines(sample.lines)).toEqual([
    'general: 504000 = 151.20',
    'controlled: 288000 = 28.80',
    'gst: 180 = 18.00',
  ]);
  // 47 days before December: 9.6 kWh of each at 20 cents less.
  expect(Number(compared.own?.total) - Number(compared.others[0]?.total)).toBeCloseTo(47 * 9.6 * 0.2 * 1.1, 1);
  expect(example.of).toBe('example');
  expect(example.lines.map(({ meter }) => meter)).toEqual([undefined, 'Controlled load', undefined]);
  // Thirty days of 8 kWh; of each quarter-hour the meter has half, in whole Wh.
  expect(shortLines(example.lines)).toEqual([
    'general: 120840 = 36.25',
    'controlled: 119160 = 11.92',
    'gst: 48.17 = 4.82',
  ]);
  expect(example.faults).toEqual([]);
});

test('an example has no use for a meter of what goes back, and the other meters have theirs', async () => {
  const own: TariffPlan = {
    ...plan,
    meters: { ...plan.meters, roof: {} },
    charges: [...plan.charges.slice(0, 2), { id: 'roof', kind: 'returned', meter: 'roof', rate: '0.05' }],
  };
  const example = await stage.sql.begin((tx) => sampleBill(tx, null, own, undefined, '2026-12-11'));
  expect(shortLines(example.lines)).toEqual(['general: 120840 = 36.25', 'controlled: 119160 = 11.92']);
  expect(example.faults).toEqual([]);
});

test('a meter that has sent nothing all the while is silent, and not unknown', async () => {
  const { home, mains } = await homeOf();
  const car = await home.device('Car', 'garage', 'electricity');
  await inside(car, mains);
  await enter(home, { meters: { controlled: String(car.meterId) } });
  const { cost } = await billing.soFar(home.userId, undefined);
  expect(shortLines(cost?.lines)).toEqual(['general: 264000 = 79.20', 'gst: 79.2 = 7.92']);
  expect(cost?.faults).toMatchObject([
    { code: 'meter-silent', name: 'Controlled load', from: '2026-12-01', to: '2026-12-11', used: 264_000 },
  ]);
});

test('a meter whose price has ended is told in the open cycle, and its days in a bill', async () => {
  const { home, heater } = await homeOf();
  const [general, controlled, gst] = plan.charges;
  const charges = [general, { ...controlled, until: '2026-11-21' }, gst] as TariffPlan['charges'];
  await enter(home, { meters: { controlled: String(heater.meterId) } }, { ...plan, charges });
  const { cost, likely, likelyMissing } = await billing.soFar(home.userId, undefined);
  expect(cost).toMatchObject({
    total: '55.44',
    unpricedDays: 10,
    faults: [{ code: 'day-unpriced', of: 'controlled', name: 'Controlled load', used: 96_000 }],
  });
  // Days to come would be taken for free.
  expect([likely, likelyMissing]).toEqual([null, 'price-missing']);
  await billing.bringUpToDate(home.userId, undefined);
  const [november] = await readBills(stage.database, { sub: home.userId }, { household: home.household, count: 1 });
  expect([november?.unpricedDays, november?.total]).toEqual([10, '187.44']);
});
