/** What the seeded household pays, in whole cents and by the arithmetic of its two tariffs. */
import type { SeededHome } from '#apps/service/testing/seed.ts';
import type { SentByHand, Stage } from '#apps/service/testing/stage.ts';
import type { Utility } from '#catalogue/index.ts';
import type { TariffPlan } from '#subjects/bills/domain/tariff/plan.ts';
import { enterPlans } from '#subjects/bills/service/testing-bills.ts';
import { daysFrom, hours, mainsUse, nowMs, type Thing, things, timeZone, used } from './testing-use.ts';

const electricityPlan: TariffPlan = {
  name: 'Luz de dos horas',
  utility: 'electricity',
  currency: 'EUR',
  unit: 'kWh',
  schedules: { hours: { periods: [{ period: 'peak', hours: ['10:00-14:00', '18:00-22:00'] }, { period: 'valley' }] } },
  charges: [
    { id: 'energy', kind: 'use', schedule: 'hours', rates: { peak: '0.25', valley: '0.12' } },
    { id: 'standing', kind: 'fixed', per: 'day', amount: '0.30' },
    { id: 'vat', kind: 'tax', percent: '21', of: 'all' },
  ],
};

const waterPlan: TariffPlan = {
  name: 'Agua por tramos',
  utility: 'water',
  currency: 'EUR',
  unit: 'm3',
  charges: [
    {
      id: 'water',
      kind: 'use',
      blocks: { per: 'cycle', tables: [{ steps: [{ upTo: '4', rate: '1.10' }, { rate: '2.40' }] }] },
    },
    { id: 'standing', kind: 'fixed', per: 'day', amount: '0.10' },
    { id: 'vat', kind: 'tax', percent: '10', of: 'all' },
  ],
};

const halfUp = (numerator: number, denominator: number): number =>
  Math.floor((2 * numerator + denominator) / (2 * denominator));

const isPeak = ({ hour }: { hour: number }): boolean => (hour >= 10 && hour < 14) || (hour >= 18 && hour < 22);

export interface Cents {
  readonly electricity: number;
  readonly water: number;
  readonly total: number;
}

const withTax = (lines: readonly number[], percent: number): number => {
  const net = lines.reduce((sum, one) => sum + one, 0);
  return net + halfUp(net * percent, 100);
};

/** Lines before tax, of a month's days from its first to the last one that has begun: so much of the first block is theirs too. */
export const linesOf = (first: string, last: string) => {
  const days = daysFrom(first, last).length;
  const ofMonth = new Date(Date.UTC(Number(first.slice(0, 4)), Number(first.slice(5, 7)), 0)).getUTCDate();
  const peak = used({ utility: 'electricity' }, first, last, isPeak);
  const valley = used({ utility: 'electricity' }, first, last) - peak;
  const millilitres = used({ utility: 'water' }, first, last);
  // In parts of a millilitre, of which the month's days make whole ones.
  const cheap = Math.min(millilitres * ofMonth, 4_000_000 * days);
  const dear = millilitres * ofMonth - cheap;
  return {
    electricity: [halfUp(peak * 25, 1000), halfUp(valley * 12, 1000), days * 30],
    water: [halfUp(cheap * 11, 100_000 * ofMonth), halfUp(dear * 24, 100_000 * ofMonth), days * 10],
  };
};

export const billOf = (first: string, last: string): Cents => {
  const lines = linesOf(first, last);
  const [electricity, water] = [withTax(lines.electricity, 21), withTax(lines.water, 10)];
  return { electricity, water, total: electricity + water };
};

/** What a device's electricity costs with its tax, in cents that are not rounded. */
export const deviceCents = (device: string, first: string, last: string): number => {
  const part = { utility: 'electricity', device } as const;
  const peak = used(part, first, last, isPeak);
  return ((peak * 25 + (used(part, first, last) - peak) * 12) / 1000) * 1.21;
};

export const euros = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

// The household that questions are asked of, in a real database, and another one next door whose figures are nobody else's.

const atOnce = 5000;

const budget = '80';
/** What the notice of the running shower says, in mL and mL an hour. */
export const leak = { since: '2026-11-22T08:00:00Z', usedMl: 90_000, floorMlPerHour: 12_000, leakMl: 60_000 };

