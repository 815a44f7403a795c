import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvRows, type Row } from './csv-rows.ts';
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
