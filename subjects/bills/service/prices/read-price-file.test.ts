import fc from 'fast-check';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readPriceFile } from './index.ts';

const folder = fileURLToPath(new URL('../../../../../shared/data/spain_pvpc_esios/', import.meta.url));
const hasVectors = existsSync(folder);
const note = hasVectors ? '' : ' (skipped: ../shared/data is not here)';
const madrid = { per: 'MWh', timeZone: 'Europe/Madrid' } as const;

const seriesOf = (text: string, options: Parameters<typeof readPriceFile>[1] = madrid) => {
  const file = readPriceFile(text, options);
  if (!file.ok || file.kind !== 'prices') throw new Error(JSON.stringify(file));
  return new Map(file.series.map((one) => [one.series, one]));
};
const at = (time: string): number => Date.parse(time) / 1000;

describe.skipIf(!hasVectors)(`answers of ESIOS${note}`, () => {
  const read = (name: string) => readFileSync(`${folder}${name}`, 'utf8');

  test.each(['2021_06_01', '2021_10_30'])('the indicator and the archive of %s say the same, hour by hour', (day) => {
    const indicator = seriesOf(read(`PRICES_ESIOS_1001_${day}.json`));
    const archive = seriesOf(read(`PVPC_CURV_DD_${day}.json`));
    expect([...indicator.keys()].sort()).toEqual(
      ['baleares', 'canarias', 'ceuta', 'melilla', 'peninsula'].map((geo) => `esios-1001-${geo}`),
    );
    expect(indicator.get('esios-1001-peninsula')?.points).toHaveLength(24);
    expect(archive.get('esios-1001-peninsula')?.points).toEqual(indicator.get('esios-1001-peninsula')?.points);
    expect(archive.get('esios-1001-ceuta-melilla')?.points).toEqual(indicator.get('esios-1001-melilla')?.points);
  });

  test('prices are exact, per kilowatt-hour, at the hour that begins', () => {
    const [first] = seriesOf(read('PRICES_ESIOS_1001_2021_06_01.json')).get('esios-1001-peninsula')?.points ?? [];
    expect(first).toEqual({ startS: at('2021-05-31T22:00:00Z'), price: '0.11633', tax: 'excluded' });
  });

  test('others of its indicators too', () => {
    expect([...seriesOf(read('PRICES_ESIOS_1739_2021_10_30.json')).keys()]).toEqual(['esios-1739-espana']);
  });
});

describe('the day with 25 hours', () => {
  test('an indicator’s second two o’clock is taken from its offset, not from its wrong UTC time', () => {
    const value = (datetime: string, amount: number) => ({
      value: amount,
      datetime,
      datetime_utc: '2021-10-31T00:00:00Z',
      geo_name: 'Península',
    });
    const text = JSON.stringify({
      indicator: {
        id: 1001,
        values: [value('2021-10-31T02:00:00.000+02:00', 109.55), value('2021-10-31T02:00:00.000+01:00', 104.85)],
      },
    });
    expect(seriesOf(text).get('esios-1001-peninsula')?.points).toEqual([
      { startS: at('2021-10-31T00:00:00Z'), price: '0.10955', tax: 'excluded' },
      { startS: at('2021-10-31T01:00:00Z'), price: '0.10485', tax: 'excluded' },
    ]);
  });

  test.each([
    ['2021-10-31', 25],
    ['2022-03-27', 23],
  ])('the archive’s rows of %s are its %i hours in turn, whatever they are called', (day, hours) => {
    const [year, month, date] = day.split('-');
    const rows = Array.from({ length: hours }, (_, i) => ({
      Dia: `${date}/${month}/${year}`,
      Hora: `${i}`,
      PCB: `${100 + i},5`,
      CYM: '1',
    }));
    const points = seriesOf(JSON.stringify({ PVPC: rows })).get('esios-1001-peninsula')?.points ?? [];
    expect(points).toHaveLength(hours);
    const midnight = new Date(`${day}T00:00:00`).getTime() / 1000;
    expect(points.at(-1)).toMatchObject({
      startS: midnight + (hours - 1) * 3600,
      price: String((100 + hours - 0.5) / 1000),
    });
  });
});