export interface QuestionHome extends SeededHome {
  readonly neighbours: SeededHome;
  readonly idOf: (device: string) => string;
}

type Device = Awaited<ReturnType<SeededHome['device']>>;

const sendAll = async (stage: Stage, home: SeededHome, readings: readonly SentByHand[]): Promise<void> => {
  for (let i = 0; i < readings.length; i += atOnce) {
    const { accepted, rejected } = await stage.send(home, readings.slice(i, i + atOnce));
    if (rejected.length > 0) throw new Error(`${rejected.length} not taken, ${accepted} taken: ${rejected[0]?.code}`);
  }
};

const readingsOf = ({ key }: Device, { uses, until }: Pick<Thing, 'uses' | 'until'>): SentByHand[] =>
  uses === null
    ? []
    : hours
        .filter(({ startS }) => until === undefined || startS < Date.parse(until) / 1000)
        .map((hour) => ({ meter: key, at: hour.startS, spanS: 3600, value: uses(hour) }));

const addBelow = async (stage: Stage, home: SeededHome, mains: Device, thing: Thing): Promise<Device> => {
  const device = await home.device(thing.name, thing.room, thing.utility);
  await stage.seed.owner`update meters set parent_meter_id = ${mains.meterId}
    where household_id = ${home.household} and id = ${device.meterId}`;
  await sendAll(stage, home, readingsOf(device, thing));
  return device;
};

const describe = async ({ seed }: Stage, home: SeededHome): Promise<void> => {
  await seed.owner`update households set name = 'Casa del Sol', currency = 'EUR', units = 'metric', country = 'ES', billing_day = 1
    where id = ${home.household}`;
  await seed.owner`update connected_devices set is_active = false
    where household_id = ${home.household} and name = 'Bedroom lamp'`;
  await seed.owner`insert into budgets (household_id, utility, amount) values (${home.household}, 'electricity', ${budget})`;
};

const notice = async (
  { seed }: Stage,
  home: SeededHome,
  meterId: number,
  [kind, since, figures]: readonly [string, string, Record<string, number>],
): Promise<void> => {
  const at = new Date(nowMs).toISOString();
  await seed.owner`insert into notices (household_id, kind, meter_id, since, noticed_at, figures, mail_at)
    values (${home.household}, ${kind}, ${meterId}, ${since}, ${at}, ${seed.owner.json(figures)}, ${at})`;
};

const seedNeighbours = async (stage: Stage): Promise<SeededHome> => {
  const home = await stage.seed.home(timeZone);
  await stage.seed.owner`update households set name = 'Los Vecinos' where id = ${home.household}`;
  await stage.seed.owner`update profiles set display_name = 'Ramona Vecina' where user_id = ${home.userId}`;
  const plug = await home.device('Vecino Plug', 'secret_cellar', 'electricity');
  await sendAll(
    stage,
    home,
    hours.slice(-100).map(({ startS }) => ({ meter: plug.key, at: startS, spanS: 3600, value: 77_777 })),
  );
  return home;
};

export const seedQuestionHome = async (stage: Stage): Promise<QuestionHome> => {
  const home = await stage.seed.home(timeZone);
  const mains = new Map<Utility, Device>();
  for (const utility of new Set(things.map((thing) => thing.utility))) {
    const main = await home.device(`Main ${utility} meter`, 'whole_home', utility);
    await sendAll(stage, home, readingsOf(main, { uses: (hour) => mainsUse(utility, hour) }));
    mains.set(utility, main);
  }
  const devices = new Map<string, Device>();
  for (const thing of things)
    devices.set(thing.name, await addBelow(stage, home, mains.get(thing.utility) as Device, thing));
  const device = (name: string): Device => {
    const found = devices.get(name);
    if (!found) throw new RangeError(`no device ${name}`);
    return found;
  };
  await describe(stage, home);
  await enterPlans(stage, home, '2026-01-01', [electricityPlan, waterPlan]);
  const { since, ...figures } = leak;
  await notice(stage, home, device('Shower').meterId, ['running-water', since, figures]);
  await notice(stage, home, device('Irrigation').meterId, ['silent-meter', '2026-11-19T08:00:00Z', { usualS: 3600 }]);
  return { ...home, idOf: (name) => device(name).deviceId, neighbours: await seedNeighbours(stage) };
};
