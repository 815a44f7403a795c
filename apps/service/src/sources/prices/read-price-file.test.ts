import fc from 'fast-check';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readPriceFile } from './index.ts';

const folder = fileURLToPath(new URL('../../../../../../shared/data/spain_pvpc_esios/', import.meta.url));
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
    expect(first).toEqual({ startS: at('2021-05-31T22:00:00Z'), price: '0.11633' });
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
      { startS: at('2021-10-31T00:00:00Z'), price: '0.10955' },
      { startS: at('2021-10-31T01:00:00Z'), price: '0.10485' },
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
    expect(points.at(-1)).toEqual({ startS: midnight + (hours - 1) * 3600, price: String((100 + hours - 0.5) / 1000) });
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

  test.each([
    ['a price that is none', '2026-01-01T00:00:00Z,cheap', 'price-wrong', 1],
    ['a time that is none', '2026-01-01T00:00:00Z,1\n2026-13-01T01:00:00Z,1', 'time-wrong', 2],
    ['an hour that was skipped', '2026-03-29 02:30,1', 'time-wrong', 1],
    ['the same hour twice', '2026-01-01T00:00:00Z,1\n2026-01-01T00:00:00Z,2', 'time-twice', undefined],
    ['steps of all kinds', '2026-01-01T00:00:00Z,1\n2026-01-01T00:07:00Z,1', 'step-mixed', undefined],
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
      { startS: at('2026-01-01T00:00:00Z'), price: '-0.084' },
      { startS: at('2026-01-01T00:30:00Z'), price: '0.303975' },
    ],
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
