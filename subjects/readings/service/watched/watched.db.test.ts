import { appendFile, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { quietLog } from '#apps/service/testing/mosquitto.ts';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import type { ImportOptions } from '../../contract/imports.ts';
import { previewWatchedFile, readWatchedFolder, watchFolder } from '../../contract/watched.ts';
import { fileFormat } from '../files/index.ts';
import { createImports, createUploads, noBoard } from '../imports/index.ts';
import { createOwnLeases } from '#kernel/leases.ts';
import { watchedRoutes } from './index.ts';
import { createFolderWatch } from './watch-folders.ts';

const nowMs = Date.UTC(2026, 10, 20);
let stage: Stage;
let root: string;
let imports: ReturnType<typeof createImports>;
let app: ReturnType<Stage['http']>;
let look: () => Promise<void>;
let home: SeededHome;
const open = (given: string | null) =>
  stage.http((_, { serve, sql }) => watchedRoutes({ serve, sql, imports, root: given }));
beforeAll(async () => {
  stage = await openStage(() => nowMs);
  root = await mkdtemp(join(tmpdir(), 'wattershed-watched-'));
  const uploads = createUploads(join(root, '.uploads'), () => nowMs);
  imports = createImports({
    leases: createOwnLeases(),
    board: noBoard,
    ...stage,
    uploads,
    format: fileFormat,
    now: () => nowMs,
    onFault: (error) => {
      throw error;
    },
  });
  app = open(root);
  const watch = createFolderWatch({
    ...stage,
    imports,
    uploads,
    format: fileFormat,
    root,
    now: () => nowMs,
    log: quietLog,
  });
  look = () => watch(new AbortController().signal);
});
afterAll(async () => {
  await imports.stop();
  await stage.end();
  await rm(root, { recursive: true });
});
beforeEach(async () => {
  home = await stage.seed.home('Europe/Madrid');
  await home.device('kitchen', 'kitchen', 'electricity');
});

const ask = async (path: string, payload: object, by: Pick<SeededHome, 'userId'> = home) =>
  app.inject({ method: 'POST', url: path, headers: await stage.session(by.userId), payload });
const watched = () => ask(watchFolder.path, { household: home.household });
const put = (name: string, content: string | Uint8Array) => writeFile(join(root, home.household, name), content);
/** A file is dealt with when it has stood still from one look to the next. */
const looks = async () => {
  await look();
  await look();
};
const files = () =>
  stage.seed.owner<{ name: string; state: string; reason: string | null; import_id: string | null }[]>`
    select name, state, reason, import_id from watched_files where household_id = ${home.household} order by name`;
const folder = async () =>
  (await stage.seed.owner`select fault, looked_at from watched_folders where household_id = ${home.household}`)[0];
const used = async (): Promise<number> => {
  const [row] = await stage.seed.owner<{ used: number }[]>`
    select coalesce(sum(r.value), 0)::float8 as used from open_readings r where r.household_id = ${home.household}`;
  return row?.used ?? 0;
};
const rows = (day: string, wattHours = 100): string =>
  Array.from({ length: 24 }, (_, i) => `${day} ${String(i).padStart(2, '0')}:00,${wattHours / 1000}`).join('\n');
const table = (day: string, title = 'kitchen kWh', wattHours?: number): string =>
  `start,${title}\n${rows(day, wattHours)}\n`;

test('nothing is looked at before somebody wants it; a file of a known meter is then imported once, and stays as it lies', async () => {
  await mkdir(join(root, home.household));
  await put('a.csv', table('2026-11-01'));
  await looks();
  expect(await used()).toBe(0);
  expect((await watched()).json()).toEqual({ path: join(root, home.household) });
  await looks();
  expect(await used()).toBe(2400);
  await put('b.csv.gz', gzipSync(table('2026-11-02')));
  await put('copy of a.csv', table('2026-11-01'));
  await put('a again.csv.gz', gzipSync(table('2026-11-01')));
  await looks();
  await looks();
  expect(await used()).toBe(4800);
  const kept = await files();
  expect(kept.map(({ name, state }) => [name, state])).toEqual([
    ['a again.csv.gz', 'imported'],
    ['a.csv', 'imported'],
    ['b.csv.gz', 'imported'],
  ]);
  expect(await stage.seed.owner`select file_name from imports where household_id = ${home.household}`).toHaveLength(2);
  expect(await readdir(join(root, home.household))).toHaveLength(4);
  expect(await folder()).toMatchObject({ fault: null });
});

test('a file that is being written is waited for', async () => {
  await watched();
  await put('a.csv', table('2026-11-01'));
  await look();
  await appendFile(join(root, home.household, 'a.csv'), `${rows('2026-11-02')}\n`);
  await look();
  expect(await files()).toEqual([]);
  await look();
  expect(await used()).toBe(4800);
});

test('what raises a question waits with it and writes nothing; a person looks at it, and it is settled', async () => {
  await watched();
  await put('cellar.csv', table('2026-11-01', 'cellar kWh'));
  await put('stamp.csv', `time,kitchen kWh\n${rows('2026-11-01')}\n`);
  await put('dates.csv', 'start,kitchen kWh\n01/02/2026 00:00,0.1\n01/02/2026 01:00,0.1\n02/02/2026 00:00,0.1\n');
  await put('lines.csv', `${table('2026-11-01')}2026-11-02 00:00,much\n`);
  await looks();
  expect((await files()).map(({ name, state, reason }) => [name, state, reason])).toEqual([
    ['cellar.csv', 'waiting', 'meters'],
    ['dates.csv', 'waiting', 'dates'],
    ['lines.csv', 'waiting', 'lines'],
    ['stamp.csv', 'waiting', 'stamp'],
  ]);
  expect(await used()).toBe(0);
  const [row] = await stage.seed.owner<{ fingerprint: string }[]>`
    select fingerprint from watched_files where household_id = ${home.household} and name = 'cellar.csv'`;
  const body = { household: home.household, fingerprint: row?.fingerprint };
  const seen = previewWatchedFile.answer.parse((await ask(previewWatchedFile.path, body)).json());
  expect(seen.suggestion.mappings).toMatchObject([{ target: { newDevice: { name: 'Cellar' } } }]);
  const person = { sub: home.userId };
  await imports.finished(person, await imports.start(person, seen.fileId, seen.suggestion));
  expect((await files()).find(({ name }) => name === 'cellar.csv')).toMatchObject({ state: 'imported', reason: null });
  expect(await used()).toBe(2400);
  // The next file of the same kind asks nothing any more.
  await put('cellar 2.csv', table('2026-11-02', 'cellar kWh'));
  await looks();
  expect(await used()).toBe(4800);
});

test('what says something else than is there waits', async () => {
  await watched();
  await put('a.csv', table('2026-11-01'));
  await looks();
  await put('b.csv', table('2026-11-01', 'kitchen kWh', 200));
  await looks();
  expect((await files()).map(({ name, reason }) => [name, reason])).toEqual([
    ['a.csv', null],
    ['b.csv', 'conflicts'],
  ]);
  expect(await used()).toBe(2400);
});

test('a file without a clock waits; once a person has imported one with these titles, the next are read as that one was', async () => {
  await watched();
  await stage.seed.owner.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`update households set time_zone_chosen = false where id = ${home.household}`;
  });
  await put('a.csv', table('2026-11-01'));
  await put('b.csv', `time,fridge\n${rows('2026-11-01')}\n`);
  await looks();
  expect((await files()).map(({ reason }) => reason)).toEqual(['zone', 'stamp']);
  const { meterId } = await home.device('Fridge', 'kitchen', 'electricity');
  const person = { sub: home.userId };
  const [row] = await stage.seed.owner<{ fingerprint: string }[]>`
    select fingerprint from watched_files where household_id = ${home.household} and name = 'b.csv'`;
  const body = { household: home.household, fingerprint: row?.fingerprint };
  const seen = previewWatchedFile.answer.parse((await ask(previewWatchedFile.path, body)).json());
  await imports.finished(
    person,
    await imports.start(person, seen.fileId, {
      ...seen.suggestion,
      stamp: 'end',
      timeZone: 'Europe/Madrid',
      mappings: [{ column: 'fridge', target: { meter: String(meterId) }, unit: 'Wh', kind: 'interval' }],
    }),
  );
  await put('another name.csv', `time,fridge\n${rows('2026-11-02')}\n`);
  await looks();
  expect(await files()).toMatchObject([{ reason: 'zone' }, { state: 'imported' }, { state: 'imported' }]);
  const kept = await stage.seed.owner<
    { at: Date }[]
  >`select at from open_readings where meter_id = ${meterId} order by at`;
  expect(kept).toHaveLength(48);
  // The first row ended at midnight in Madrid.
  expect(kept[24]?.at).toEqual(new Date('2026-11-01T22:00:00Z'));
});

