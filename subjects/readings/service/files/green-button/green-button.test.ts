import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { FileCost, ImportOptions } from '../../../contract/imports.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fuzz, fuzzTimeoutMs } from '#apps/service/testing/fuzz.ts';
import { fileOf } from '../csv/testing.ts';
import type { OpenFile } from '../open-file.ts';
import { feed, feedAmount, type FeedRow, type FeedTotals, fileFormat, type GivenPoint, point } from './testing-feed.ts';

const previewOf = async (open: OpenFile) => {
  const seen = await fileFormat.preview(open, 'use.xml', 'UTC');
  if (!seen.ok) throw new Error(seen.code);
  return seen.value;
};
const readAll = async (open: OpenFile, options?: ImportOptions, batchSize = 5000) => {
  const readings: { line: number; column: string; at: number; value: number; spanS: number | null }[] = [];
  const problems: { line: number; code: string }[] = [];
  const costs: FileCost[] = [];
  const chosen = options ?? (await previewOf(open)).suggestion;
  const ended = await fileFormat.read(open, chosen, {
    batchSize,
    onBytes: () => {},
    onCosts: (all) => costs.push(...all),
    take: async (batch) => {
      readings.push(...batch.readings);
      problems.push(...batch.problems);
    },
  });
  return { ended, readings, problems, costs };
};
const hour = 3600;
const t0 = 1_700_000_000;

