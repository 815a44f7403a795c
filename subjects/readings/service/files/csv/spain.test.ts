import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { fileOf, iso, previewOf, readWhole } from './testing.ts';

const file = fileURLToPath(
  new URL('../../../../../../shared/data/spain_20td/consumption_cnmc_layout.csv', import.meta.url),
);
const hasFile = existsSync(file);

const take = async (text: string, zone = 'Asia/Kolkata') => {
  const { suggestion, problems, questions } = await previewOf(fileOf(text), 'consumo.csv', zone);
  const whole = await readWhole(fileOf(text), suggestion);
  return { suggestion, questions, readings: whole.readings, problems: [...problems, ...whole.problems] };
};
const cups = 'ES0021000000000001JN0F';
/** The hours of a local day as numbers, from 1. */
const day = (date: string, hours: readonly number[], more = ''): string[] =>
  hours.map((n) => `${cups};${date};${n};0,${100 + n}${more}`);
const to = (n: number): number[] => Array.from({ length: n }, (_, i) => i + 1);

describe('hours by their number, as Spanish distributors and the CNMC write them', () => {
  const titles = 'CUPS;Fecha;Hora;Consumo_kWh';

  test('a whole year with its day of 23 and its day of 25 hours: each hour once, in Madrid, wherever the home is', async () => {
    const first = Date.UTC(2026, 0, 1);
    const days = Array.from({ length: 365 }, (_, i) => {
      const [y, m, d] = new Date(first + i * 86_400_000).toISOString().slice(0, 10).split('-');
      const date = `${d}/${m}/${y}`;
      return day(date, to(date === '29/03/2026' ? 23 : date === '25/10/2026' ? 25 : 24));
    });
    const { suggestion, problems, readings } = await take([titles, ...days.flat()].join('\n'));
    expect(problems).toEqual([]);
    expect(suggestion).toMatchObject({
      layout: 'long',
      timeZone: 'Europe/Madrid',
      clockColumn: 'Hora',
      valueColumn: 'Consumo_kWh',
      mappings: [{ column: cups, unit: 'kWh', kind: 'interval' }],
    });
    expect(readings).toHaveLength(8760);
    const begin = Date.UTC(2025, 11, 31, 23) / 1000;
    expect(readings.map(({ at, spanS }) => [at, spanS])).toEqual(
      Array.from({ length: 8760 }, (_, i) => [begin + i * 3600, 3600]),
    );
  });

  test('days that name the hours of the clock: 3 is missing in spring, and comes twice in autumn', async () => {
    const spring = day('29/03/2026', [1, 2, ...to(24).slice(3)]);
    const autumn = day('25/10/2026', [1, 2, 3, 3, ...to(24).slice(3)]);
    const { readings, problems } = await take([titles, ...spring, ...autumn].join('\n'));
    expect(problems).toEqual([]);
    const begins = (date: number, count: number) => Array.from({ length: count }, (_, i) => date / 1000 + i * 3600);
    expect(readings.map(({ at }) => at)).toEqual([
      ...begins(Date.UTC(2026, 2, 28, 23), 23),
      ...begins(Date.UTC(2026, 9, 24, 22), 25),
    ]);
  });

  test('hours from 0 to 23 are the clock’s', async () => {
    const { readings } = await take([titles, ...day('04/05/2026', [0, ...to(23)])].join('\n'), 'Atlantic/Canary');
    expect(readings.map(({ at }) => iso(at))[0]).toBe('2026-05-03T23:00:00Z');
    expect(readings).toHaveLength(24);
  });

  test.each([
    ['CUPS;Fecha;Hora;AE_kWh;AS_kWh;AE_AUTOCONS_kWh;REAL/ESTIMADO', ';0,500;0,200;R', ['AS_kWh', 'AE_AUTOCONS_kWh']],
    ['CUPS;Fecha;Hora;Consumo_kWh;Metodo_obtencion;Energia_vertida_kWh', ';R;0,500', ['Energia_vertida_kWh']],
    ['CUPS;Fecha;Hora;Consumo_kWh;Excedentes_kWh', ';0,500', ['Excedentes_kWh']],
  ])('what went back to the grid is named and no use: %s', async (line, more, left) => {
    const { readings, problems, suggestion } = await take([line, ...day('04/05/2026', to(24), more)].join('\n'));
    expect(problems.map(({ line: at, column, code }) => [at, column, code])).toEqual(
      left.map((column) => [0, column, 'returned-left-out']),
    );
    expect(suggestion.mappings).toHaveLength(1);
    expect(readings.reduce((sum, { value }) => sum + value, 0)).toBe(24 * 100 + 300);
  });

  test.skipIf(!hasFile)(`a real home’s file, every row${hasFile ? '' : ' (../shared/data is not here)'}`, async () => {
    const text = readFileSync(file, 'utf8');
    const { readings, problems } = await take(text);
    expect(problems).toEqual([]);
    expect(readings).toHaveLength(text.trim().split('\n').length - 1);
    expect(iso(readings[0]?.at ?? 0)).toBe('2022-03-09T00:00:00Z');
    const starts = new Set(readings.map(({ at }) => at));
    expect(starts.size).toBe(readings.length);
  });
});
