import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fuzz, fuzzTimeoutMs } from '#apps/service/testing/fuzz.ts';
import { createGuard } from './guard.ts';
import { systemPrompt, untoldRules } from './system-prompt.ts';
import { summary, testKey } from './testing-provider.ts';

const untold = [...untoldRules, { text: testKey, most: 12 }];
const rules = untoldRules[0]?.text ?? '';

const through = (pieces: readonly string[]) => {
  const guard = createGuard(untold);
  const shown: string[] = [];
  for (const piece of pieces) {
    const text = guard.push(piece);
    if (text === null) return { shown, leaked: true };
    shown.push(text);
  }
  return { shown: [...shown, guard.flush()], leaked: false };
};

const cutAt = (text: string, cuts: readonly number[]): string[] => {
  const edges = [0, ...cuts.map((cut) => cut % text.length).toSorted((a, b) => a - b), text.length];
  return edges.slice(1).map((to, i) => text.slice(edges[i], to));
};

const anyCuts = fc.array(fc.nat(), { maxLength: 30 });

test(
  'each run of 60 characters of the rules is caught, wherever the stream cuts it, and hardly any of it was shown',
  () => {
    fc.assert(
      fc.property(fc.nat({ max: rules.length - 60 }), anyCuts, (from, cuts) => {
        const { shown, leaked } = through(cutAt(`Well: ${rules.slice(from, from + 60)}`, cuts));
        expect(leaked).toBe(true);
        expect(shown.join('').length).toBeLessThan(40);
      }),
      fuzz,
    );
  },
  fuzzTimeoutMs,
);

test('signs, spaces and capitals are no disguise; nor is the prompt as a whole', () => {
  const run = rules.slice(100, 190);
  for (const text of [
    run.toUpperCase(),
    run.split('').join(' '),
    run.replace(/ /g, '** '),
    systemPrompt(summary, 'es'),
  ])
    expect(through([text]).leaked).toBe(true);
});

test('of a key a dozen letters are enough; of the fence its name', () => {
  expect(through(['Your key is ', testKey.slice(0, 9), testKey.slice(9, 20)])).toEqual({
    shown: ['Your key is ', ''],
    leaked: true,
  });
  expect(through(['<quoted-household', '-json>']).leaked).toBe(true);
});

test(
  'any other text passes as it is',
  () => {
    const words = fc.array(fc.constantFrom(...rules.split(' '), '12.4 kWh', 'रसोई', '\n', 'sk-proj'), { maxLength: 8 });
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      words.map((all) => all.join(' ')),
    );
    fc.assert(
      fc.property(text, anyCuts, (answer, cuts) => {
        const { shown, leaked } = through(cutAt(`${answer} `, cuts));
        expect(leaked || shown.join('') === `${answer} `).toBe(true);
      }),
      fuzz,
    );
  },
  fuzzTimeoutMs,
);

describe('ordinary answers never wait', () => {
  test.each([
    'The kitchen used 12.4 kWh yesterday, 3 kWh more than the day before.',
    'Shift heavy use to off-peak hours; set the air conditioning to 24 °C; fix leaks.',
    'La cocina gastó 12,4 kWh ayer. ¿Quieres que lo compare con el mes pasado?',
    'रसोई ने कल 12.4 kWh बिजली इस्तेमाल की।',
    'I cannot act by myself: press the button to switch the TV off.',
  ])('%s', (answer) => {
    const pieces = answer.match(/\s*\S+/gu) ?? [];
    expect(through(pieces)).toEqual({ shown: [...pieces, ''], leaked: false });
  });
});