describe('tables', () => {
  const options = { per: 'kWh', series: 'spot', timeZone: 'Europe/Madrid' } as const;

  test('quarter-hours with an offset, prices below nothing', () => {
    const series = seriesOf('time,price\n2026-01-01T00:00:00Z,0.1\n2026-01-01T00:15:00Z,-0.02\n', options).get('spot');
    expect(series).toEqual({
      series: 'spot',
      stepS: 900,
      points: [
        { startS: at('2026-01-01T00:00:00Z'), price: '0.1' },
        { startS: at('2026-01-01T00:15:00Z'), price: '-0.02' },
      ],
    });
  });

  test('local times, decimal commas, per megawatt-hour, through the hour that comes twice', () => {
    const text = '2026-10-25 01:00;80,5\n2026-10-25 02:00;70\n2026-10-25 02:00;60\n2026-10-25 03:00;50\n';
    expect(seriesOf(text, { ...options, per: 'MWh' }).get('spot')?.points).toEqual([
      { startS: at('2026-10-24T23:00:00Z'), price: '0.0805' },
      { startS: at('2026-10-25T00:00:00Z'), price: '0.07' },
      { startS: at('2026-10-25T01:00:00Z'), price: '0.06' },
      { startS: at('2026-10-25T02:00:00Z'), price: '0.05' },
    ]);
  });

  test('colours of days', () => {
    expect(readPriceFile('date,colour\n2026-01-01,blue\n2026-01-02,red\n', { ...options, series: 'tempo' })).toEqual({
      ok: true,
      kind: 'colours',
      series: [{ series: 'tempo', days: { '2026-01-01': 'blue', '2026-01-02': 'red' } }],
    });
  });

  test('rates of exchange by the day, and by the month for all of its days', () => {
    const read = (text: string) => readPriceFile(text, { ...options, series: 'eur-pln' });
    expect(read('date;rate\n2026-01-02;4,2513\n2026-01-05;4,26\n')).toEqual({
      ok: true,
      kind: 'colours',
      series: [{ series: 'eur-pln', days: { '2026-01-02': '4.2513', '2026-01-05': '4.26' } }],
    });
    const month = read('2026-02,4.1\n2026-03-01,4.2');
    expect(month.ok && month.series[0] && 'days' in month.series[0] && Object.keys(month.series[0].days).length).toBe(
      29,
    );
    expect(read('2026-01-02,4.1\n2026-01-03,0')).toMatchObject({ ok: false, fault: { code: 'price-wrong', line: 2 } });
    expect(read('2026-01-02,4.1\nyesterday,4.2')).toMatchObject({ ok: false, fault: { code: 'day-wrong', line: 2 } });
    expect(read('2026-01-02,4.1\n2026-01,4.2')).toMatchObject({ ok: false, fault: { code: 'time-twice', line: 2 } });
  });

  test.each([
    ['a price that is none', '2026-01-01T00:00:00Z,cheap', 'price-wrong', 1],
    ['a time that is none', '2026-01-01T00:00:00Z,1\n2026-13-01T01:00:00Z,1', 'time-wrong', 2],
    ['an hour that was skipped', '2026-03-29 02:30,1', 'time-wrong', 1],
    ['the same hour twice', '2026-01-01T00:00:00Z,1\n2026-01-01T00:00:00Z,2', 'time-twice', 2],
    ['steps of all kinds', '2026-01-01T00:00:00Z,1\n2026-01-01T00:07:00Z,1', 'step-mixed', 2],
    ['two colours of one day', '2026-01-01,blue\n2026-01-01,red', 'time-twice', 2],
    ['nothing', '\n', 'prices-empty', undefined],
    ['broken JSON', '{"PVPC": [', 'prices-unreadable', undefined],
    ['other JSON', '{"a": 1}', 'prices-unreadable', undefined],
  ])('%s is refused, with its place', (_what, text, code, line) => {
    expect(readPriceFile(text, options)).toMatchObject({ ok: false, fault: { code, ...(line && { line }) } });
  });

  test('a table without a name for its series is asked for one', () => {
    const file = readPriceFile('2026-01-01T00:00:00Z,1', { ...options, series: undefined });
    expect(file).toMatchObject({ ok: false, fault: { code: 'series-missing' } });
  });
});

