import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { importPreview, importReport } from '../../contract/imports.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from './testing.ts';
import { usualLimits } from './uploads.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ ...usualLimits, fileBytes: 4 * 1024 * 1024 });
});
afterAll(() => service.stop());

const hours = (count: number, cells: (i: number) => string, from = Date.UTC(2026, 4, 1)): string =>
  Array.from({ length: count }, (_, i) => `${new Date(from + i * 3_600_000).toISOString()},${cells(i)}`).join('\n');
const file = `time,kitchen_kwh,water_counter_l\n${hours(48, (i) => `0.25,${1000 + i}`)}\n`;

describe('importing a file', () => {
  test('C7.15 C7.12 from preview to report: devices are made, readings are taken once, usage shows them as imported', async () => {
    const home = await service.seed.home('Europe/Madrid');
    const person = await service.as(home.userId);
    const preview = await person.preview(gzipSync(file), 'home.csv.gz');
    expect(preview.status).toBe(200);
    expect(importPreview.parse(preview.body)).toMatchObject({ rows: 48, layout: 'wide', stepS: 3600, problems: [] });
    expect(preview.body.suggestion).toMatchObject({ household: home.household, timeZone: 'Europe/Madrid' });

    const started = await person.start(preview.body.fileId, preview.body.suggestion);
    expect(started.status).toBe(202);
    const report = importReport.parse(await person.finish(started.body.id));
    expect(report).toMatchObject({ state: 'done', rows: 48, accepted: 96, duplicate: 0, rejected: 0, error: null });
    expect(report.bytesRead).toBe(report.bytes);
    expect(report.totals).toEqual([
      {
        column: 'kitchen_kwh',
        meter: 'kitchen-electricity',
        utility: 'electricity',
        used: 12_000,
        firstTime: '2026-05-01T00:00:00.000Z',
        lastTime: '2026-05-03T00:00:00.000Z',
      },
      {
        column: 'water_counter_l',
        meter: 'water-water',
        utility: 'water',
        used: 47_000,
        firstTime: '2026-05-01T00:00:00.000Z',
        lastTime: '2026-05-02T23:00:00.000Z',
      },
    ]);
    const { rows } = await person.months('2026-05-01', '2026-06-01');
    expect(
      rows.map(({ utility, used, imported }) => ({ utility, used, imported })).sort((a, b) => a.used - b.used),
    ).toEqual([
      { utility: 'electricity', used: 12_000, imported: 12_000 },
      { utility: 'water', used: 47_000, imported: 47_000 },
    ]);
    expect(await service.files()).toEqual([]);

    const again = await person.preview(file, 'home.csv');
    expect(again.body.suggestion.mappings.map(({ target }) => target)).toEqual([
      { meter: 'kitchen-electricity' },
      { meter: 'water-water' },
    ]);
    const second = await person.finish((await person.start(again.body.fileId, again.body.suggestion)).body.id);
    expect(second).toMatchObject({ state: 'done', accepted: 0, duplicate: 96, rejected: 0, totals: [] });
    expect((await person.months('2026-05-01', '2026-06-01')).rows).toEqual(rows);
    const [firstTime, lastTime] = ['2026-05-01T00:00:00.000Z', '2026-05-03T00:00:00.000Z'];
    expect(second.overlaps[0]).toEqual({
      column: 'kitchen_kwh',
      meter: 'kitchen-electricity',
      firstTime,
      lastTime,
      same: 48,
      different: 0,
    });
  });

  test('an import is taken back as a whole: what it brought, the devices it made, and nothing else', async () => {
    const home = await service.seed.home('Europe/Madrid');
    const { key, meterId } = await home.device('Kitchen', 'kitchen', 'electricity');
    const person = await service.as(home.userId);
    const take = async (text: string) => {
      const { body } = await person.preview(text, 'home.csv');
      const mappings = body.suggestion.mappings.map((one) =>
        one.column === 'kitchen_kwh' ? { ...one, target: { meter: key } } : one,
      );
      const { id } = (await person.start(body.fileId, { ...body.suggestion, mappings })).body;
      return person.finish(id);
    };
    const first = await take(`time,kitchen_kwh\n${hours(5, () => '0.1')}\n`);
    const before = await person.months('2026-05-01', '2026-06-01');
    const second = await take(file);
    // Five hours were there already, with another value.
    expect(second).toMatchObject({ accepted: 91, rejected: 5 });
    expect(second.overlaps).toMatchObject([{ column: 'kitchen_kwh', same: 0, different: 5 }]);
    expect(await service.as((await service.seed.home()).userId).then((one) => one.undo(second.id))).toMatchObject({
      status: 404,
    });
    expect((await person.undo(second.id)).status).toBe(202);
    expect(await person.finish(second.id)).toMatchObject({ state: 'undone', takenBack: 91, error: null });
    expect(await person.months('2026-05-01', '2026-06-01')).toEqual(before);
    const left = await service.seed.owner`select name from connected_devices where household_id = ${home.household}`;
    expect(left).toEqual([{ name: 'Kitchen' }]);
    expect((await person.undo(second.id)).status).toBe(404);

    await person.undo(first.id);
    await person.finish(first.id);
    const { rows, origin } = await person.months('2026-05-01', '2026-06-01');
    expect([rows, origin]).toEqual([[], 'none']);
    const quarters = await service.seed.owner`select start from private.all_quarters(${home.household})`;
    expect(quarters, 'quarter-hours of what went').toEqual([]);
    const days = await service.seed.owner`select day from usage_day where household_id = ${home.household}
      union all select month from usage_month where household_id = ${home.household}`;
    expect(days, 'days and months of what went').toEqual([]);
    const [meter] = await service.seed.owner`select reading_kind from meters where id = ${meterId}`;
    expect(meter).toEqual({ reading_kind: null });
    expect(
      await service.seed
        .owner`select state from (select undone_by is not null as state from imports where household_id = ${home.household}) i`,
    ).toEqual([{ state: true }, { state: true }]);
  });

  test('what cannot be taken is told by line and column; the rest is taken', async () => {
    const home = await service.seed.home();
    const { key } = await home.device('Main', 'hall', 'water');
    const person = await service.as(home.userId);
    const { body } = await person.preview(
      'time,main_m3\n2026-05-01 00:00,5\n2026-05-01 01:00,-5\n2026-05-01 02:00,x\n2026-05-01 03:00,900\n2027-01-01 00:00,6\n2026-05-01 04:00,5.1\n',
    );
    const mappings = [{ column: 'main_m3', target: { meter: key }, unit: 'm3' as const, kind: 'counter' as const }];
    const report = await person.finish((await person.start(body.fileId, { ...body.suggestion, mappings })).body.id);
    expect(report).toMatchObject({ state: 'done', rows: 6, accepted: 2, duplicate: 0, rejected: 4 });
    expect(report.problems.sort((a, b) => a.line - b.line)).toEqual([
      { line: 3, column: 'main_m3', code: 'negative-counter' },
      { line: 4, column: 'main_m3', code: 'number-malformed' },
      { line: 5, column: 'main_m3', code: 'implausible-jump' },
      { line: 6, column: 'main_m3', code: 'in-the-future' },
    ]);
  });

  test('a mapping to nowhere, to the other utility or twice to one meter changes nothing', async () => {
    const home = await service.seed.home();
    const { key } = await home.device('Kettle', 'kitchen', 'electricity');
    const person = await service.as(home.userId);
    const { body } = await person.preview(file);
    const [kitchen, water] = body.suggestion.mappings.map((one) => ({ ...one, target: { meter: key } }));
    const wrong = [
      [kitchen, { ...water, target: { meter: 'nowhere' } }],
      [kitchen, water],
      [kitchen, { ...kitchen, column: 'other' }],
    ];
    const codes = [];
    for (const mappings of wrong) {
      const answer = await person.start(body.fileId, { ...body.suggestion, mappings: mappings as never });
      codes.push([answer.status, answer.body.detail]);
    }
    expect(codes).toEqual([
      [400, 'mappings: water_counter_l: unknown-meter'],
      [400, 'mappings: water_counter_l: other-utility'],
      [400, 'mappings: other: meter-twice'],
    ]);
    const mixed = [body.suggestion.mappings[0], { ...water, target: { meter: 'nowhere' } }];
    expect((await person.start(body.fileId, { ...body.suggestion, mappings: mixed as never })).status).toBe(400);
    const [devices] = await service.seed
      .owner`select count(*)::int as n from connected_devices where household_id = ${home.household}`;
    expect(devices?.['n']).toBe(1);
  });

  test('a file that is none, one too large, and one cut off are refused in words, and nothing of them stays', async () => {
    const person = await service.as((await service.seed.home()).userId);
    const before = await service.files();
    expect(await person.preview('hello\nworld\n')).toMatchObject({
      status: 422,
      body: { code: 'import-failed', detail: expect.stringMatching(/^no-value-column: /) },
    });
    expect(await person.preview(gzipSync(file).subarray(0, -20))).toMatchObject({
      status: 422,
      body: { detail: expect.stringMatching(/^compression-damaged: /) },
    });
    expect(await person.preview('x'.repeat(5 * 1024 * 1024))).toMatchObject({
      status: 413,
      body: { code: 'body-too-large' },
    });
    expect(await service.files()).toEqual(before);
  });
});