describe('a feed', () => {
  test('is previewed: its points, their units, its time', async () => {
    const water = point([[t0, hour, 5]], { uom: '134', service: '2', meter: 2 });
    const preview = await previewOf(
      fileOf(
        feed(
          point([
            [t0, hour, 5],
            [t0 + hour, hour, 6],
          ]),
          water,
        ),
      ),
    );
    expect(preview).toMatchObject({
      format: 'green-button',
      rows: 3,
      stepS: hour,
      firstTime: new Date(t0 * 1000).toISOString(),
      lastTime: new Date((t0 + 2 * hour) * 1000).toISOString(),
    });
    expect(preview.suggestion.mappings).toEqual([
      {
        column: 'Meter 1',
        target: { newDevice: { name: 'Meter 1', room: 'whole_home', utility: 'electricity' } },
        unit: 'Wh',
        kind: 'interval',
      },
      {
        column: 'Meter 2',
        target: { newDevice: { name: 'Meter 2', room: 'whole_home', utility: 'water' } },
        unit: 'L',
        kind: 'interval',
      },
    ]);
  });

  test('says what its use cost: by series, in its currency where that is known, and nothing where it is not a number', async () => {
    const row = (at: number): FeedRow => [at, hour, 5];
    const costsOf = async (given: GivenPoint) =>
      (await previewOf(fileOf(feed(point([row(t0), row(t0 + hour)], given))))).costs;
    expect(await costsOf({ currency: '978', cost: '12345' })).toEqual([
      { column: 'Meter 1', amount: 0.2469, currency: 'EUR' },
    ]);
    expect(await costsOf({ currency: '0', cost: '50000' })).toEqual([{ column: 'Meter 1', amount: 1, currency: null }]);
    expect(await costsOf({ currency: '840', cost: 'much' })).toEqual([]);
    expect(await costsOf({ currency: '840', cost: '0' })).toEqual([]);
  });

  test.each([
    [{ uom: '72', power: '3' }, 5000],
    [{ uom: '72', power: '-3' }, 0],
    [{ uom: '38' }, 5],
    [{ uom: '42', service: '2' }, 5_000_000],
    [{ uom: '134', service: '2', power: '-1' }, 500],
    [{ uom: '128', service: '2' }, 18_927],
    [{ uom: '119', service: '2' }, 141_584],
  ])('is in Wh or mL, whatever it was: %o', async (given, value) => {
    const { readings } = await readAll(fileOf(feed(point([[t0, hour, 5]], given))));
    expect(readings).toEqual([expect.objectContaining({ at: t0, spanS: hour, value })]);
  });

  test('rounds so that the sum is the exact one', async () => {
    const rows = Array.from({ length: 1000 }, (_, i) => [t0 + i * hour, hour, 1234] as const);
    const { readings } = await readAll(fileOf(feed(point(rows, { power: '-3' }))), undefined, 7);
    expect(readings.reduce((sum, { value }) => sum + value, 0)).toBe(1234);
  });

  test('of a counter tells its value at the end', async () => {
    const { readings } = await readAll(fileOf(feed(point([[t0, hour, 5]], { accumulation: '3' }))));
    expect(readings).toEqual([expect.objectContaining({ at: t0 + hour, spanS: null, value: 5 })]);
  });

  test('of gas is read in cubic metres; told as energy it is not taken for electricity', async () => {
    const given = { uom: '42', power: '-3', service: '1', commodity: '7' };
    const open = fileOf(
      feed(point([[t0, hour, 1250]], given), point([[t0, hour, 5]], { ...given, uom: '72', meter: 2 })),
    );
    const { suggestion } = await previewOf(open);
    expect(suggestion.mappings).toMatchObject([
      { target: { newDevice: { utility: 'gas' } }, unit: 'm3' },
      { target: { skip: true } },
    ]);
    const { readings } = await readAll(open);
    expect(readings).toEqual([expect.objectContaining({ at: t0, spanS: hour, value: 1_250_000 })]);
  });

  test('of heat is read in Wh and in joules; what ran through its meter is no water', async () => {
    const given = { service: '4', commodity: '12' };
    const open = fileOf(
      feed(
        point([[t0, hour, 1250]], { ...given, uom: '72' }),
        point([[t0, hour, 36]], { ...given, uom: '31', power: '6', meter: 2 }),
        point([[t0, hour, 5]], { ...given, uom: '42', meter: 3 }),
      ),
    );
    const { suggestion } = await previewOf(open);
    expect(suggestion.mappings).toMatchObject([
      { target: { newDevice: { utility: 'heat' } }, unit: 'Wh' },
      { target: { newDevice: { utility: 'heat' } }, unit: 'Wh' },
      { target: { skip: true } },
    ]);
    const { readings } = await readAll(open);
    expect(readings.map(({ value }) => value)).toEqual([1250, 10_000]);
  });

  test('what is given back is suggested as that, and gas told as energy as no use', async () => {
    const [back, gas] = [
      point([[t0, hour, 5]], { direction: '19' }),
      point([[t0, hour, 5]], { uom: '72', service: '1', commodity: '7', meter: 2 }),
    ];
    const { suggestion } = await previewOf(fileOf(feed(back, gas, point([[t0, hour, 5]], { meter: 3 }))));
    expect(suggestion.mappings.map(({ target }) => target)).toMatchObject([
      { newDevice: { flow: 'returned' } },
      { skip: true },
      { newDevice: {} },
    ]);
  });

  test('names the line of what it cannot read', async () => {
    const { readings, problems } = await readAll(
      fileOf(
        feed(
          point([
            [t0, hour, 5],
            ['soon', hour, 1],
            [t0, hour, 'much'],
          ]),
        ),
      ),
    );
    expect(readings).toHaveLength(1);
    expect(problems.map(({ code }) => code)).toEqual(['time-malformed', 'number-malformed']);
    expect(problems[1]?.line).toBe((problems[0]?.line ?? 0) + 1);
  });

  test('may come packed, in pieces of any size', async () => {
    const text = feed(point([[t0, hour, 5]]));
    for (const size of [1, 7, 100]) expect((await readAll(fileOf(text, size))).readings).toHaveLength(1);
    expect((await readAll(fileOf(gzipSync(text)))).readings).toHaveLength(1);
    expect((await readAll(fileOf(`\uFEFF\n${text.replace(/^.*\n/, '')}`))).readings).toHaveLength(1);
  });
});

test.each([
  ['xml-malformed', feed(point([[t0, hour, 5]])).slice(0, -20)],
  ['xml-malformed', '<?xml version="1.0"?><feed><entry></feed>'],
  ['xml-malformed', `<?xml version="1.0"?>${'<a>'.repeat(100)}`],
  ['xml-malformed', '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><feed>&b;</feed>'],
  ['empty', '<?xml version="1.0"?><feed></feed>'],
  ['no-value-column', feed(point([[t0, hour, 5]], { uom: '169' }))],
])('what is no feed is refused: %s', async (code, text) => {
  expect(await fileFormat.preview(fileOf(text), 'use.xml', 'UTC')).toEqual({ ok: false, code });
});

