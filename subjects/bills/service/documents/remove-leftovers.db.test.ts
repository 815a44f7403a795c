import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { documentKey } from '../../contract/documents.ts';
import { sweepFiles } from './index.ts';
import { createRemoveLeftovers, type RemoveLeftovers } from './remove-leftovers.ts';
import { createStoredFiles } from './document-store.ts';
import { openStorageSite, pdf, type StorageSite } from './testing-storage.ts';

describe('remove leftovers', () => {
  interface Taken {
    readonly line: string;
    readonly authorization: string | undefined;
    readonly apikey: unknown;
    readonly names: readonly string[];
  }

  let stage: Stage;
  let server: Server;
  let taken: Taken[];
  /** What the storage answers next; afterwards it does as it is asked. */
  let answers: ('broken' | 'nothing' | 'lost')[];
  let remove: RemoveLeftovers;

  /** As a hosted storage: removes the rows with the files, and answers those that it found. */
  const obey = async (names: readonly string[]) =>
    stage.seed
      .owner`delete from storage.objects where bucket_id = 'bills' and name in ${stage.seed.owner(names)} returning name`;

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { prefixes: names } = (await json(request)) as { prefixes: string[] };
    const { authorization, apikey } = request.headers;
    taken.push({ line: `${request.method} ${request.url}`, authorization, apikey, names });
    const next = answers.shift();
    if (next === 'broken') return void response.writeHead(503).end();
    const gone = next === 'nothing' ? [] : await obey(names);
    if (next === 'lost') return void response.destroy();
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(gone));
  };

  beforeAll(async () => {
    stage = await openStage();
    await stage.sql`select private.configure_backend(true)`;
    server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const BACKEND_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    remove = createRemoveLeftovers({ BACKEND_URL, BACKEND_SERVICE_KEY: 'service' }) as RemoveLeftovers;
  });
  afterAll(async () => {
    server.close();
    await stage.end();
  });
  beforeEach(async () => {
    [taken, answers] = [[], []];
    await stage.seed.owner`truncate private.storage_leftovers`;
  });

  const keep = async (home: SeededHome, count: number, prefix = 'bill') => {
    const names = Array.from({ length: count }, (_, n) => documentKey(home.household, `${prefix} ${n}.pdf`));
    await stage.seed
      .owner`insert into storage.objects (bucket_id, name, version) select 'bills', name, gen_random_uuid()::text
    from unnest(${names}::text[]) name`;
    return names;
  };
  const left = async (home: SeededHome) =>
    (await stage.seed.owner`select from storage.objects where name like ${`${home.household}/%`}`).length;
  const end = (home: SeededHome) => stage.seed.owner`delete from households where id = ${home.household}`;
  const turn = () => remove(stage.sql, new AbortController().signal);
  const remembered = () => stage.seed.owner<{ tries: number }[]>`select tries from private.storage_leftovers`;
  const pass = (time: string) =>
    stage.seed
      .owner`update private.storage_leftovers set since = since - ${time}::interval, next_at = next_at - ${time}::interval`;

  test('C2.10 the documents of a household that is gone are asked away from a hosted storage, with the service key, and no others', async () => {
    const [stays, goes] = [await stage.seed.home(), await stage.seed.home()];
    await keep(stays, 2);
    const names = await keep(goes, 2);
    expect(await turn()).toBe(0);
    await end(goes);
    expect(await turn()).toBe(2);
    expect(taken).toEqual([
      { line: 'DELETE /storage/v1/object/bills', authorization: 'Bearer service', apikey: 'service', names },
    ]);
    expect([await left(stays), await left(goes)]).toEqual([2, 0]);
  });

  test('C2.10 so are those of an account that ends, and nobody sees them meanwhile', async () => {
    const [goes, other] = [await stage.seed.home(), await stage.seed.home()];
    await keep(goes, 1);
    await stage.seed.owner`delete from auth.users where id = ${goes.userId}`;
    for (const { userId } of [goes, other])
      expect(await stage.database.asUser({ sub: userId }, (sql) => sql`select from storage.objects`)).toHaveLength(0);
    expect(await turn()).toBe(1);
  });

  test('many are asked for in pieces, and a household that failed does not keep others waiting', async () => {
    const [stuck, many] = [await stage.seed.home(), await stage.seed.home()];
    await keep(stuck, 1);
    await keep(many, 250);
    await end(stuck);
    await end(many);
    answers = ['broken'];
    await expect(turn()).rejects.toThrow('the storage answered 503 to the service key');
    expect(await turn()).toBe(250);
    expect(taken.map(({ names }) => names.length)).toEqual([1, 100, 100, 50]);
    expect(await left(stuck)).toBe(1);
    await pass('2 minutes');
    expect(await turn()).toBe(1);
  });

  test('it is tried later and later, a day apart at most, and what the storage did without telling is done', async () => {
    const home = await stage.seed.home();
    await keep(home, 1);
    await end(home);
    const pauses: number[] = [];
    for (let n = 0; n < 13; n += 1) {
      answers = [n % 2 ? 'broken' : 'nothing'];
      await expect(turn()).rejects.toThrow(n % 2 ? '503' : 'the storage removed none of 1 documents');
      const [row] = await stage.seed.owner<{ minutes: number }[]>`
      select round(extract(epoch from next_at - now()) / 60)::int as minutes from private.storage_leftovers`;
      pauses.push(row?.minutes ?? 0);
      await stage.seed.owner`update private.storage_leftovers set next_at = now()`;
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 1440, 1440]);
    answers = ['lost'];
    await expect(turn()).rejects.toThrow('fetch failed');
    await pass('1 day');
    expect(await turn()).toBe(0);
    expect([await left(home), await remembered()]).toEqual([0, []]);
  });

  test('an upload that ended after its household is found a day later; then the household is forgotten', async () => {
    const home = await stage.seed.home();
    await end(home);
    expect(await turn()).toBe(0);
    await keep(home, 1, 'late');
    expect(await turn()).toBe(0);
    await pass('1 day');
    expect(await turn()).toBe(1);
    expect(await remembered()).toEqual([]);
  });

  test('two services at once ask for each household once', async () => {
    const homes = [await stage.seed.home(), await stage.seed.home(), await stage.seed.home()];
    for (const home of homes) {
      await keep(home, 1);
      await end(home);
    }
    const gone = await Promise.all([turn(), turn()]);
    expect(gone.reduce((sum, one) => sum + one, 0)).toBe(3);
    expect(taken).toHaveLength(3);
  });

  test('a household that lives has no leftovers, whatever is remembered of it', async () => {
    const home = await stage.seed.home();
    await keep(home, 1);
    await stage.seed.owner`insert into private.storage_leftovers (household_id) values (${home.household})`;
    expect(await turn()).toBe(0);
    expect(taken).toEqual([]);
  });

  test('without a service key nothing is asked for', () => {
    expect(createRemoveLeftovers({ BACKEND_URL: 'http://127.0.0.1:1', BACKEND_SERVICE_KEY: undefined })).toBeNull();
  });
});