describe('who may import', () => {
  test('C6.3 a visitor, a viewer and a stranger may not', async () => {
    const home = await service.seed.home();
    const stranger = await service.seed.home();
    expect(await (await service.as(null)).preview(file)).toMatchObject({
      status: 401,
      body: { code: 'not-authenticated' },
    });
    expect(await (await service.as(stranger.userId)).preview(file, 'x', home.household)).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    });
    const viewer = randomUUID();
    await service.seed
      .owner`insert into household_members (household_id, user_id, role) values (${home.household}, ${viewer}, 'viewer')`;
    expect(await (await service.as(viewer)).preview(file, 'x', home.household)).toMatchObject({ status: 403 });
    expect(await (await service.as(viewer)).preview(file)).toMatchObject({ status: 403 });
  });

  test('C6.3 a file, an import and a report belong to the one who made them', async () => {
    const home = await service.seed.home();
    const other = await service.seed.home();
    const [mine, theirs] = await Promise.all([service.as(home.userId), service.as(other.userId)]);
    const { body } = await mine.preview(file);
    const options = { ...body.suggestion, household: other.household };
    expect((await theirs.start(body.fileId, options)).status).toBe(404);
    expect((await mine.start(body.fileId, options)).status).toBe(403);
    const { id } = (await mine.start(body.fileId, body.suggestion)).body;
    expect((await theirs.report(id)).status).toBe(404);
    expect((await mine.finish(id)).state).toBe('done');
  });

  test('one import at a time for a household; one who is put out of it takes nothing more in', async () => {
    const home = await service.seed.home();
    const person = await service.as(home.userId);
    const long = `time,kitchen_kwh\n${hours(12_000, () => '0.1')
      .replaceAll('2026-', '2024-')
      .replaceAll('2027-', '2025-')}\n`;
    const [one, two] = [await person.preview(long), await person.preview(file)];
    let open = (): void => {};
    service.gate = new Promise((resolve) => {
      open = resolve;
    });
    const { id } = (await person.start(one.body.fileId, one.body.suggestion)).body;
    expect(await person.start(two.body.fileId, two.body.suggestion)).toMatchObject({
      status: 409,
      body: { code: 'import-running' },
    });
    expect((await person.report(id)).body).toMatchObject({ state: 'running', accepted: 0 });
    await home.abandon();
    open();
    expect(await person.finish(id)).toMatchObject({ state: 'failed', error: 'forbidden', accepted: 0 });
  });
});

