import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fuzz, fuzzTimeoutMs } from '#apps/service/testing/fuzz.ts';
import { createWriter } from '../writer.ts';
import { checkFigures } from './check-figures.ts';
import type { Known } from './known-figures.ts';
import { readUnit } from './read-figures.ts';
import { figureLink as link, known } from './testing-figures.ts';
import { asking } from './testing-provider.ts';

const units = { energy: ['Wh', 'kWh', 'MWh'], power: ['W', 'kW'], volume: ['mL', 'L', 'm³', 'gal'] };
const anyUnits = fc
  .constantFrom(...Object.values(units))
  .chain((family) => fc.tuple(fc.constantFrom(...family), fc.constantFrom(...family)));
const oneOf = (value: number, unit: string): Known => ({ figures: [{ value, unit: readUnit(unit), link }], words: [] });
const sizeOf = (unit: string): number => readUnit(unit)?.size ?? 1;

describe('whatever the number is', () => {
  const anyValue = fc.integer({ min: 1, max: 9_999_999 }).map((hundredths) => hundredths / 100);
  const writers = [
    createWriter('en', { ...asking.home, country: 'GB' }),
    createWriter('en', { ...asking.home, country: 'IN' }),
    createWriter('es', { ...asking.home, country: 'ES' }),
    createWriter('es', { ...asking.home, country: 'MX' }),
    createWriter('hi', { ...asking.home, country: 'IN' }),
  ];

  test(
    'a known one, rounded and in another unit, is verified, in each way of writing',
    () => {
      fc.assert(
        fc.property(
          anyValue,
          anyUnits,
          fc.constantFrom(...writers),
          fc.nat({ max: 3 }),
          (value, [from, to], write, digits) => {
            const written = `${write.number((value * sizeOf(from)) / sizeOf(to), digits)} ${to}`;
            expect(checkFigures(`So ${written}.`, oneOf(value, from)).content).toBe(`So [${written}](${link}).`);
          },
        ),
        fuzz,
      );
    },
    fuzzTimeoutMs,
  );

  test(
    'one that is far from all that are known never is',
    () => {
      fc.assert(
        fc.property(anyValue, anyUnits, fc.constantFrom(...writers), (value, [from, to], write) => {
          const other = (value * sizeOf(from) * 1.5) / sizeOf(to) + 1.7;
          const written = `${write.number(other, 2)} ${to}`;
          expect(checkFigures(`So ${written}.`, oneOf(value, from)).unverified).toEqual([written]);
        }),
        fuzz,
      );
    },
    fuzzTimeoutMs,
  );

  test(
    'the words stay: without its marks the content is the answer',
    () => {
      const word = fc.constantFrom(
        '12.4 kWh',
        '**99** L',
        '- 5 €',
        '\n\n',
        '| 3 |',
        'TV 2',
        '`7`',
        '१२ यूनिट',
        'ayer',
        '# 2',
        '1) 5',
      );
      fc.assert(
        fc.property(fc.array(word, { maxLength: 20 }), (words) => {
          const answer = words.join(' ');
          const { content } = checkFigures(answer, known);
          expect(content.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')).toBe(answer);
        }),
        fuzz,
      );
    },
    fuzzTimeoutMs,
  );

  test(
    'no text at all breaks it',
    () => {
      const marks = fc.string({
        unit: fc.constantFrom(
          '[',
          ']',
          '(',
          ')',
          '!',
          '<',
          '>',
          '/',
          '1',
          '.',
          ',',
          '|',
          '\n',
          '*',
          '`',
          '&',
          '#',
          ';',
          'a',
          '\\',
          'http://e',
        ),
      });
      fc.assert(
        fc.property(marks, (answer) => {
          expect(checkFigures(answer, known).content).not.toMatch(/\]\(http/);
        }),
        fuzz,
      );
    },
    fuzzTimeoutMs,
  );
});
