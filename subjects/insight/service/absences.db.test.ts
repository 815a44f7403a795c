/** Somebody says that nobody is at home: what runs is told, what rests is not, and reports name it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type SentByHand, type Stage } from '#apps/service/testing/stage.ts';
import { checkMeters } from './check-meters.ts';
import { detectNotices } from './detect-notices.ts';

const dayS = 86_400;
const hourS = 3600;
const days = 40;
/** Midnight (UTC) after the last day that was heard. */
const end = Date.UTC(2026, 10, 9) / 1000;
let clock = end + hourS;
let stage: Stage;
beforeAll(async () => {
  stage = await openStage(() => clock * 1000);
});
afterAll(() => stage.end());

const notices = (home: SeededHome) => stage.seed.owner<
  { kind: string; meter_id: number; ended: boolean; words: string }[]
>`
  select kind, meter_id, ended_at is not null as ended, figures ->> 'words' as words
  from notices where household_id = ${home.household} order by kind, noticed_at`;

const say = (home: Pick<SeededHome, 'household' | 'userId'>, starts: string, ends: string | null) =>
  stage.database.asUser(
    { sub: home.userId },
    (sql) => sql`insert into home_absences (household_id, starts, ends) values (${home.household}, ${starts}, ${ends})`,
  );

/** Water by the hour: people use 20 L in the hours from seven to ten, until `left` days before the end; then `leaking` mL an hour. */
const waterHome = async (left: number, leaking: number) => {
  const home = await stage.seed.home('UTC');
  const mains = await home.device('Mains', 'whole_home', 'water');
  const readings = Array.from({ length: days * 24 }, (_, i): SentByHand => {
    const isThere = i < (days - left) * 24;
    const used = isThere ? (i % 24 >= 7 && i % 24 < 10 ? 20_000 + 100 * (i % 7) : 0) : leaking;
    return { meter: mains.key, at: end - days * dayS + i * hourS, spanS: hourS, value: used };
  });
  await stage.send(home, readings);
  return { home, mains };
};

const lookOnce = async (home: SeededHome): Promise<void> => {
  await stage.seed.owner`delete from private.meter_checks where household_id = ${home.household}`;
  await checkMeters(stage.sql, clock);
};

test('water in a home of which somebody said that it is empty is told with the next look, and is over when nobody is away', async () => {
  clock = end + hourS;
  const { home, mains } = await waterHome(4, 400);
  await lookOnce(home);
  const kinds = (await notices(home)).map(({ kind }) => kind);
  expect(kinds).not.toContain('empty-home');
  await say(home, '2026-11-04', null);
  await lookOnce(home);
  expect(await notices(home)).toContainEqual({
    kind: 'empty-home',
    meter_id: mains.meterId,
    ended: false,
    words: 'said',
  });
  await stage.seed.owner`update home_absences set ends = '2026-11-07' where household_id = ${home.household}`;
  await lookOnce(home);
  expect((await notices(home)).find(({ kind }) => kind === 'empty-home')?.ended).toBe(true);
});

test('quiet days are told as a home that looks empty, unless somebody has said so; reports name both', async () => {
  clock = end + hourS;
  const [unsaid, said] = [await waterHome(4, 0), await waterHome(4, 0)];
  await say(said.home, '2026-11-04', '2026-11-12');
  await lookOnce(unsaid.home);
  await lookOnce(said.home);
  expect(await notices(unsaid.home)).toMatchObject([{ kind: 'unusual-day', words: 'empty' }]);
  expect(await notices(said.home)).toEqual([]);
  const awayIn = async ({ household }: SeededHome) => {
    const [row] = await stage.seed.owner<{ away: { day: string; isSaid: boolean }[] }[]>`
      select private.away_days(${household}, '2026-11-02', '2026-11-09') as away`;
    return row?.away.map(({ day, isSaid }) => `${day} ${isSaid}`);
  };
  const empty = ['2026-11-05', '2026-11-06', '2026-11-07', '2026-11-08'];
  expect(await awayIn(unsaid.home)).toEqual(empty.map((day) => `${day} false`));
  expect(await awayIn(said.home)).toEqual(['2026-11-04', ...empty].map((day) => `${day} true`));
});

test('what a late reading shows was no empty day', async () => {
  clock = end + hourS;
  const { home } = await waterHome(4, 0);
  await stage.seed
    .owner`insert into private.empty_days values (${home.household}, '2026-11-03'), (${home.household}, '2026-08-01')`;
  await lookOnce(home);
  const rows = await stage.seed
    .owner`select day::text from private.empty_days where household_id = ${home.household} order by day`;
  expect(rows.map(({ day }) => day)).toEqual(['2026-08-01', '2026-11-05', '2026-11-06', '2026-11-07', '2026-11-08']);
});

test('a meter that falls silent while nobody is there is told when they are back', async () => {
  const noon = Date.UTC(2026, 10, 20, 12) / 1000;
  const home = await stage.seed.home('UTC');
  const lamp = await home.device('Lamp', 'hall', 'electricity');
  for (let at = noon - 2 * hourS; at <= noon; at += 600) {
    clock = at;
    await stage.send(home, [{ meter: lamp.key, at, value: at - noon + 8000 }]);
    await detectNotices(stage.sql, at);
  }
  await say(home, '2026-11-20', '2026-11-21');
  const look = (at: number) => {
    clock = at;
    return detectNotices(stage.sql, at);
  };
  for (let at = noon; at < noon + 12 * hourS; at += 1200) await look(at);
  expect(await notices(home)).toEqual([]);
  for (let at = noon + 12 * hourS; at < noon + 40 * hourS; at += 1800) await look(at);
  expect(await notices(home)).toMatchObject([{ kind: 'silent-meter', ended: false }]);
});

test('an absence ends no earlier than it begins, and a home keeps two hundred', async () => {
  const home = await stage.seed.home('UTC');
  await expect(say(home, '2026-11-05', '2026-11-04')).rejects.toThrow(/check/);
  await stage.seed
    .owner`insert into home_absences (household_id, starts) select ${home.household}, '2020-01-01'::date + i from generate_series(1, 200) i`;
  await expect(say(home, '2026-11-05', null)).rejects.toThrow(/at most 200 absences/);
});