test('a file that waits is removed after a day', async () => {
  const home = await service.seed.home();
  const person = await service.as(home.userId);
  const { body } = await person.preview(file);
  expect(await service.files()).toContain(body.fileId);
  service.now.ms += 25 * 3_600_000;
  const next = await person.preview(file);
  const files = await service.files();
  expect(files).not.toContain(body.fileId);
  expect(files).toContain(next.body.fileId);
  expect((await person.start(body.fileId, body.suggestion)).status).toBe(404);
});

describe('an import that is cancelled while it runs', () => {
  const count = 30_000;
  const minute = (i: number) => new Date(Date.UTC(2026, 4, 1) + i * 60_000).toISOString();
  const long = `time,kitchen_wh\n${Array.from({ length: count }, (_, i) => `${minute(i)},5`).join('\n')}\n`;

  /** Some of it is in, and the batch at hand waits until `goOn`. */
  const halfWay = async () => {
    const home = await service.seed.home();
    const person = await service.as(home.userId);
    const { body } = await person.preview(long);
    const { id } = (await person.start(body.fileId, body.suggestion)).body;
    await expect.poll(async () => (await person.report(id)).body.accepted).toBeGreaterThan(0);
    let goOn = (): void => {};
    service.gate = new Promise((resolve) => {
      goOn = resolve;
    });
    return { home, person, id, goOn };
  };
  const kept = (household: string) => service.seed.owner`
    select (select count(*)::int from open_readings where household_id = ${household}) as readings,
      (select count(*)::int from connected_devices where household_id = ${household}) as devices,
      (select count(*)::int from usage_quarter where household_id = ${household}) as quarters`;

  test('ends after the batch at hand, is taken back whole, and the next one begins', async () => {
    const { home, person, id, goOn } = await halfWay();
    const cancelled = person.undo(id);
    goOn();
    expect((await cancelled).status).toBe(202);
    const report = await person.finish(id);
    expect(report).toMatchObject({ state: 'undone', error: null });
    expect(report.takenBack).toBe(report.accepted);
    expect(report.accepted).toBeLessThan(count);
    expect(await kept(home.household)).toEqual([{ readings: 0, devices: 0, quarters: 0 }]);
    const again = await person.preview(file);
    const next = (await person.start(again.body.fileId, again.body.suggestion)).body.id;
    expect(await person.finish(next)).toMatchObject({ state: 'done' });
  });

  test('is cancelled by nobody of another household', async () => {
    const { id, person, goOn } = await halfWay();
    const stranger = await service.as((await service.seed.home()).userId);
    expect((await stranger.undo(id)).status).toBe(404);
    goOn();
    expect(await person.finish(id)).toMatchObject({ state: 'done', accepted: count });
  });
});

test('a service that stops ends its imports between two batches, and waits for the one at hand', async () => {
  const stopping = await startTestService();
  const home = await stopping.seed.home();
  const person = await stopping.as(home.userId);
  const { body } = await person.preview(`time,kitchen_wh\n${hours(24_000, () => '5', Date.UTC(2022, 4, 1))}\n`);
  let open = (): void => {};
  stopping.gate = new Promise((resolve) => {
    open = resolve;
  });
  const { id } = (await person.start(body.fileId, body.suggestion)).body;
  await expect.poll(async () => (await person.report(id)).body.rows).toBeGreaterThan(0);
  const closed = stopping.app.close();
  open();
  await closed;
  // Days that are over may be packed by now.
  const [kept] = await stopping.seed.owner`
    select ((select count(*) from open_readings where household_id = ${home.household})
      + (select coalesce(sum(n), 0) from packed_days where household_id = ${home.household}))::int as n`;
  expect(kept?.['n']).toBe(10_000);
  await stopping.stop();
});
