import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDays, createIngest, createIngestTokens } from '#subjects/readings/service/ingest/index.ts';
import { expectRefused, openStory, type Story } from './household-story.ts';

const tables = [
  'meter_state',
  'open_readings',
  'packed_days',
  'usage_quarter',
  'usage_gap',
  'usage_day',
  'usage_month',
  'quarantined_readings',
] as const;

let story: Story;
beforeAll(async () => {
  story = await openStory();
  const { engine } = story.database;
  const silent = { publish: () => {} };
  const ingest = createIngest(engine, createIngestTokens(engine, Date.now), silent, Date.now);
  const { key } = await story.ada.home.device('Lamp', 'hall', 'electricity');
  const now = Math.floor(Date.now() / 1000);
  const at = [now - 200_000, now - 190_000, now - 3_600, now - 1_800, now];
  const sent = at.map((instant, index) => ({ index, meter: key, at: instant, value: index * 100, spanS: null }));
  const absurd = { index: 5, meter: key, at: now + 60, value: 9e12, spanS: null };
  await ingest.take(story.ada.home.token, { sent: [...sent, absurd], rejected: [], count: 6 });
  await closeDays(engine, now - 86_400);
});
afterAll(() => story.end());

test.each(tables)(
  'C1.1 %s: the people of the household read it, others see nothing, visitors are refused',
  async (table) => {
    const rows = `select household_id from ${table}`;
    for (const person of [story.ada, story.ben, story.cleo]) {
      const seen = await person.does((sql) => sql.unsafe(rows));
      expect(seen.filter((row) => row['household_id'] === story.household).length).toBeGreaterThan(0);
    }
    expect(await story.dan.does((sql) => sql.unsafe(rows))).toEqual([]);
    await expectRefused(story.visitor.unsafe(rows));
  },
);

test.each(tables)('C6.3 %s: nobody writes it but the service', async (table) => {
  for (const person of [story.ada, story.cleo, story.dan]) {
    await expectRefused(
      person.does((sql) => sql.unsafe(`insert into ${table} (household_id) values ('${story.household}')`)),
    );
    await expectRefused(person.does((sql) => sql.unsafe(`update ${table} set meter_id = meter_id`)));
    await expectRefused(person.does((sql) => sql.unsafe(`delete from ${table}`)));
    await expectRefused(person.does((sql) => sql.unsafe(`truncate ${table}`)));
  }
  await expectRefused(story.visitor.unsafe(`delete from ${table}`));
});

test('a meter that is removed takes all it measured along', async () => {
  await story.ada.does((sql) => sql`delete from connected_devices where household_id = ${story.household}`);
  for (const table of tables) expect(await story.truth.unsafe(`select from ${table}`)).toHaveLength(0);
});
