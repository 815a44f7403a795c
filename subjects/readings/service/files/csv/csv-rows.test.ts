import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvRows, isBlank, parseNumber, parseTime, provenMark, provenOrder, type Row } from './csv-rows.ts';
import { fileOf } from './testing.ts';

const rowsOf = async (text: string | Uint8Array, delimiter = ',', chunk = 7): Promise<Row[]> => {
  const rows: Row[] = [];
  for await (const some of csvRows(fileOf(text, chunk)() as AsyncIterable<Uint8Array>, delimiter)) rows.push(...some);
  return rows;
};

describe('rows of a file', () => {
  test('lines are numbered as an editor numbers them, wherever chunks end', async () => {
    expect(await rowsOf('a,b\r\n\r\n1, 2 \r\n3,4')).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 3, cells: ['1', '2'] },
      { line: 4, cells: ['3', '4'] },
    ]);
  });

  test('quoted cells hold delimiters, quotes and line ends', async () => {
    expect(await rowsOf('a;b\n"x;1";"say ""hi"""\n"two\nlines";3\nlast;5" pipe\n', ';')).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['x;1', 'say "hi"'] },
      { line: 4, cells: ['two\nlines', '3'] },
      { line: 5, cells: ['last', '5" pipe'] },
    ]);
  });

  test.each([
    ['UTF-8', 'utf8'],
    ['Latin-1', 'latin1'],
  ] as const)(
    'titles and names in %s are read as they are written, in pieces of any size',
    async (_title, encoding) => {
      const text = 'Zeit;Größe;1\nOsée;Küche;2\nMañana;Baño;3\n';
      const bytes = Buffer.from(text, encoding);
      for (const size of [1, 2, 3, 7, 100])
        expect((await rowsOf(bytes, ';', size)).flatMap(({ cells }) => cells).join(';')).toBe(
          text.trim().replaceAll('\n', ';'),
        );
    },
  );

  test('a byte that is broken on its way does not change the letters of a file in UTF-8', async () => {
    const bytes = Buffer.concat([Buffer.from('Küche;1\n'), Buffer.from([0xff]), Buffer.from(';2\nBaño;3\n')]);
    expect((await rowsOf(bytes, ';')).map(({ cells }) => cells[0])).toEqual(['Küche', '\ufffd', 'Baño']);
  });

  test('byte order marks are not part of the first title, in UTF-8 and UTF-16', async () => {
    expect((await rowsOf('\ufeffzeit\t1\n', '\t'))[0]?.cells[0]).toBe('zeit');
    const wideBytes = Buffer.from('\ufeffzeit\t1\n', 'utf16le');
    expect((await rowsOf(wideBytes, '\t', 8))[0]?.cells).toEqual(['zeit', '1']);
  });

  test('what was written is read, whatever the chunks', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '7', ',', '"', '\n', ' ', 'é', '€') });
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(table, fc.integer({ min: 1, max: 20 }), async (rows, chunk) => {
        const text = rows.map((cells) => cells.map((one) => `"${one.replaceAll('"', '""')}"`).join(',')).join('\n');
        const expected = rows.map((cells) => cells.map((one) => one.trim())).filter((cells) => cells.some(Boolean));
        expect((await rowsOf(text, ',', chunk)).map(({ cells }) => cells)).toEqual(expected);
      }),
    );
  });

  test('a quote that is never closed ends the reading instead of filling the memory', async () => {
    await expect(rowsOf(`a,b\n"${'x,1\n'.repeat(400_000)}`, ',', 65_536)).rejects.toMatchObject({
      code: 'line-too-long',
    });
  });
});

