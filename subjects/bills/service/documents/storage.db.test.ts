import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text as readAll } from 'node:stream/consumers';
import { documentKey, documentLimits } from '../../contract/documents.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStorageSite, pdf, type StorageSite } from './testing-storage.ts';

type Bills = Awaited<ReturnType<StorageSite['bills']>>;

let site: StorageSite;
let ada: SeededHome;
let dan: SeededHome;
let bills: Bills;
let foreign: Bills;
beforeAll(async () => {
  site = await openStorageSite();
  [ada, dan] = [await site.stage.seed.home(), await site.stage.seed.home()];
  [bills, foreign] = [await site.bills(ada.userId), await site.bills(dan.userId)];
});
afterAll(() => site.end());

const at = (name: string): string => documentKey(ada.household, name);
const text = async (blob: Blob | null): Promise<string | undefined> => blob?.text();
const ask = async (path: string, init: RequestInit = {}, userId = ada.userId): Promise<Response> =>
  fetch(`${site.origin}/storage/v1${path}`, {
    ...init,
    headers: new Headers([...new Headers(init.headers), ...Object.entries(await site.stage.session(userId))]),
  });

describe('C7.16 upload and download', () => {
  test('a file comes back byte for byte, as an attachment that no browser opens', async () => {
    const bytes = new Uint8Array(300_000).map((_, index) => (index * 31) % 256);
    bytes.set(new TextEncoder().encode('%PDF-'));
    const { data, error } = await bills.upload(at('March 2026.pdf'), new Blob([bytes], { type: 'application/pdf' }));
    expect(error).toBeNull();
    expect(data).toMatchObject({ path: at('March 2026.pdf'), fullPath: `bills/${at('March 2026.pdf')}` });
    const back = await bills.download(at('March 2026.pdf'));
    expect(Buffer.from((await back.data?.arrayBuffer()) ?? new ArrayBuffer()).equals(Buffer.from(bytes))).toBe(true);
    for (const door of ['object', 'object/authenticated']) {
      const { headers } = await ask(`/${door}/bills/${at('March 2026.pdf')}`);
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': 'application/pdf',
        'content-length': '300000',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'",
        'content-disposition': `attachment; filename="March 2026.pdf"; filename*=UTF-8''March%202026.pdf`,
        'cache-control': 'private, max-age=3600',
        vary: 'authorization',
      });
    }
  });

  test('a bare body does as well as a form; cache-control is kept, 3600 seconds when nothing is said', async () => {
    const words = new TextEncoder().encode('%PDF-1.4 bare');
    expect((await bills.upload(at('bare.pdf'), words)).error).toBeNull();
    const stream = Readable.toWeb(Readable.from([words])) as ReadableStream<Uint8Array>;
    expect((await bills.upload(at('stream.pdf'), stream, { cacheControl: '60' })).error).toBeNull();
    const { data } = await bills.list(ada.household, { search: 'rea' });
    expect(data?.map(({ name, metadata }) => [name, metadata])).toMatchObject([
      ['stream.pdf', { cacheControl: 'max-age=60', mimetype: 'application/pdf', size: words.length }],
    ]);
    const bare = await bills.info(at('bare.pdf'));
    expect(bare.data).toMatchObject({
      cacheControl: 'max-age=3600',
      contentType: 'application/pdf',
      bucketId: 'bills',
    });
  });

  test('C8.6 what is there already is not written over, unless asked to', async () => {
    await bills.upload(at('once.txt'), new Blob(['first'], { type: 'text/plain' }));
    const again = await bills.upload(at('once.txt'), new Blob(['second'], { type: 'text/plain' }));
    expect(again).toMatchObject({
      data: null,
      error: { message: 'The resource already exists', status: 409, statusCode: '409' },
    });
    expect(again.error?.name).toBe('StorageApiError');
    expect(await text((await bills.download(at('once.txt'))).data)).toBe('first');
    const before = (await site.onDisk()).whole.length;
    const asked = await bills.upload(at('once.txt'), new Blob(['third'], { type: 'text/plain' }), { upsert: true });
    expect(asked.error).toBeNull();
    expect(await text((await bills.download(at('once.txt'))).data)).toBe('third');
    await bills.update(at('once.txt'), new Blob(['fourth'], { type: 'text/plain' }));
    expect(await text((await bills.download(at('once.txt'))).data)).toBe('fourth');
    expect((await site.onDisk()).whole).toHaveLength(before);
  });

  test('of two uploads of one name at once, one wins whole', async () => {
    const both = await Promise.all(
      ['one', 'two'].map((word) => bills.upload(at('race.pdf'), pdf(word.repeat(50_000)))),
    );
    const refused = both.filter(({ error }) => error !== null);
    expect(refused.map(({ error }) => (error as { statusCode?: string }).statusCode)).toEqual(['409']);
    const winner = both[0]?.error ? 'two' : 'one';
    expect(await text((await bills.download(at('race.pdf'))).data)).toBe(`%PDF-1.7\n${winner.repeat(50_000)}`);
    const rows = await site.stage.seed.owner`select version from storage.objects`;
    expect(new Set((await site.onDisk()).whole)).toEqual(new Set(rows.map(({ version }) => version)));
  });

  test('who writes waits for their turn in the household before they hold a document: two do not wait for each other', async () => {
    await bills.upload(at('turn.pdf'), pdf('first'));
    const { owner } = site.stage.seed;
    let writing: ReturnType<Bills['update']> | undefined;
    await owner.begin(async (sql) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`documents ${ada.household}`}, 0))`;
      writing = bills.update(at('turn.pdf'), pdf('second'));
      const isWaiting = () => owner`select from pg_locks l join pg_database d on d.oid = l.database
          where l.locktype = 'advisory' and not l.granted and d.datname = current_database()`;
      await expect.poll(isWaiting).toHaveLength(1);
      const held = sql`select from storage.objects where name = ${at('turn.pdf')} for update nowait`;
      expect(await held).toHaveLength(1);
    });
    expect((await writing)?.error).toBeNull();
  });

  test.each([
    'बिजली का बिल – मार्च.pdf',
    'Año "nuevo" & \'más\'.pdf',
    'line\nbreak\r\n.pdf',
    '../../../etc/passwd.pdf',
    '..\\..\\windows.pdf',
    '....pdf',
    '?query=1#part&%2e%2e.pdf',
    '<img src=x onerror=alert(1)>.pdf',
    '💡'.repeat(500) + '.pdf',
    `${'a'.repeat(5000)}.pdf`,
    'gnp.\u202efdp.pdf',
  ])('the name %.30j is kept, and is nobody’s path', async (name) => {
    const before = (await site.onDisk()).whole.length;
    const { error } = await bills.upload(at(name), pdf(name));
    expect(error).toBeNull();
    expect(await text((await bills.download(at(name))).data)).toBe(`%PDF-1.7\n${name}`);
    expect((await site.onDisk()).whole).toHaveLength(before + 1);
    const { headers } = await ask(`/object/bills/${at(name)}`);
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="[\w .()-]+"; filename\*=UTF-8''[\w.!~%-]+$/,
    );
    expect(await bills.remove([at(name)])).toMatchObject({ data: [{ name: at(name) }], error: null });
    expect((await site.onDisk()).whole).toHaveLength(before);
  });
});

describe('C7.16 list and remove', () => {
  const home = async (): Promise<{ bills: Bills; household: string }> => {
    const one = await site.stage.seed.home();
    return { bills: await site.bills(one.userId), household: one.household };
  };

  test('a hundred at most by name, then the rest; another order and a search on request', async () => {
    const { bills: own, household } = await home();
    const names = Array.from({ length: 103 }, (_, index) => `bill-${String(index).padStart(3, '0')}.pdf`);
    await site.stage.seed.owner`insert into storage.objects (bucket_id, name, version, metadata)
      select 'bills', ${household} || '/' || name, gen_random_uuid(), '{"size": 1}' from unnest(${[...names].reverse()}::text[]) name`;
    const listed = async (...options: Parameters<Bills['list']>) =>
      (await own.list(...options)).data?.map(({ name }) => name);
    expect(await listed(household)).toEqual(names.slice(0, 100));
    expect(await listed(`${household}/`, { offset: 100 })).toEqual(names.slice(100));
    expect(await listed(household, { limit: 2, sortBy: { column: 'name', order: 'desc' } })).toEqual([
      names[102],
      names[101],
    ]);
    expect(await listed(household, { search: 'L-05', sortBy: { order: 'desc' } })).toHaveLength(10);
    expect(await own.list('')).toMatchObject({ data: [{ name: household, id: null }] });
    expect((await own.list(household, { limit: 0 })).error).toMatchObject({ status: 400, statusCode: '400' });
    expect((await own.list(household, { sortBy: { column: 'version; drop' } })).error).toMatchObject({ status: 400 });
  });

  test('what is removed is gone from list and disk; what is not there is not named', async () => {
    const { bills: own, household } = await home();
    await own.upload(documentKey(household, 'a.pdf'), pdf('a'));
    const before = (await site.onDisk()).whole.length;
    const { data } = await own.remove([documentKey(household, 'a.pdf'), documentKey(household, 'b.pdf')]);
    expect(data?.map(({ name }) => name)).toEqual([`${household}/a.pdf`]);
    expect((await site.onDisk()).whole).toHaveLength(before - 1);
    expect((await own.list(household)).data).toEqual([]);
    expect((await own.download(documentKey(household, 'a.pdf'))).error).toMatchObject({ statusCode: '404' });
  });

  test('C6.3 a stranger sees, changes and removes nothing; a viewer only reads', async () => {
    await bills.upload(at('mine.pdf'), pdf('mine'));
    expect((await foreign.download(at('mine.pdf'))).error).toMatchObject({
      statusCode: '404',
      message: 'Object not found',
    });
    expect(await foreign.list(ada.household)).toEqual({ data: [], error: null });
    expect(await foreign.remove([at('mine.pdf')])).toEqual({ data: [], error: null });
    expect((await foreign.upload(at('theirs.pdf'), pdf('x'))).error).toMatchObject({ status: 403, statusCode: '403' });
    expect((await foreign.upload(at('mine.pdf'), pdf('x'), { upsert: true })).error).toMatchObject({ status: 403 });
    const viewer = await site.stage.seed.home();
    await site.stage.seed
      .owner`insert into household_members (household_id, user_id, role) values (${ada.household}, ${viewer.userId}, 'viewer')`;
    const looking = await site.bills(viewer.userId);
    expect(await text((await looking.download(at('mine.pdf'))).data)).toBe('%PDF-1.7\nmine');
    expect((await looking.upload(at('v.pdf'), pdf('v'))).error).toMatchObject({ status: 403 });
    expect((await looking.remove([at('mine.pdf')])).data).toEqual([]);
    expect(await text((await bills.download(at('mine.pdf'))).data)).toBe('%PDF-1.7\nmine');
  });
});

describe('C8.6 refusals carry message, status and statusCode', () => {
  const refused = async (name: string, body: Blob): Promise<unknown> => (await bills.upload(at(name), body)).error;
  const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

  test.each([
    ['a page', 'bill.html', new Blob(['<script>'], { type: 'text/html' }), 415],
    ['a page that says it is text', 'bill.html', new Blob(['<script>'], { type: 'text/plain' }), 415],
    ['a drawing with a script', 'bill.svg', new Blob(['<svg>'], { type: 'image/svg+xml' }), 415],
    ['a picture named as a PDF', 'bill.pdf', new Blob([png], { type: 'application/pdf' }), 415],
    ['a PDF named as text', 'bill.txt', pdf(''), 415],
    ['bytes named as text', 'bill.csv', new Blob([`${'a,b\n'.repeat(50)}\0`], { type: 'text/csv' }), 415],
    ['a type that is not taken', 'bill.txt', new Blob(['x'], { type: 'text/html' }), 415],
    ['nothing at all', 'bill.txt', new Blob([''], { type: 'text/plain' }), 400],
  ])('%s', async (_case, name, body, status) => {
    const before = await site.onDisk();
    expect(await refused(name, body)).toMatchObject({ name: 'StorageApiError', status, statusCode: String(status) });
    expect(await site.onDisk()).toEqual(before);
  });

  test('what is too large, for a file and for a household', async () => {
    const before = await site.onDisk();
    const large = new Blob([new Uint8Array(documentLimits.fileBytes + 1)], { type: 'application/pdf' });
    expect(await refused('large.pdf', large)).toMatchObject({
      status: 413,
      statusCode: '413',
      message: /maximum allowed size/,
    });
    const full = await site.stage.seed.home();
    await site.stage.seed.owner`insert into storage.objects (bucket_id, name, metadata) values
      ('bills', ${documentKey(full.household, 'x.pdf')}, ${site.stage.seed.owner.json({ size: documentLimits.householdBytes - 20 })})`;
    const own = await site.bills(full.userId);
    expect((await own.upload(documentKey(full.household, 'y.pdf'), pdf('x'.repeat(20)))).error).toMatchObject({
      status: 413,
      message: expect.stringContaining('household'),
    });
    expect((await own.upload(documentKey(full.household, 'y.pdf'), pdf('x'))).error).toBeNull();
    await own.remove([documentKey(full.household, 'y.pdf')]);
    expect(await site.onDisk()).toEqual(before);
  });

  test('keys that lead elsewhere', async () => {
    for (const key of [
      'a//b',
      './a',
      `${ada.household}/../x`,
      'a/./b',
      'ä',
      'a\\b',
      'a\nb',
      'a%b',
      ' /x',
      'x'.repeat(1025),
    ]) {
      const answer = await ask(`/object/bills/${encodeURIComponent(key)}`, { method: 'POST', body: '%PDF-' });
      expect([key, answer.status, await answer.json()]).toMatchObject([
        key,
        400,
        { statusCode: '400', error: 'InvalidKey' },
      ]);
    }
    // As no browser would send it: with its dots.
    const headers = await site.stage.session(ada.userId);
    for (const path of ['..', '../x', `${ada.household}/../../x`]) {
      const status = await new Promise((resolve) => {
        const { hostname, port } = new URL(site.origin);
        httpRequest({ hostname, port, path: `/storage/v1/object/bills/${path}`, headers }, (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        }).end();
      });
      expect([path, status]).toEqual([path, 400]);
    }
    expect((await ask('/object/bills/%E0%A4%A', { method: 'POST', body: 'x' })).status).toBe(400);
  });

  test('another bucket, no session, one that ended, a route that is not there, a body that is no JSON', async () => {
    const shape = async (answer: Response) => ({ status: answer.status, ...((await answer.json()) as object) });
    expect(await shape(await ask('/object/list/other', { method: 'POST' }))).toMatchObject({
      status: 404,
      error: 'Bucket not found',
    });
    const signedOut = await fetch(`${site.origin}/storage/v1/object/list/bills`, { method: 'POST' });
    expect(await shape(signedOut)).toMatchObject({ status: 401, statusCode: '401', error: 'Unauthorized' });
    const visitor = await fetch(`${site.origin}/storage/v1/object/bills/${at('x.pdf')}`, {
      headers: { authorization: `Bearer ${site.stage.testDatabase.anonKey}` },
    });
    expect(await shape(visitor)).toMatchObject({ status: 401 });
    const headers = await site.stage.session(ada.userId, -5);
    const ended = await fetch(`${site.origin}/storage/v1/object/bills/${at('x.pdf')}`, { headers });
    expect(await shape(ended)).toMatchObject({ status: 401 });
    expect(await shape(await ask('/object/copy', { method: 'PATCH' }))).toMatchObject({
      status: 404,
      error: 'not_found',
    });
    const broken = { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } };
    expect(await shape(await ask('/object/list/bills', broken))).toMatchObject({
      status: 400,
      error: 'InvalidRequest',
    });
    expect(await shape(await ask('/object/bills', { method: 'DELETE' }))).toMatchObject({ status: 400 });
  });

  test('a form that ends early, or is none', async () => {
    const before = await site.onDisk();
    const type = 'multipart/form-data; boundary=b';
    const file =
      '--b\r\ncontent-disposition: form-data; name=""; filename="x"\r\ncontent-type: application/pdf\r\n\r\n%PDF-';
    for (const body of [
      '',
      'x',
      '--b',
      '--b--',
      file,
      `${file}\r\n--`,
      '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\nx\r\n--b--',
    ]) {
      const answer = await ask(`/object/bills/${at('form.pdf')}`, {
        method: 'POST',
        body,
        headers: { 'content-type': type },
      });
      expect([body, answer.status]).toEqual([body, 400]);
    }
    expect(await site.onDisk()).toEqual(before);
  });
});

test('a file that is replaced while somebody fetches it is told to its end', async () => {
  const { version } = await site.files.save(Readable.from([Buffer.from('%PDF-first')]), 100);
  const opened = await site.files.open(version);
  rmSync(join(site.folder, 'files', version));
  expect(opened && (await readAll(opened.content))).toBe('%PDF-first');
  expect(await site.files.open(version)).toBeNull();
});

describe('nothing is left behind', () => {
  test('by an upload whose sender goes away', async () => {
    const before = await site.onDisk();
    const headers = {
      ...(await site.stage.session(ada.userId)),
      'content-type': 'application/pdf',
      'content-length': 1_000_000,
    };
    const sending = httpRequest(`${site.origin}/storage/v1/object/bills/${at('cut.pdf')}`, { method: 'POST', headers });
    sending.on('error', () => {});
    sending.write(`%PDF-${'x'.repeat(200_000)}`);
    await vi.waitFor(async () => expect((await site.onDisk()).incoming).toHaveLength(1));
    sending.destroy();
    await vi.waitFor(async () => expect((await site.onDisk()).incoming).toEqual([]));
    expect(await site.onDisk()).toEqual(before);
    expect((await bills.download(at('cut.pdf'))).error).toMatchObject({ statusCode: '404' });
  });
});

test('the database away is said as such', async () => {
  const bare = await openStorageSite();
  const home = await bare.stage.seed.home();
  const own = await bare.bills(home.userId);
  await bare.stage.database.stop();
  expect((await own.upload(`${home.household}/a.pdf`, pdf(randomUUID()))).error).toMatchObject({
    status: 503,
    statusCode: '503',
  });
  await bare.end();
});
