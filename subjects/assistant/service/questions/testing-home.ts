/** The household that questions are asked of, in a real database, and another one next door whose figures are nobody else's. */
import type { Utility } from '#catalogue/index.ts';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import type { SentByHand, Stage } from '#apps/service/testing/stage.ts';
import { enterPlans } from '#subjects/bills/service/testing-bills.ts';
import { electricityPlan, waterPlan } from './testing-bills.ts';
import { hours, mainsUse, nowMs, type Thing, things, timeZone } from './testing-use.ts';

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
