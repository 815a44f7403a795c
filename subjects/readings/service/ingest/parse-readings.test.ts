import { counterReading, intervalReading, maxReadings, readingsBody } from '../../contract/readings.ts';
import { isSound } from '../../domain/reading.ts';
import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { parseInstant, parseReadings } from './parse-readings.ts';

/** As a batch is taken: what is no reading by its form, and what none can say. */
const parse = (readings: unknown) => {
  const { sent, rejected } = parseReadings(Buffer.from(JSON.stringify({ readings })));
  const unsound = sent.filter((one) => !isSound(one)).map(({ index }) => ({ index, code: 'invalid-reading' }));
  return {
    sent: sent.filter(isSound),
    rejected: [...rejected, ...unsound].toSorted((a, b) => a.index - b.index),
  };
};

const twoDigits = (max: number) => fc.integer({ min: 0, max }).map((n) => String(n).padStart(2, '0'));
const offset = fc.oneof(
  fc.constant('Z'),
  fc.tuple(fc.constantFrom('+', '-'), twoDigits(25), twoDigits(61)).map(([sign, h, m]) => `${sign}${h}:${m}`),
);
/** Instants, some of which are on no calendar and no clock. */
const instant = fc
  .tuple(
    fc.tuple(fc.integer({ min: 2001, max: 2040 }), twoDigits(13), twoDigits(32)).map((parts) => parts.join('-')),
    fc.tuple(twoDigits(25), twoDigits(60), twoDigits(61)).map((parts) => parts.join(':')),
    fc.constantFrom('', '', '.5', '.123456789'),
    offset,
  )
  .map(([day, time, fraction, zone]) => `${day}T${time}${fraction}${zone}`);
const anInstant = fc.oneof(
  { weight: 8, arbitrary: instant },
  {
    weight: 4,
    arbitrary: fc
      .date({ min: new Date('2001-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString()),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '',
      'yesterday',
      '2026-05-04',
      '2026-05-04 12:00:00Z',
      '2026-05-04T12:00:00',
      1_777_896_000,
      null,
    ),
  },
);
const aMeter = fc.oneof(
  { weight: 6, arbitrary: fc.string({ minLength: 1, maxLength: 64 }) },
  fc.constantFrom('', 'x'.repeat(65), 7, null),
);
const aValue = fc.oneof(
  { weight: 6, arbitrary: fc.double({ min: -1e6, max: 1e12, noNaN: true }) },
  fc.constantFrom('12', null, true, [1]),
);
const reading = fc.oneof(
  fc.record({ meter: aMeter, at: anInstant, value: aValue, unit: fc.constant('Wh') }, { requiredKeys: [] }),
  fc.record({ meter: aMeter, from: anInstant, to: anInstant, value: aValue }, { requiredKeys: [] }),
  fc.anything(),
);

/** What no schema says: the order of two instants, and how far apart they may be. */
const isSpan = (raw: { from: string; to: string }): boolean => {
  const seconds = Math.floor(Date.parse(raw.to) / 1000) - Math.floor(Date.parse(raw.from) / 1000);
  return seconds > 0 && seconds <= 31 * 86_400 + 7_200;
};
const isByContract = (raw: unknown): boolean => {
  const interval = intervalReading.safeParse(raw);
  return counterReading.safeParse(raw).success || (interval.success && isSpan(interval.data));
};

describe('the hand-written parser agrees with the contract', () => {
  test('on every reading, valid or not', () => {
    fc.assert(
      fc.property(fc.array(reading, { minLength: 1, maxLength: 8 }), (readings) => {
        const sent = JSON.parse(JSON.stringify(readings)) as unknown[];
        const expected = sent.flatMap((raw, index) => (isByContract(raw) ? [] : [index]));
        const parsed = parse(sent);
        expect(parsed.rejected).toEqual(expected.map((index) => ({ index, code: 'invalid-reading' })));
        expect(parsed.sent.length + parsed.rejected.length).toBe(sent.length);
        expect(readingsBody.safeParse({ readings: sent }).success || parsed.rejected.length > 0).toBe(true);
      }),
      { numRuns: 250 },
    );
  });

  test('on what a valid one says', () => {
    const { sent } = parse([
      { meter: 'lamp', at: '2026-05-04T12:00:00.900+05:45', value: 12.5 },
      { meter: 'tap', from: '2026-05-04T12:00:00Z', to: '2026-05-04T12:15:00Z', value: -3 },
    ]);
    const start = Date.UTC(2026, 4, 4, 12) / 1000;
    expect(sent).toEqual([
      { index: 0, meter: 'lamp', at: start - 5.75 * 3600, value: 12.5, spanS: null },
      { index: 1, meter: 'tap', at: start, value: -3, spanS: 900 },
    ]);
  });

  test('on instants, to the second', () => {
    fc.assert(
      fc.property(instant, (text) => {
        const isValid = counterReading.shape.at.safeParse(text).success;
        expect(parseInstant(text)).toBe(isValid ? Math.floor(Date.parse(text) / 1000) : Number.NaN);
        expect(parseInstant(text)).toBe(parseInstant(text));
      }),
      { numRuns: 600 },
    );
  });

  test('the very first instant may be empty: nothing was remembered yet', async () => {
    vi.resetModules();
    const fresh = await import('./parse-readings.ts');
    expect(fresh.parseInstant('')).toBe(Number.NaN);
  });

  test.each([
    ['before 2000', { meter: 'm', at: '1999-12-31T23:59:59Z', value: 1 }],
    ['beyond whole numbers', { meter: 'm', at: '2026-05-04T12:00:00Z', value: 1e300 }],
    ['of both forms at once', { meter: 'm', at: '2026-05-04T12:00:00Z', to: '2026-05-04T13:00:00Z', value: 1 }],
    ['longer than a month', { meter: 'm', from: '2026-05-04T12:00:00Z', to: '2026-07-04T12:00:00Z', value: 1 }],
    ['that ends before it begins', { meter: 'm', from: '2026-05-04T12:00:00Z', to: '2026-05-04T12:00:00Z', value: 1 }],
  ])('it is stricter with a reading %s', (_title, raw) => {
    expect(parse([raw]).rejected).toEqual([{ index: 0, code: 'invalid-reading' }]);
  });

  test.each(['2026-05-04T12:00:00+0530', '2026-05-04T12:00+05:30'])(
    'it also takes %s, as many a gateway writes it',
    (text) => {
      expect(parseInstant(text)).toBe(Date.UTC(2026, 4, 4, 6, 30) / 1000);
    },
  );
});

describe('a body that is not a batch is refused whole', () => {
  test.each([
    ['not JSON', '{"readings":[', /not JSON/],
    ['null', 'null', /readings: an array/],
    ['a list', '[]', /readings: an array/],
    ['without readings', '{}', /readings: an array/],
    ['empty', '{"readings":[]}', /empty/],
    ['too long', JSON.stringify({ readings: Array.from({ length: maxReadings + 1 }, () => 0) }), /at most 20000/],
  ])('%s', (_title, text, words) => {
    expect(() => parseReadings(Buffer.from(text))).toThrow(words);
    expect(readingsBody.safeParse(text.endsWith('[') ? undefined : JSON.parse(text)).success).toBe(false);
  });
});