describe('numbers of a file', () => {
  test.each([
    ['1234.5', '.', 1234.5],
    ['-0.25', '.', -0.25],
    ['1,234,567.5', '.', 1_234_567.5],
    ['1.5e3', '.', 1500],
    ['1234,5', ',', 1234.5],
    ['1.234,5', ',', 1234.5],
    ['1 234,5', ',', 1234.5],
    ['-,5', ',', -0.5],
  ] as const)('%s with %s as decimal mark', (text, mark, value) => {
    expect(parseNumber(text, mark)).toBe(value);
  });

  test.each([
    ['1,5', '.'],
    ['1.5', ','],
    ['12 kWh', '.'],
    ['$0.32', '.'],
    ['0x10', '.'],
    ['Infinity', '.'],
    ['.', '.'],
    ['1e300', '.'],
  ] as const)('%s is no number with %s', (text, mark) => {
    expect(parseNumber(text, mark)).toBeNull();
  });

  test('every number written in either way is read back', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 999 }), (whole, part) => {
        const text = `${whole}.${String(part).padStart(3, '0')}`;
        expect(parseNumber(text, '.')).toBe(Number(text));
        expect(parseNumber(text.replace('.', ','), ',')).toBe(Number(text));
      }),
    );
  });

  test('which mark a number proves', () => {
    expect(provenMark('0,115')).toBe(',');
    expect(provenMark('12,5')).toBe(',');
    expect(provenMark('1.234,5')).toBe(',');
    expect(provenMark('1,234.5')).toBe('.');
    expect(provenMark('1,234')).toBeNull();
    expect(provenMark('1234')).toBeNull();
  });

  test('what loggers write for nothing is no reading and no mistake', () => {
    expect(['', '-', 'NaN', 'null', 'unavailable', 'unknown'].every(isBlank)).toBe(true);
    expect(isBlank('0')).toBe(false);
  });
});

const utc = (text: string): number => Date.parse(text) / 1000;

describe('times of a file', () => {
  test.each([
    ['2026-03-01T10:20:30Z', utc('2026-03-01T10:20:30Z')],
    ['2026-03-01T10:20:30.250+02:00', utc('2026-03-01T08:20:30Z')],
    ['2026-03-01 10:20-0330', utc('2026-03-01T13:50:00Z')],
    ['2026-03-01T10:20:30+05', utc('2026-03-01T05:20:30Z')],
  ])('ISO with an offset is an instant: %s', (text, at) => {
    expect(parseTime(text, 'iso')).toEqual({ at });
  });

  test.each([
    ['2026-03-01 10:20', 'iso', '2026-03-01T10:20:00Z'],
    ['2026-03-01T10:20:05', 'iso', '2026-03-01T10:20:05Z'],
    ['2026-03-01', 'iso', '2026-03-01T00:00:00Z'],
    ['2026-03', 'iso', '2026-03-01T00:00:00Z'],
    ['2026-03-01 24:00', 'iso', '2026-03-02T00:00:00Z'],
    ['31/12/2025 23:59', 'dmy', '2025-12-31T23:59:00Z'],
    ['1.6.2012 0:00', 'dmy', '2012-06-01T00:00:00Z'],
    ['12/31/2025 11:59:10 PM', 'mdy', '2025-12-31T23:59:10Z'],
    ['1/2/25 12:05 am', 'mdy', '2025-01-02T00:05:00Z'],
  ] as const)('without an offset it is local: %s', (text, format, local) => {
    expect(parseTime(text, format)).toEqual({ local: utc(local) });
  });

  test('seconds and milliseconds since 1970', () => {
    expect(parseTime('1772360430', 'unix-s')).toEqual({ at: 1_772_360_430 });
    expect(parseTime('1772360430999', 'unix-ms')).toEqual({ at: 1_772_360_430 });
    expect(parseTime('12345', 'unix-s')).toBeNull();
  });

  test.each([
    ['2026-02-30', 'iso'],
    ['2026.03', 'iso'],
    ['2026-13-01', 'iso'],
    ['2026-03-01 25:00', 'iso'],
    ['31/12/2025', 'mdy'],
    ['13:00', 'dmy'],
    ['', 'iso'],
  ] as const)('%s is no time as %s', (text, format) => {
    expect(parseTime(text, format)).toBeNull();
  });

  test('only some dates prove whether day or month comes first', () => {
    expect(provenOrder('13/01/2026')).toBe('dmy');
    expect(provenOrder('01/13/2026')).toBe('mdy');
    expect(provenOrder('01.02.2026')).toBe('dmy');
    expect(provenOrder('01/02/2026')).toBeNull();
  });
});