describe('sweep files', () => {
  let site: StorageSite;
  beforeAll(async () => {
    site = await openStorageSite();
  });
  afterAll(() => site.end());

  test('C2.10 the files of a household and of an account that are gone go with the next sweep, and no others', async () => {
    const { seed, sql } = site.stage;
    const [stays, goes, leaves] = [await seed.home(), await seed.home(), await seed.home()];
    for (const home of [stays, goes, leaves]) {
      await (await site.bills(home.userId)).upload(documentKey(home.household, 'a.pdf'), pdf(home.household));
    }
    expect(await sweepFiles(sql, site.files)).toBe(0);
    await seed.owner`delete from households where id = ${goes.household}`;
    await seed.owner`delete from auth.users where id = ${leaves.userId}`;
    expect(await sweepFiles(sql, site.files)).toBe(2);
    const own = await site.bills(stays.userId);
    expect(await (await own.download(documentKey(stays.household, 'a.pdf'))).data?.text()).toContain(stays.household);
  });

  test('what an end of the process cut off is gone after the next start; foreign files are left alone', async () => {
    const before = await site.onDisk();
    for (const folder of ['incoming', 'files']) mkdirSync(join(site.folder, folder), { recursive: true });
    writeFileSync(join(site.folder, 'incoming', randomUUID()), 'half');
    writeFileSync(join(site.folder, 'files', randomUUID()), 'whole, and its row was never written');
    writeFileSync(join(site.folder, 'files', 'README'), 'somebody’s note');
    expect(await sweepFiles(site.stage.sql, createStoredFiles(site.folder))).toBe(2);
    expect(await site.onDisk()).toEqual({ whole: [...before.whole, 'README'].sort(), incoming: [] });
  });

  test('a file that is coming in is not swept away, nor one whose row is about to be written', async () => {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    async function* slowly(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('%PDF-');
      await held;
      yield Buffer.from('end');
    }
    const saving = site.files.save(slowly(), 100);
    const sweepTwice = async (): Promise<number> =>
      (await sweepFiles(site.stage.sql, site.files)) + (await sweepFiles(site.stage.sql, site.files));
    await sweepTwice();
    release();
    const { version, size } = await saving;
    expect(size).toBe(8);
    expect(await sweepTwice()).toBe(0);
    expect((await site.onDisk()).whole).toContain(version);
    site.files.settle(version);
    expect(await sweepTwice()).toBe(1);
  });

  test('a row whose file is missing says so', async () => {
    const home = await site.stage.seed.home();
    const own = await site.bills(home.userId);
    await own.upload(documentKey(home.household, 'lost.pdf'), pdf('x'));
    await site.files.remove((await site.onDisk()).whole);
    expect((await own.download(documentKey(home.household, 'lost.pdf'))).error).toMatchObject({
      status: 404,
      message: 'The file of this object is missing',
    });
  });
});