test('what cannot be read is said; links, folders and hidden files are none', async () => {
  const other = await stage.seed.home();
  await watched();
  await put('bill.pdf', '%PDF-1.7');
  await put('words.csv', 'this is,no table\n');
  await put('cut.csv.gz', gzipSync(table('2026-11-01')).subarray(0, 60));
  await put('.hidden.csv', table('2026-11-01'));
  await put('half.csv.part', table('2026-11-01'));
  await put('empty.csv', '');
  await mkdir(join(root, home.household, 'folder.csv'));
  await mkdir(join(root, other.household));
  await writeFile(join(root, other.household, 'theirs.csv'), table('2026-11-01'));
  await symlink(join(root, other.household, 'theirs.csv'), join(root, home.household, 'link.csv'));
  await looks();
  expect((await files()).map(({ name, state, reason }) => [name, state, reason])).toEqual([
    ['bill.pdf', 'unreadable', 'other-kind'],
    ['cut.csv.gz', 'unreadable', 'compression-damaged'],
    ['words.csv', 'unreadable', 'empty'],
  ]);
});

test('C6.1 who may not write sets up nothing and looks at nothing; whoever set it up and left writes nothing more', async () => {
  const [viewer, member, stranger] = [await stage.seed.home(), await stage.seed.home(), await stage.seed.home()];
  await stage.seed.owner`insert into household_members (household_id, user_id, role)
    values (${home.household}, ${viewer.userId}, 'viewer'), (${home.household}, ${member.userId}, 'member')`;
  const household = home.household;
  for (const person of [viewer, stranger])
    expect((await ask(watchFolder.path, { household }, person)).statusCode).toBe(403);
  expect((await ask(watchFolder.path, { household }, member)).statusCode).toBe(201);
  await put('a.csv', table('2026-11-01', 'cellar kWh'));
  await looks();
  const [row] = await stage.seed.owner<
    { fingerprint: string }[]
  >`select fingerprint from watched_files where household_id = ${household}`;
  for (const person of [viewer, stranger])
    expect((await ask(previewWatchedFile.path, { household, fingerprint: row?.fingerprint }, person)).statusCode).toBe(
      404,
    );
  await stage.seed
    .owner`delete from household_members where user_id = ${member.userId} and household_id = ${household}`;
  await put('b.csv', table('2026-11-02'));
  await looks();
  expect(await folder()).toMatchObject({ fault: 'no-right' });
  expect(await used()).toBe(0);
  await rm(join(root, household), { recursive: true });
  await watched();
  await rm(join(root, household), { recursive: true });
  await look();
  expect(await folder()).toMatchObject({ fault: 'folder-missing' });
});