test('half-hourly rates in pence become pounds', () => {
  const text = JSON.stringify({
    results: [
      { value_exc_vat: 28.95, value_inc_vat: 30.3975, valid_from: '2026-01-01T00:30:00Z' },
      { value_exc_vat: -8, value_inc_vat: -8.4, valid_from: '2026-01-01T00:00:00Z' },
    ],
  });
  expect(seriesOf(text, { per: 'kWh', series: 'agile', timeZone: 'Europe/London' }).get('agile')).toEqual({
    series: 'agile',
    stepS: 1800,
    points: [
      { startS: at('2026-01-01T00:00:00Z'), price: '-0.08', tax: 'excluded', withTax: '-0.084' },
      { startS: at('2026-01-01T00:30:00Z'), price: '0.2895', tax: 'excluded', withTax: '0.303975' },
    ],
  });
});

describe('whether a price holds tax', () => {
  const options = { per: 'kWh', series: 'spot', timeZone: 'Europe/London' } as const;
  const taxesOf = (text: string, tax?: 'included' | 'excluded') =>
    seriesOf(text, { ...options, tax })
      .get('spot')
      ?.points.map((point) => [point.price, point.tax, point.withTax]);

  test('Octopus’ prices with VAT alone hold it, those without alone do not', () => {
    const rate = (value: object) => JSON.stringify({ results: [{ ...value, valid_from: '2026-01-01T00:00:00Z' }] });
    expect(taxesOf(rate({ value_inc_vat: 21 }))).toEqual([['0.21', 'included', undefined]]);
    expect(taxesOf(rate({ value_exc_vat: 20 }))).toEqual([['0.2', 'excluded', undefined]]);
  });

  test('Tibber’s total holds it, wherever in an answer its lists stand', () => {
    const price = (startsAt: string, total: number) => ({ total, energy: 0.1, tax: 0.05, startsAt });
    const priceInfo = {
      current: null,
      today: [price('2026-01-01T00:00:00.000+01:00', 0.3), price('2026-01-01T01:00:00.000+01:00', 0.25)],
      tomorrow: [],
    };
    const text = JSON.stringify({ data: { viewer: { homes: [{ currentSubscription: { priceInfo } }] } } });
    expect(taxesOf(text)).toEqual([
      ['0.3', 'included', undefined],
      ['0.25', 'included', undefined],
    ]);
  });

  test.each([
    ['time,value_exc_vat', 'excluded'],
    ['time,Price inc. VAT', 'included'],
    ['fecha,precio sin IVA', 'excluded'],
    ['time,price', undefined],
  ])('a table’s head may say it: %s', (head, tax) => {
    expect(taxesOf(`${head}\n2026-01-01T00:00:00Z,0.1`)).toEqual([['0.1', tax, undefined]]);
  });

  test('whoever brings a table says it, whatever its head', () => {
    expect(taxesOf('2026-01-01T00:00:00Z,0.1', 'included')).toEqual([['0.1', 'included', undefined]]);
  });
});

