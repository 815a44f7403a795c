import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from './testing.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const begin = Date.UTC(2026, 4, 1);
const rowsOf = (count: number, cell: (i: number) => string | number): string[] =>
  Array.from({ length: count }, (_, i) => `${new Date(begin + i * 900_000).toISOString()},${cell(i)}`);
const fileOf = (rows: readonly string[], title = 'kitchen_consumption_wh'): string =>
  `start,${title}\n${rows.join('\n')}\n`;
const kept = async (household: string): Promise<unknown> =>
  service.seed.owner`select (select count(*)::int from connected_devices where household_id = ${household}) as devices,
    (select count(*)::int from imports where household_id = ${household}) as imports,
    (select count(*)::int from open_readings where household_id = ${household}) as readings`;

type Person = Awaited<ReturnType<TestService['as']>>;
const take = async (person: Person, file: string | Uint8Array, name = 'home.csv', isDryRun = false) => {
  const { body } = await person.preview(file, name);
  const started = await person.start(body.fileId, body.suggestion, isDryRun);
  return { preview: body, report: await person.finish(started.body.id) };
};
const figures = ({ accepted, duplicate, rejected, conflicts }: Record<string, unknown>) => ({
  accepted,
  duplicate,
  rejected,
  conflicts,
});

describe('what would come of an import', () => {
  test('the whole file is judged as the import judges it, and nothing is written', async () => {
    const home = await service.seed.home();
    const person = await service.as(home.userId);
    const none = await kept(home.household);
    const rows = rowsOf(12_000, (i) => 10 + ((i * 7) % 40));
    const far = rows.map((row, i) =>
      i === 11_000 ? row.replace(/,\d+$/, ',-5') : i === 11_500 ? `${row}000000000` : row,
    );
    const look = await take(person, fileOf(far), 'home.csv', true);
    expect(look.report).toMatchObject({ state: 'done', isDryRun: true, rows: 12_000 });
    expect(await kept(home.household)).toEqual(none);
    const done = await take(person, fileOf(far));
    expect(done.report).toMatchObject({ isDryRun: false, accepted: 11_998, rejected: 2 });
    expect(figures(done.report)).toEqual(figures(look.report));
    expect(look.report.totals.map(({ used }) => used)).toEqual(done.report.totals.map(({ used }) => used));

    // Against what is there now: the first half is known, a tenth of the rest says something else.
    const next = rowsOf(12_400, (i) => (i < 6000 || i % 10 > 0 ? 10 + ((i * 7) % 40) : 55));
    const again = await take(person, fileOf(next), 'home.csv', true);
    const real = await take(person, fileOf(next));
    expect(figures(again.report)).toEqual(figures(real.report));
    expect(again.report.conflicts).toBeGreaterThan(500);
    expect(again.report.overlaps).toEqual(real.report.overlaps);
  });

  test('a counter with readings after the file, and one that resets, are judged as they will be', async () => {
    const home = await service.seed.home();
    const person = await service.as(home.userId);
    const counter = (rows: string[]) => fileOf(rows, 'water_counter_l');
    await take(person, counter(rowsOf(600, (i) => (i < 400 ? 5000 + i : i)).slice(300)));
    const all = rowsOf(900, (i) => (i < 400 ? 5000 + i : i === 700 ? 90_000_000 : i));
    const look = await take(person, counter(all), 'home.csv', true);
    const real = await take(person, counter(all));
    expect(figures(look.report)).toEqual(figures(real.report));
    expect(real.report).toMatchObject({ accepted: 599, duplicate: 300, rejected: 1 });
  });

  test('a counter that falls and comes back, soon, late or never, is judged as it will be', async () => {
    const home = await service.seed.home();
    const person = await service.as(home.userId);
    // Of 12,000 rows every 97th or so begins a time of lower values, which ends within the hour, the day, three days or not at all.
    const fallen = (i: number): boolean =>
      [1, 4, 90, 288, 500].some((rows, n) => i % 1900 >= n * 300 + 97 && i % 1900 < n * 300 + 97 + rows);
    const file = fileOf(
      rowsOf(12_000, (i) => 500_000 + 3 * i - (fallen(i) ? 60_000 : 0)),
      'water_counter_l',
    );
    const look = await take(person, file, 'home.csv', true);
    const real = await take(person, file);
    expect(figures(look.report)).toEqual(figures(real.report));
    // What comes back after days is a jump, for as long as it would take to pass.
    expect(real.report.rejected).toBeLessThan(200);
    const [again, once] = [await take(person, file, 'home.csv', true), await take(person, file)];
    expect(figures(again.report)).toEqual(figures(once.report));
  });

  test('rows that contradict each other are counted as conflicts before anything is written', async () => {
    const home = await service.seed.home();
    const person = await service.as(home.userId);
    const rows = rowsOf(100, (i) => i % 5).flatMap((row, i) =>
      i % 10 === 0 ? [row, row.replace(/\d+$/, '9')] : [row],
    );
    const { report } = await take(person, fileOf(rows), 'home.csv', true);
    expect(report).toMatchObject({ accepted: 100, rejected: 10, conflicts: 10 });
  });

  test('a look does not keep an import waiting, and a later look ends the one before', async () => {
    const home = await service.seed.home();
    const person = await service.as(home.userId);
    const { body } = await person.preview(fileOf(rowsOf(15_000, (i) => i % 5)));
    const first = await person.start(body.fileId, body.suggestion, true);
    const second = await person.start(body.fileId, body.suggestion, true);
    const third = await person.start(body.fileId, body.suggestion);
    expect([first, second, third].map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(await person.finish(third.body.id)).toMatchObject({ state: 'done', accepted: 15_000 });
    expect(await person.finish(first.body.id)).toMatchObject({ state: 'failed', error: 'stopped' });
  });
});

describe('the same file again', () => {
  test('after its device got another name it adds nothing: it is known by its content and goes to the same meter', async () => {
    const home = await service.seed.home();
    const person = await service.as(home.userId);
    const file = fileOf(rowsOf(96, (i) => i % 7));
    const first = await take(person, file);
    expect(first.preview.importedBefore).toEqual([]);
    await service.seed
      .owner`update connected_devices set name = 'Something else', room = 'garage' where household_id = ${home.household}`;
    await service.seed.owner`update meters set key = 'other-key' where household_id = ${home.household}`;
    const before = await person.months('2026-05-01', '2026-06-01');
    const again = await take(person, gzipSync(file), 'another name.csv.gz');
    expect(again.preview.importedBefore).toMatchObject([{ fileName: 'home.csv', accepted: 96 }]);
    expect(again.preview.suggestion.mappings).toMatchObject([{ target: { meter: 'other-key' } }]);
    expect(again.report).toMatchObject({ accepted: 0, duplicate: 96, rejected: 0 });
    expect((await person.months('2026-05-01', '2026-06-01')).rows.map(({ used }) => used)).toEqual(
      before.rows.map(({ used }) => used),
    );
    await person.undo(first.report.id);
    await person.finish(first.report.id);
    expect((await person.preview(file)).body.importedBefore).toEqual([]);
  });

  test('what was said of an open question is not asked again, and is proposed', async () => {
    const home = await service.seed.home();
    const person = await service.as(home.userId);
    const file = `start,kitchen kWh\n${rowsOf(48, (i) => (0.5 + i / 1000).toFixed(3)).join('\n')}\n`;
    const { body } = await person.preview(file);
    expect(body.questions).toMatchObject([{ code: 'kind', column: 'kitchen kWh' }]);
    const mappings = body.suggestion.mappings.map((one) => ({ ...one, kind: 'interval' as const }));
    await person.finish((await person.start(body.fileId, { ...body.suggestion, mappings })).body.id);
    const again = (await person.preview(file)).body;
    expect(again.questions).toEqual([]);
    expect(again.suggestion.mappings).toMatchObject([{ kind: 'interval' }]);
    const [month] = (await person.months('2026-05-01', '2026-06-01')).rows.filter(({ used }) => used > 0);
    expect(month?.used).toBe(25_128);
  });

  test('the next file of a series goes where the one before went; a file of another name with the same title does not', async () => {
    const home = await service.seed.home();
    const person = await service.as(home.userId);
    const text = (day: number, title: string) =>
      fileOf(
        rowsOf(96, (i) => (i + day) % 7),
        title,
      );
    await take(person, text(1, 'value_wh'), 'kitchen 2026-04.csv');
    await service.seed.owner`update connected_devices set name = 'Renamed' where household_id = ${home.household}`;
    const next = (await person.preview(text(2, 'value_wh'), 'kitchen 2026-05.csv')).body;
    const other = (await person.preview(text(3, 'value_wh'), 'bathroom 2026-05.csv')).body;
    expect('meter' in (next.suggestion.mappings[0]?.target ?? {})).toBe(true);
    expect('newDevice' in (other.suggestion.mappings[0]?.target ?? {})).toBe(true);
  });

  test('another household’s imports say nothing here', async () => {
    const [mine, theirs] = [await service.seed.home(), await service.seed.home()];
    const file = fileOf(rowsOf(20, (i) => i % 3));
    await take(await service.as(theirs.userId), file);
    const { body } = await (await service.as(mine.userId)).preview(file);
    expect(body.importedBefore).toEqual([]);
    expect('newDevice' in (body.suggestion.mappings[0]?.target ?? {})).toBe(true);
  });
});

test('any order of rows, any cut into files, any repeats: the same readings and the same use', async () => {
  const rows = rowsOf(60, (i) => `${10 + ((i * 13) % 90)},${70_000 + i * 11}`);
  const titles = 'start,kitchen_consumption_wh,water_counter_l';
  const use = async (files: readonly (readonly string[])[]) => {
    const home = await service.seed.home('Europe/Madrid');
    const person = await service.as(home.userId);
    for (const part of files) {
      const { body } = await person.preview(`${titles}\n${part.join('\n')}\n`, 'home.csv');
      // What a few rows leave open, the person says.
      const mappings = body.suggestion.mappings.map((one) => ({
        ...one,
        kind: one.column.includes('counter') ? ('counter' as const) : ('interval' as const),
      }));
      await person.finish((await person.start(body.fileId, { ...body.suggestion, mappings })).body.id);
    }
    const { rows: months } = await person.months('2026-05-01', '2026-06-01');
    const quarters = await service.seed.owner`
      select m.utility, extract(epoch from q.start)::int as start, sum(q.used)::int as used, sum(q.covered_s)::int as covered
      from (select * from private.all_quarters(${home.household}) union all
        select s.meter_id, s.quarter, s.used, s.estimated, s.imported, s.covered_s from meter_state s
        where s.household_id = ${home.household} and s.quarter is not null) q
      join meters m on m.id = q.meter_id group by 1, 2 having sum(q.used) > 0 or sum(q.covered_s) > 0 order by 1, 2`;
    return [new Map(months.map(({ utility, used }) => [utility, used])), quarters];
  };
  const whole = await use([rows]);
  const cut = fc.integer({ min: 2, max: 58 });
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray(rows, { minLength: rows.length }),
      cut,
      fc.subarray(rows),
      fc.boolean(),
      async (mixed, at, again, isLaterFirst) => {
        const parts = [rows.slice(0, at), rows.slice(at)].map((part) => [
          ...mixed.filter((row) => part.includes(row)),
          ...again.filter((row) => part.includes(row)),
        ]);
        expect(await use(isLaterFirst ? parts.reverse() : parts)).toEqual(whole);
      },
    ),
    { numRuns: 8 },
  );
});