test('without a folder of the operator none is offered', async () => {
  const without = open(null);
  const headers = await stage.session(home.userId);
  expect((await without.inject({ url: readWatchedFolder.path, headers })).json()).toEqual({ isOffered: false });
  const payload = { household: home.household };
  expect((await without.inject({ method: 'POST', url: watchFolder.path, headers, payload })).statusCode).toBe(404);
});

const brought = async (
  name: string,
  content: string,
  change: (options: ImportOptions) => ImportOptions = (one) => one,
) => {
  const person = { sub: home.userId };
  const seen = await imports.preview(person, home.household, name, Readable.from([content]));
  const options = change({ ...seen.suggestion, household: home.household });
  return imports.finished(person, await imports.start(person, seen.fileId, options));
};

test('of a file whose import broke off before, the rest comes', async () => {
  await watched();
  const { id } = await brought('a.csv', table('2026-11-01'));
  await stage.seed.owner`update imports set error = 'stopped' where id = ${id}`;
  await stage.seed
    .owner`delete from open_readings where household_id = ${home.household} and at >= '2026-11-01T12:00:00Z'`;
  const before = await used();
  await put('a.csv', table('2026-11-01'));
  await looks();
  expect(await used()).toBeGreaterThan(before);
  expect(await files()).toMatchObject([{ name: 'a.csv', state: 'imported' }]);
});