describe('however a price is written', () => {
  const read = (price: string, per: 'kWh' | 'MWh' = 'kWh') => {
    const file = readPriceFile(`time;price\n2026-01-01T00:00:00Z;${price}`, { per, series: 's', timeZone: 'UTC' });
    return file.ok && file.kind === 'prices' ? file.series[0]?.points[0]?.price : file;
  };

  test.each([
    ['0.1234567890123456', '0.1234567890123456'],
    ['0,1234567890123456', '0.1234567890123456'],
    ['1.2e-7', '0.00000012'],
    ['1E2', '100'],
    ['−0,05', '-0.05'],
    ['+0.05', '0.05'],
    ['1\u202f234,5', '1234.5'],
    ['1\u2009234.5', '1234.5'],
    ['1.234,5', '1234.5'],
    ['1,234.5', '1234.5'],
    ['"0,1"', '0.1'],
    [' 0.1 ', '0.1'],
    ['.5', '0.5'],
    ['-0', '0'],
  ])('%s is %s', (text, price) => {
    expect(read(text)).toBe(price);
  });

  test('sixteen decimals for a megawatt-hour are nineteen for a kilowatt-hour', () => {
    expect(read('87.1234567890123456', 'MWh')).toBe('0.0871234567890123456');
  });

  test.each(['', 'n/a', '1.2.3e', '0x10', 'NaN', '1000000', `0.${'1'.repeat(31)}`, '1e-40', '--1', '1 EUR'])(
    '“%s” is refused in its row, and the row is named',
    (text) => {
      expect(read(text)).toMatchObject({ ok: false, fault: { code: 'price-wrong', line: 2 } });
    },
  );

  test('a table and JSON may begin with a byte-order mark', () => {
    expect(
      readPriceFile('\ufefftime,price\n2026-01-01T00:00:00Z,1', { per: 'kWh', series: 's', timeZone: 'UTC' }).ok,
    ).toBe(true);
    const rates = JSON.stringify({ results: [{ value_inc_vat: 1, valid_from: '2026-01-01T00:00:00Z' }] });
    expect(readPriceFile(`\ufeff${rates}`, { per: 'kWh', series: 's', timeZone: 'UTC' }).ok).toBe(true);
  });

  test('any decimal of up to thirty places is read exactly, and any other row is named', () => {
    const digits = (maxLength: number, minLength = 1) =>
      fc.string({ unit: fc.constantFrom(...Array.from('0123456789')), minLength, maxLength });
    fc.assert(
      fc.property(
        fc.constantFrom('', '-'),
        fc.integer({ min: 0, max: 999_999 }),
        digits(30),
        (sign, whole, decimals) => {
          const price = `${sign}${whole}.${decimals}`;
          // Nothing has no sign.
          expect(read(price)).toBe(Number(price) === 0 ? price.replace('-', '') : price);
        },
      ),
    );
  });

  test.each([
    [
      'Octopus',
      {
        results: [
          { value_inc_vat: 1, valid_from: '2026-01-01T00:00:00Z' },
          { value_inc_vat: null, valid_from: '2026-01-01T00:30:00Z' },
        ],
      },
      2,
    ],
    ['Octopus’ time', { results: [{ value_inc_vat: 1, valid_from: 'today' }] }, 1],
    [
      'ESIOS',
      { indicator: { id: 1001, values: [{ value: null, datetime: '2026-01-01T00:00:00Z', geo_name: 'A' }] } },
      1,
    ],
    [
      'the archive',
      {
        PVPC: [
          { Dia: '01/01/2026', PCB: '1', CYM: '1' },
          { Dia: '01/01/2026', PCB: '1' },
        ],
      },
      2,
    ],
    [
      'Tibber',
      {
        today: [
          { total: 0.1, startsAt: '2026-01-01T00:00:00Z' },
          { total: 'x', startsAt: '2026-01-01T01:00:00Z' },
        ],
      },
      2,
    ],
  ])('one wrong row in JSON of %s is named', (_of, value, line) => {
    const file = readPriceFile(JSON.stringify(value), { per: 'kWh', series: 's', timeZone: 'UTC' });
    expect(file).toMatchObject({ ok: false, fault: { line } });
  });
});

test('whatever the text, it is read or refused, never thrown at', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.json(), fc.string({ unit: fc.constantFrom(...Array.from('0123456789-T:Z;,.\n ')) })),
      (text) => {
        expect(typeof readPriceFile(text, { per: 'kWh', series: 's', timeZone: 'UTC' }).ok).toBe('boolean');
      },
    ),
  );
});

describe('prices of any market in a series of their own', () => {
  const text = (stepS?: number) =>
    JSON.stringify({
      series: 'spot-de',
      stepS,
      prices: [
        { from: '2026-11-21T23:00:00Z', price: '104.85' },
        { from: '2026-11-21T23:45:00Z', price: '-16.7' },
      ],
    });

  test('they are for a MWh without tax, and last as long as they say, also around a hole', () => {
    expect(seriesOf(text(900)).get('spot-de')).toMatchObject({
      stepS: 900,
      points: [
        { startS: at('2026-11-21T23:00:00Z'), price: '0.10485', tax: 'excluded' },
        { price: '-0.0167', tax: 'excluded' },
      ],
    });
    expect(readPriceFile(text(), madrid)).toMatchObject({ fault: { code: 'step-mixed' } });
    expect(readPriceFile(text(3600), madrid)).toMatchObject({ fault: { code: 'step-mixed' } });
  });
});
