import { localeOf } from '#catalogue/index.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFormat } from './format.ts';

const regional = { country: null, currency: 'EUR', units: 'metric', timeZone: 'Europe/Madrid' } as const;
const plain = (text: string) => text.replace(/\s/g, ' ');

test('C1.4 energy and water are written in the reader’s language, with the decimals that their size deserves', () => {
  const english = createFormat('en', regional);
  const spanish = createFormat('es', regional);
  expect(plain(english.amount('electricity', 420).text)).toBe('0.42 kWh');
  expect(plain(english.amount('electricity', 61_400).text)).toBe('61.4 kWh');
  expect(plain(english.amount('electricity', 148_400).text)).toBe('148 kWh');
  expect(plain(spanish.amount('electricity', 61_400).text)).toBe('61,4 kWh');
  expect(plain(english.amount('water', 2_310_000).text)).toBe('2,310 L');
});

test('a figure is rounded as it is written, halves too', () => {
  const { amount: amountOf, rate: rateOf } = createFormat('en', { ...regional, country: 'GB' });
  expect(amountOf('electricity', 6935)).toMatchObject({ rounded: 6.94, value: '6.94' });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999 }), (amount) => {
      const { rounded, value } = amountOf('electricity', amount);
      expect(rounded).toBe(Number(value));
      const rate = rateOf('water', amount / 1000);
      expect(rate.rounded).toBe(Number(rate.value));
    }),
  );
});

test('C1.4 numbers are grouped as in the household’s country', () => {
  const indian = { ...regional, country: 'IN', currency: 'INR' };
  expect(createFormat('hi', indian).money(123_456, 0)).toBe('₹1,23,456');
  expect(createFormat('en', indian).money(123_456, 0)).toBe('₹1,23,456');
  expect(createFormat('en', { ...regional, country: 'US', currency: 'USD' }).money(1284.5)).toBe('$1,284.50');
});

test('C1.4 an English reader in Spain still reads English numbers', () => {
  expect(localeOf('en', 'ES')).toBe('en-GB');
  expect(localeOf('es', 'MX')).toBe('es-MX');
  expect(localeOf('hi', 'US')).toBe('hi-IN');
});

test('C1.4 US units show gallons', () => {
  expect(plain(createFormat('en', { ...regional, units: 'us' }).amount('water', 37_854_118).text)).toBe('10,000 gal');
});

test('days and times are those of the household’s clock', () => {
  const at = new Date('2026-10-24T22:30:00Z');
  expect(createFormat('en', regional).day(at)).toBe('Sun 25 October');
  expect(createFormat('en', { ...regional, timeZone: 'Asia/Kolkata' }).time(at)).toBe('04:00');
});

test('an age is told in the largest unit that fits', () => {
  const format = createFormat('en', regional);
  const now = Date.UTC(2026, 10, 20, 12);
  expect(format.ago(now - 4000, now)).toBe('4 sec ago');
  expect(format.ago(now - 3 * 3_600_000, now)).toBe('3 hr ago');
  expect(format.ago(now + 5000, now)).toMatch(/0 sec|in 0 sec/);
});

test('a length of time is told in its largest unit, and from one day to a week in days and hours', () => {
  const [english, spanish, hindi] = (['en', 'es', 'hi'] as const).map((language) => createFormat(language, regional));
  const hour = 3600;
  expect(english?.duration(10 * 60)).toBe('10 minutes');
  expect(english?.duration(23 * hour)).toBe('23 hours');
  expect(english?.duration(23.8 * hour)).toBe('1 day');
  expect(english?.duration(25 * hour)).toBe('1 day, 1 hour');
  expect(english?.duration(61.75 * hour)).toBe('2 days, 14 hours');
  expect(english?.duration(167.8 * hour)).toBe('7 days');
  expect(english?.duration(200 * hour)).toBe('8 days');
  expect(spanish?.duration(61.75 * hour)).toBe('2 días y 14 horas');
  expect(hindi?.duration(61.75 * hour)).toBe('2 दिन और 14 घंटे');
});
