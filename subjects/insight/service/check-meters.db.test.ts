import type { TariffPlan } from '#subjects/bills/domain/tariff/plan.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type SentByHand, type Stage } from '#apps/service/testing/stage.ts';
import { enterPlans } from '#subjects/bills/service/testing-bills.ts';
import { closeDays } from '#subjects/readings/service/ingest/index.ts';
import { madeHome, usedBy } from '../domain/honest/testing-home.ts';
import { dryPump } from '../domain/rules/dry-pump.ts';
import type { Finding, Rule } from '../domain/rules/rule.ts';
import { checkMeters } from './check-meters.ts';
import { runReplay } from './rules-routes.ts';

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

/** Turn after turn, as the job does it, until no home is due: on a busy machine one turn may not reach them all. */
const checkAll = async (now: number, given: Parameters<typeof checkMeters>[2] = {}): Promise<number> => {
  for (let looked = 0; ; ) {
    const more = await checkMeters(stage.sql, now, given);
    if (more === 0) return looked;
    looked += more;
  }
};

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
    expect(await checkAll(clock)).toBeGreaterThan(0);
    const [notice, ...more] = await notices(home);
    expect(more).toEqual([]);
    expect(notice).toMatchObject({
      meter_id: fridge.meterId,
      ended_at: null,
      figures: { fault: 'scale', factor: 10, against: null, againstName: null },
    });
    expect(Math.abs((notice?.since ?? 0) - (end - 4 * dayS))).toBeLessThanOrEqual(2 * dayS);
    // Not before the next day; then nothing is new.
    expect(await checkAll(clock + hourS)).toBe(0);
    clock = end + dayS + 5 * hourS;
    expect(await checkAll(clock)).toBeGreaterThan(0);
    expect(await notices(home)).toHaveLength(1);
  });

  test('an honest home is told nothing; the demo is not looked at', async () => {
    clock = end + hourS;
    const { home } = await heardHome((used) => used);
    await checkAll(clock);
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
    await checkAll(clock);
    const [notice] = await notices(home);
    const { perDay, costPerMonth, currency } = notice?.figures ?? {};
    expect(currency).toBe('EUR');
    // Thirty days of what is counted too much, at 0.20 a kWh.
    expect(Number(costPerMonth) / ((Number(perDay) * 30 * 0.2) / 1000)).toBeCloseTo(1, 1);
  });

  test('it ends when the meter is put right', async () => {
    clock = end + hourS;
    const { home, fridge } = await heardHome(tenfold);
    await checkAll(clock);
    const made = usedBy(madeHome(7, 8), 'fridge');
    clock = end + 8 * dayS + 5 * hourS;
    await stage.send(home, hoursOf(fridge.key, made, end));
    await checkAll(clock);
    const [notice, ...more] = await notices(home);
    expect([notice?.ended_at, more]).toEqual([clock, []]);
  });

  test('what was dismissed does not come back', async () => {
    clock = end + hourS;
    const { home } = await heardHome(tenfold);
    await checkAll(clock);
    await stage.seed
      .owner`update notices set dismissed_at = to_timestamp(${clock}) where household_id = ${home.household}`;
    clock = end + dayS + 5 * hourS;
    await checkAll(clock);
    expect(await notices(home)).toHaveLength(1);
  });
});

