import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fuzz, fuzzTimeoutMs } from '#apps/service/testing/fuzz.ts';
import { parseTemplate, valueIn } from './value-template.ts';

const payload = JSON.stringify({ energy: 1.5, sensors: [{ total: 7 }], 'a b': { c: 'ON' } });

test.each([
  [undefined, payload, 1],
  ['{{ value }}', payload, 1],
  ['{{ value | float }}', payload, 1],
  ['{{ value_json.energy }}', 1.5, 1],
  ["{{value_json['energy'] | float(0) | round(2)}}", 1.5, 1],
  ['{{ value_json.sensors[0].total / 1000 }}', 7, 0.001],
  ['{{ value_json["a b"].c }}', 'ON', 1],
  ['{{ value_json.missing }}', undefined, 1],
  ['{{ value_json.energy * 3600 | int }}', 1.5, 3600],
])('%s', (template, value, factor) => {
  const parsed = parseTemplate(template);
  expect(parsed?.factor).toBe(factor);
  expect(parsed && valueIn(parsed, payload)).toEqual(value);
});

test.each([
  '{% if value %}1{% endif %}',
  '{{ value_json }}',
  '{{ states("x") }}',
  '{{ value_json.a + value_json.b }}',
  '{{ value_json.a | my_filter }}',
  '{{ value_json.a / 0 }}',
  'text',
])('what does more is not guessed at: %s', (template) => expect(parseTemplate(template)).toBeNull());

test(
  'any template and any message end well',
  () => {
    const piece = fc.constantFrom(
      '{{',
      '}}',
      ' ',
      'value',
      'value_json',
      '.a',
      "['",
      "']",
      '[0]',
      '|',
      'float',
      '(',
      ')',
      '*',
      '/',
      '2',
    );
    fc.assert(
      fc.property(fc.array(piece), fc.json(), (pieces, text) => {
        const parsed = parseTemplate(pieces.join(''));
        const value = parsed && valueIn(parsed, text);
        expect(Number.isFinite(parsed?.factor ?? 0)).toBe(true);
        expect(typeof value).not.toBe('function');
      }),
      fuzz,
    );
  },
  fuzzTimeoutMs,
);