test('imports from before that may be an hour early are marked for their household: hourly counters, and no others', async () => {
  const home = await service.seed.home();
  const person = await service.as(home.userId);
  const hours = (cell: (i: number) => number) =>
    Array.from({ length: 30 }, (_, i) => `${new Date(begin + i * 3_600_000).toISOString()},${cell(i)}`);
  const early = await take(
    person,
    fileOf(
      hours((i) => 500 + i),
      'water_counter_l',
    ),
    'statistics.csv',
  );
  const amounts = await take(person, fileOf(hours((i) => i % 5)), 'amounts.csv');
  const quarters = await take(
    person,
    fileOf(
      rowsOf(30, (i) => 900 + i),
      'hall_water_counter_l',
    ),
    'quarters.csv',
  );
  const mending = readFileSync(new URL('../../../../supabase/before/rows.sql', import.meta.url), 'utf8');
  const marks = /update public\.imports[^;]*;/.exec(mending)?.[0] ?? '';
  await service.seed.owner.unsafe(marks);
  const marked = await service.seed.owner<{ id: string; may_be_early: boolean }[]>`
    select id, may_be_early from imports where household_id = ${home.household}`;
  const isEarly = new Map(marked.map((row) => [row.id, row.may_be_early]));
  expect([early, amounts, quarters].map(({ report }) => isEarly.get(report.id))).toEqual([true, false, false]);
});