describe('rules that look once a day', () => {
  const told = (home: SeededHome) => stage.seed.owner<
    { id: string; meter_id: number; since: number; ended_at: Date | null; figures: Record<string, unknown> }[]
  >`select id, meter_id, extract(epoch from since)::bigint as since, ended_at, figures from notices
    where household_id = ${home.household} and kind = 'running-water' order by noticed_at, id`;
  /** As a rule of a kind that there is: finds what it is given, each day something else. */
  const ruleOf = (find: Rule['find']): Rule => ({ kind: 'running-water', days: 7, find });
  const quiet = ruleOf(() => []);
  /** A look at every home on the morning of a day; what fails is heard. */
  const lookOn = async (day: number, rule: Rule) => {
    clock = end + day * dayS + 5 * hourS;
    const faults: unknown[] = [];
    await checkAll(clock, { rules: [rule], onFault: (_, where) => faults.push(where) });
    return faults;
  };
  const found = (finding: Partial<Finding> & { meterId: string }) =>
    ruleOf((look) =>
      look.meters.some(({ meterId }) => meterId === finding.meterId)
        ? [{ since: end, figures: { usualPerDay: 100, nowPerDay: 400 }, costsPerDay: null, ...finding }]
        : [],
    );

  test('what is found begins once, lasts with its newest figures and its price, ends, and is the same when it is there again', async () => {
    const { home, fridge } = await heardHome((used) => used);
    await enterPlans(stage, home, '2026-01-01', [plan]);
    const meterId = String(fridge.meterId);
    await lookOn(1, found({ meterId, costsPerDay: 1000 }));
    const [begun, ...more] = await told(home);
    expect(more).toEqual([]);
    expect(begun).toMatchObject({ meter_id: fridge.meterId, since: end, ended_at: null });
    // 1 kWh a day for thirty days at 0.20, one of which has an hour more.
    expect(begun?.figures).toEqual({ usualPerDay: 100, nowPerDay: 400, currency: 'EUR', costPerMonth: '6.01' });
    await lookOn(2, found({ meterId, figures: { nowPerDay: 500 }, since: end - dayS }));
    expect(await told(home)).toMatchObject([{ id: begun?.id, since: end - dayS, figures: { nowPerDay: 500 } }]);
    await lookOn(3, quiet);
    expect((await told(home))[0]?.ended_at).not.toBeNull();
    await lookOn(4, found({ meterId, since: end - dayS }));
    expect(await told(home)).toMatchObject([{ id: begun?.id, ended_at: null }]);
    await lookOn(5, quiet);
    await lookOn(6, found({ meterId, since: end + 5 * dayS + 6 * hourS }));
    expect(await told(home)).toHaveLength(2);
  });

  test('a rule sees the last days, with the names of meters, and by how much more to ask', async () => {
    const { home, fridge } = await heardHome((used) => used);
    const seen: unknown[] = [];
    const looks = ruleOf((look, caution) => {
      const own = look.meters.find(({ meterId }) => meterId === String(fridge.meterId));
      if (own) seen.push([own.name, own.room, own.used.length, look.firstDay * dayS, caution]);
      return [];
    });
    await lookOn(1, looks);
    await stage.seed.owner`
      insert into notices (household_id, kind, meter_id, since, noticed_at, ended_at, mail_at, dismissed_at, dismissed_as)
      values (${home.household}, 'running-water', ${fridge.meterId}, now(), now(), now(), now(), now(), 'fine')`;
    await lookOn(2, looks);
    expect(seen).toEqual([
      ['Fridge', 'kitchen', 7 * 96, end - 6 * dayS, 1],
      ['Fridge', 'kitchen', 7 * 96, end - 5 * dayS, 1.5],
    ]);
  });

  test('of a rule that fails what was told stays, and the others are looked at; a home that is switched off is not asked', async () => {
    const { home, fridge } = await heardHome((used) => used);
    const finding = found({ meterId: String(fridge.meterId) });
    await lookOn(1, finding);
    const broken = ruleOf(() => {
      throw new Error('broken');
    });
    expect(await lookOn(2, broken)).toContainEqual({ household: home.household, kind: 'running-water' });
    expect(await told(home)).toMatchObject([{ ended_at: null }]);
    await stage.sql`select private.set_rule(${home.userId}, ${home.household}, 'running-water', false, false)`;
    expect((await lookOn(3, broken)).map((where) => (where as { household: string }).household)).not.toContain(
      home.household,
    );
    expect((await told(home))[0]?.ended_at).not.toBeNull();
  });

  test('a home whose look fails as a whole is told of and put off; the others have their turn', async () => {
    const { home, fridge } = await heardHome((used) => used);
    const other = await heardHome((used) => used);
    // No date: what the rule says cannot be kept.
    const unkept = ruleOf((look) =>
      look.meters.some(({ meterId }) => meterId === String(fridge.meterId))
        ? [{ meterId: String(fridge.meterId), since: 1e300, figures: {}, costsPerDay: null }]
        : found({ meterId: String(other.fridge.meterId) }).find(look, 1),
    );
    expect(await lookOn(1, unkept)).toEqual([{ household: home.household }]);
    expect(await told(home)).toEqual([]);
    expect(await told(other.home)).toHaveLength(1);
    expect(await lookOn(1, unkept)).toEqual([]);
  });

  test('water and electricity are held against each other: a pump that runs dry is told, and found again in the last year', async () => {
    const { home } = await heardHome((used) => used);
    await enterPlans(stage, home, '2026-01-01', [plan]);
    const pump = await home.device('Well pump', 'garden', 'electricity');
    const main = await home.device('Water', 'whole_home', 'water');
    const isOn = (hour: number): boolean => hour % 24 === 8 || hour % 24 === 19;
    const hours = Float64Array.from({ length: days * 24 }, (_, hour) => (isOn(hour) ? 700 : 0));
    const dryFrom = (days - 1) * 24;
    await stage.send(home, hoursOf(pump.key, hours, end - days * dayS));
    await stage.send(
      home,
      hoursOf(
        main.key,
        hours.map((wh, hour) => (hour < dryFrom ? wh * 400 : 0)),
        end - days * dayS,
      ),
    );
    await lookOn(0, dryPump);
    const [notice, ...more] = await stage.seed.owner<Row[]>`
      select id, meter_id, extract(epoch from since)::bigint as since, figures from notices
      where household_id = ${home.household} and kind = 'dry-pump'`;
    expect(more).toEqual([]);
    expect(notice).toMatchObject({ meter_id: pump.meterId, since: end - dayS + 8 * hourS, figures: { used: 1400 } });
    // 1.4 kWh a day for thirty days at 0.20, one of which has an hour more.
    expect(notice?.figures).toMatchObject({ lastedS: 2 * hourS, currency: 'EUR', costPerMonth: '8.41' });

    await stage.sql`select private.ask_replay(${home.userId}, ${home.household}, 'dry-pump')`;
    expect(await runReplay(stage.sql, clock)).toBe(true);
    const [replay] = await stage.seed.owner<{ found: object[] }[]>`
      select found from private.rule_replays where household_id = ${home.household} and kind = 'dry-pump'`;
    expect(replay?.found).toMatchObject([{ name: 'Well pump', since: end - dayS + 8 * hourS, endedOn: null }]);
  });
});
