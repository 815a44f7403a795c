import { Readable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { createLeases, type Leases } from '#kernel/leases.ts';
import type { ImportPreview, ImportReport } from '../../contract/imports.ts';
import { fileFormat } from '../files/index.ts';
import type { Ingest } from '../ingest/index.ts';
import { createImportBoard, createImports, createSharedUploads } from './index.ts';

const log = pino({ level: 'silent' });
let stage: Stage;
/** What each batch waits for. */
let gate: Promise<void> = Promise.resolve();
interface Service {
  imports: ReturnType<typeof createImports>;
  uploads: ReturnType<typeof createSharedUploads>;
}
let services: [Service, Service];
const leased: Leases[] = [];
const faults: unknown[] = [];
beforeAll(async () => {
  stage = await openStage();
  const open = (): Service => {
    const { database, changes, sql } = stage;
    const uploads = createSharedUploads(sql);
    const leases = createLeases(sql, log);
    leased.push(leases);
    const record: Ingest['record'] = async (...given) => {
      await gate;
      await stage.ingest.record(...given);
    };
    const onFault = (error: unknown) => void faults.push(error);
    const shared = { database, changes, uploads, leases, board: createImportBoard(sql), now: Date.now, onFault };
    return { uploads, imports: createImports({ ...shared, format: fileFormat, ingest: { record } }) };
  };
  services = [open(), open()];
});
afterAll(async () => {
  await Promise.all(services.map(({ imports }) => imports.stop()));
  for (const one of leased) one.stop();
  await stage.end();
  if (faults.length > 0) throw faults[0];
});

const minutes = 40_000;
const begin = Date.UTC(2026, 4, 4);
const fileOf = (key: string, count = minutes): string =>
  `time,${key} kWh counter\n${Array.from({ length: count }, (_, i) => `${new Date(begin + i * 60_000).toISOString()},${(i / 100).toFixed(2)}`).join('\n')}\n`;

const newHome = async () => {
  const home = await stage.seed.home();
  const { key } = await home.device('Kitchen', 'kitchen', 'electricity');
  return { home, key, person: { sub: home.userId } };
};
const optionsOf = ({ suggestion }: ImportPreview, key: string) => ({
  ...suggestion,
  mappings: [{ column: `${key} kWh counter`, target: { meter: key }, unit: 'kWh', kind: 'counter' } as const],
});
const look = async ({ imports }: Service, { userId: sub }: SeededHome, file: string) =>
  imports.preview({ sub }, undefined, 'kitchen.csv', Readable.from(Buffer.from(file)));
const ended = async ({ imports }: Service, sub: string, id: string): Promise<ImportReport> => {
  const report = () => imports.report({ sub }, id);
  await expect.poll(async () => (await report()).state).not.toMatch(/running|undoing/);
  return report();
};

test('a file that one service was given is imported by the other one, and both say how it does', async () => {
  const [one, other] = services;
  const { home, key, person } = await newHome();
  const preview = await look(one, home, fileOf(key));
  const id = await other.imports.start(person, preview.fileId, optionsOf(preview, key));
  expect(await ended(one, home.userId, id)).toMatchObject({
    state: 'done',
    accepted: minutes,
    rejected: 0,
    error: null,
  });
  expect(await ended(other, home.userId, id)).toMatchObject({ state: 'done', accepted: minutes });
  // It is not kept any longer, and a stranger is told nothing.
  expect(await one.uploads.find(home.userId, preview.fileId)).toBeNull();
  await expect(one.imports.report({ sub: (await newHome()).home.userId }, id)).rejects.toMatchObject({
    code: 'not-found',
  });
});

test('while one runs at one service, the other one begins none for the home, and can have it ended and taken back', async () => {
  const [one, other] = services;
  const { home, key, person } = await newHome();
  const files = [await look(one, home, fileOf(key)), await look(other, home, fileOf(key, 100))] as const;
  let open = (): void => {};
  gate = new Promise((resolve) => (open = resolve));
  const id = await one.imports.start(person, files[0].fileId, optionsOf(files[0], key));
  const second = () => other.imports.start(person, files[1].fileId, optionsOf(files[1], key));
  await expect(second()).rejects.toMatchObject({ code: 'import-running' });
  expect(await other.imports.report(person, id)).toMatchObject({ state: 'running' });
  const undone = other.imports.undo(person, id);
  await expect
    .poll(async () => (await stage.seed.owner`select from private.import_runs where id = ${id} and is_ending`).length)
    .toBe(1);
  open();
  await undone;
  expect(await ended(one, home.userId, id)).toMatchObject({ state: 'undone', error: null });
  expect(await stage.seed.owner`select from open_readings where household_id = ${home.household}`).toHaveLength(0);
  await ended(other, home.userId, await second());
});

test('a look is ended by the next one, wherever that begins', async () => {
  const [one, other] = services;
  const { home, key, person } = await newHome();
  const preview = await look(one, home, fileOf(key));
  const first = await one.imports.start(person, preview.fileId, optionsOf(preview, key), true);
  const next = await other.imports.start(person, preview.fileId, optionsOf(preview, key), true);
  const report = await ended(other, home.userId, first);
  // It may have ended before it heard.
  expect(['stopped', null]).toContain(report.error);
  expect(await ended(one, home.userId, next)).toMatchObject({ state: 'done', isDryRun: true, accepted: minutes });
});

test('one whose service was killed is told as broken off, and the home can import again', async () => {
  const [one, other] = services;
  const { home, key, person } = await newHome();
  const preview = await look(one, home, fileOf(key, 200));
  const { owner } = stage.seed;
  const id = await one.imports.start(person, preview.fileId, optionsOf(preview, key));
  const done = await ended(one, home.userId, id);
  // As a kill in the middle of it leaves things.
  await owner`update private.import_runs set told_at = now() - interval '1 minute', report = ${owner.json({ ...done, state: 'running' })} where id = ${id}`;
  await owner`insert into private.leases (name, holder, held_until) values (${`import ${home.household}`}, gen_random_uuid(), now() - interval '1 second')`;
  expect(await other.imports.report(person, id)).toMatchObject({ state: 'failed', error: 'stopped' });
  const again = await look(other, home, fileOf(key, 300));
  const next = await other.imports.start(person, again.fileId, optionsOf(again, key));
  expect(await ended(one, home.userId, next)).toMatchObject({ state: 'done', accepted: 100, duplicate: 200 });
});

test('of files that wait only the newest of a person stay, and one that is too large is not kept', async () => {
  const [one] = services;
  const { home, key } = await newHome();
  const ids: string[] = [];
  for (let i = 0; i < 4; i += 1) ids.push((await look(one, home, fileOf(key, 10 + i))).fileId);
  const found = await Promise.all(ids.map((id) => one.uploads.find(home.userId, id)));
  expect(found.map((upload) => upload !== null)).toEqual([false, true, true, true]);
  const small = createSharedUploads(stage.sql, { fileBytes: 1_000, folderBytes: 10_000, perPerson: 3, keepMs: 1_000 });
  expect(await small.save(home.userId, 'large.csv', Readable.from(Buffer.alloc(2_000)))).toBeNull();
  expect(await stage.seed.owner`select from private.uploads where saved_at is null`).toHaveLength(0);
});