test(
  'any bytes that begin like XML end in a refusal or in whole readings',
  async () => {
    const piece = fc.constantFrom(
      '<feed>',
      '</feed>',
      '<entry>',
      '</entry>',
      '<IntervalReading>',
      '</IntervalReading>',
      '<UsageSummary>',
      '</UsageSummary>',
      '<costAdditionalDetailLastPeriod>',
      '</costAdditionalDetailLastPeriod>',
      '<billingPeriod><start>1700000000</start><duration>5</duration></billingPeriod><billLastPeriod>5</billLastPeriod>',
      '<value>',
      '</value>',
      '5',
      '<link rel="self" href="x/IntervalBlock"/>',
      '&amp;',
      '<![CDATA[',
      ']]>',
      '\u0000',
      'é',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 30 }), async (pieces) => {
        const file = fileOf(`<?xml version="1.0"?><feed>${pieces.join('')}</feed>`);
        const seen = await fileFormat.preview(file, 'x', 'UTC');
        const told = await fileFormat.bills(file);
        expect(seen.ok || seen.code.length > 0).toBe(true);
        expect(told.ok || told.code.length > 0).toBe(true);
      }),
      fuzz,
    );
  },
  fuzzTimeoutMs,
);

const folder = fileURLToPath(new URL('../../../../../../shared/data/', import.meta.url));
describe.skipIf(!existsSync(folder))('files of utilities', () => {
  const totals = existsSync(folder)
    ? (JSON.parse(readFileSync(`${folder}greenbutton/expected_totals.json`, 'utf8')) as Record<string, FeedTotals>)
    : {};

  test.each(Object.entries(totals))('%s adds up to what an independent reader found', async (name, expected) => {
    const { readings, problems, ended, costs } = await readAll(() => createReadStream(`${folder}greenbutton/${name}`));
    expect([ended.ok, problems]).toEqual([true, []]);
    const charged = costs.reduce((total, { amount }) => total + amount, 0);
    expect(charged).toBeCloseTo((expected.cost_raw ?? 0) / 100_000, 6);
    expect(costs.every(({ currency }) => currency === 'USD')).toBe(true);
    expect(readings).toHaveLength(expected.readings);
    const sum = readings.reduce((total, { value }) => total + value, 0);
    expect(Math.abs(sum - feedAmount(expected))).toBeLessThanOrEqual(1);
    expect(Math.min(...readings.map(({ at }) => at))).toBe(expected.first);
    expect(Math.max(...readings.map(({ at, spanS }) => at + (spanS ?? 0)))).toBe(expected.last_end);
  });

  test('a month of water by the day, in tenths of a litre', async () => {
    const { readings } = await readAll(() =>
      createReadStream(`${folder}reencoded_exports/greenbutton_water_daily.xml`),
    );
    expect(readings).toHaveLength(30);
    expect(readings.reduce((total, { value }) => total + value, 0)).toBe(10_927_400);
  });
});

test('below zero is no use; what was given back is a meter of its own, and what nets both beside what was drawn is left out', async () => {
  const rows: FeedRow[] = [500, -200, 300].map((value, i) => [t0 + i * hour, hour, value]);
  const file = fileOf(
    feed(point(rows), point(rows, { meter: 2, direction: '4' }), point(rows, { meter: 3, direction: '19' })),
  );
  const seen = await previewOf(file);
  expect(seen.problems.map(({ column, code }) => [column, code])).toEqual([
    ['Meter 1', 'negative-amount'],
    ['Meter 2', 'net-left-out'],
    ['Meter 3', 'negative-amount'],
  ]);
  expect(seen.suggestion.mappings.map(({ target }) => target)).toMatchObject([
    { newDevice: {} },
    { skip: true },
    { newDevice: { flow: 'returned' } },
  ]);
  const { readings, problems } = await readAll(file);
  expect(readings.map(({ value }) => value)).toEqual([500, 300, 500, 300]);
  expect(problems.map(({ code }) => code)).toEqual(['negative-amount', 'negative-amount']);
});

test('a meter that nets both directions is split where nothing else tells what was drawn', async () => {
  const rows: FeedRow[] = [500, -200, 300].map((value, i) => [t0 + i * hour, hour, value]);
  const file = fileOf(feed(point(rows, { direction: '4' }), point([[t0, hour, 200]], { meter: 2, direction: '19' })));
  const seen = await previewOf(file);
  expect(seen.problems.map(({ column, code }) => [column, code])).toEqual([
    ['Meter 1', 'net-split'],
    ['Meter 2', 'returned-left-out'],
  ]);
  expect(seen.suggestion.mappings).toMatchObject([{ isNet: true }, { target: { skip: true } }]);
  const { readings, problems } = await readAll(file);
  expect(readings.map(({ column, value }) => [column, value])).toEqual([
    ['Meter 1', 500],
    ['Meter 1', 0],
    ['Meter 1', 300],
    ['Meter 1 ↩', 0],
    ['Meter 1 ↩', 200],
    ['Meter 1 ↩', 0],
  ]);
  expect(problems).toEqual([]);
});
