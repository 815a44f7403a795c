/** What makes the demo a home: names in each language, a budget, a water heater that is switched by the clock, a leak that is over. */
import { defaultLanguage, type Language, languageIds } from '#catalogue/index.ts';
import { zoneOffsets } from '#catalogue/zone-clock.ts';
import type { Sql } from '#kernel/db.ts';
import { textsIn } from '#kernel/texts.ts';
import { type createDemoHousehold, demoMeters, waterHeating } from '#simulator/src/index.ts';
import { leakCost } from '#subjects/bills/service/index.ts';
import { leakOf, restedAt } from '#subjects/insight/domain/running-water.ts';
import { emptyQuarter, QUARTER_S, type QuarterUse, quarterOf } from '#subjects/readings/domain/meter-use.ts';

export const demoTimeZone = 'Europe/Madrid';

type DemoHousehold = ReturnType<typeof createDemoHousehold>;

const dayS = 86_400;
const hourS = 3600;

const nameIn = (language: Language, { key }: (typeof demoMeters)[number]): string =>
  textsIn(language, 'demo', 'devices')(key);

/** The meters with the names of their devices. */
export const demoDevices = demoMeters.map((meter) => ({ ...meter, name: nameIn(defaultLanguage, meter) }));

/** Guests read the names in their own language. */
export const nameDemo = (sql: Sql): Promise<unknown> => {
  const names = demoMeters.map((meter) =>
    Object.fromEntries(languageIds.map((language) => [language, nameIn(language, meter)])),
  );
  return sql`select private.name_demo(${JSON.stringify(names)}::text::jsonb)`;
};

const localMinute = (at: number): number => Math.floor(((at + zoneOffsets(demoTimeZone)(at)) % dayS) / 60);

/** A budget that the demo keeps in every month, and the switch that its water heater follows. */
export const furnishDemo = async (sql: Sql, home: string, now: number): Promise<void> => {
  const budgets = [{ utility: 'electricity', amount: '100' }];
  const [onAt, offAt] = [waterHeating.onHour * 60, waterHeating.offHour * 60];
  const minute = localMinute(now);
  const heater = {
    key: 'water-heater',
    model: 'Shelly Plus 1PM',
    isOn: minute >= onAt && minute < offAt,
    schedules: [
      { isOn: true, minute: onAt },
      { isOn: false, minute: offAt },
    ],
  };
  await sql`select private.furnish_demo(${home}, ${JSON.stringify(budgets)}::text::jsonb, ${JSON.stringify([heater])}::text::jsonb)`;
};

/** A meter's quarter-hours of `[from, to)`, which begin with one. */
const quartersOf = (household: DemoHousehold, key: string, from: number, to: number): QuarterUse[] => {
  const quarters = Array.from({ length: (to - from) / QUARTER_S }, (_, i) => ({
    ...emptyQuarter(from + i * QUARTER_S),
    coveredS: QUARTER_S,
  }));
  for (let start = from - (from % dayS); start < to; start += dayS) {
    const use = household.day(start).meters.find(({ meter }) => meter.key === key)?.use ?? [];
    use.forEach((units, minute) => {
      const quarter = quarters[Math.floor((start + minute * 60 - from) / QUARTER_S)];
      if (quarter) quarter.used += units;
    });
  }
  return quarters;
};

/** A minute's readings show it after so long. */
const noticedAfterS = 3 * hourS;

/** Tells the leaks that are over, each once: what would have been told of it when it ended, by the same rules and at the same prices. */
export const noteDemoLeaks = async (sql: Sql, home: string, household: DemoHousehold, now: number): Promise<void> => {
  for (const { kind, meterKey, from, to } of household.events(now - 365 * dayS, now)) {
    const known = quarterOf(to) + dayS;
    if (kind !== 'leak' || meterKey === undefined || known > now) continue;
    const since = quarterOf(from);
    const quarters = quartersOf(household, meterKey, since, known);
    const ended = restedAt(quarters, since);
    const leak =
      ended &&
      leakOf(
        quarters.filter(({ start }) => start < ended),
        since,
      );
    if (!ended || !leak) continue;
    const leaking = { household: home, utility: 'water', since } as const;
    const figures = { ...leak, ...(await sql.begin((tx) => leakCost(tx, ended * 1000, leaking, leak))) };
    await sql`select private.note_demo_leak(${home}, ${meterKey}, ${since}, ${since + noticedAfterS}, ${ended},
      ${JSON.stringify(figures)}::text::jsonb)`;
  }
};