test('a file of which nothing can be kept waits, and is not told as imported', async () => {
  await watched();
  await put('a.csv', table('2026-11-01', 'kitchen kWh', 900_000_000));
  await looks();
  expect(await files()).toMatchObject([{ state: 'waiting', reason: 'lines' }]);
});

test('whether amounts of both signs are split is asked once, and goes on as it was answered', async () => {
  await watched();
  const netted = (day: string) =>
    `start,net kWh\n${Array.from({ length: 24 }, (_, i) => `${day} ${String(i).padStart(2, '0')}:00,${(((i * 7) % 11) - 3) / 10}`).join('\n')}\n`;
  await put('a.csv', netted('2026-11-01'));
  await looks();
  expect(await files()).toMatchObject([{ state: 'waiting' }]);
  expect(await brought('a.csv', netted('2026-11-01'))).toMatchObject({ state: 'done', accepted: 48 });
  await put('b.csv', netted('2026-11-02'));
  await looks();
  expect((await files()).map(({ name, state }) => [name, state])).toEqual([
    ['a.csv', 'imported'],
    ['b.csv', 'imported'],
  ]);
  const meters = await stage.seed
    .owner`select flow, count(*)::int as n from meters m join open_readings r on r.meter_id = m.id
    where m.household_id = ${home.household} group by flow order by flow`;
  expect(meters).toEqual([
    { flow: 'drawn', n: 48 },
    { flow: 'returned', n: 48 },
  ]);
});

test('a look into the folder ends nobody’s own look', async () => {
  const person = { sub: home.userId };
  const own = await imports.preview(person, home.household, 'own.csv', Readable.from([table('2026-11-05')]));
  const looking = await imports.start(person, own.fileId, { ...own.suggestion, household: home.household }, true);
  await watched();
  await put('a.csv', table('2026-11-01'));
  await looks();
  expect((await imports.finished(person, looking)).error).toBeNull();
});

test('it is told among what has access, and ended there', async () => {
  await watched();
  const told = async () =>
    (
      await stage.sql<{ told: { households: { pulls: { id: string; name: string }[] }[] } }[]>`
      select private.access_of(${home.userId}) as told`
    )[0]?.told.households[0]?.pulls;
  expect(await told()).toMatchObject([{ id: home.household, name: join(root, home.household) }]);
  await stage.sql`select private.end_access(${home.userId}, ${JSON.stringify({ pulls: [home.household] })}::text::jsonb)`;
  expect(await told()).toEqual([]);
  expect(await folder()).toBeUndefined();
});
