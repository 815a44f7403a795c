import fc from 'fast-check';
import { addDays, type LocalDay } from './local-day.ts';
import type { DayUse, Tariff, UtilityPrice } from './price-period.ts';

/** Tariffs and use for tests of bills. */

export const price = (rate: string, standing = '0', taxPercent = '0'): UtilityPrice => ({ rate, standing, taxPercent });

export const tariff = (
  validFrom: LocalDay,
  electricity: UtilityPrice,
  water: UtilityPrice,
  currency = 'EUR',
): Tariff => ({
  validFrom,
  currency,
  electricity,
  water,
});

export const use = (day: LocalDay, wattHours: number, millilitres = 0): DayUse[] => [
  { day, utility: 'electricity', used: wattHours, estimated: 0 },
  { day, utility: 'water', used: millilitres, estimated: 0 },
];

export const anyDay = fc.integer({ min: 0, max: 4000 }).map((n) => addDays('2020-01-01', n));

const anyDecimal = (most: number, decimals: number) =>
  fc.integer({ min: 0, max: most * 10 ** decimals }).map((n) => (n / 10 ** decimals).toFixed(decimals));

const anyPrice = fc
  .tuple(anyDecimal(40, 6), anyDecimal(900, 2), anyDecimal(30, 2))
  .map(([rate, standing, taxPercent]) => price(rate, standing, taxPercent));

export const anyTariff = (currency: string) =>
  fc.tuple(anyDay, anyPrice, anyPrice).map(([day, electricity, water]) => tariff(day, electricity, water, currency));

/** Use of each day from `start` on. */
export const anyUse = (start: LocalDay, days: number) =>
  fc
    .array(fc.tuple(fc.integer({ min: 0, max: 90_000 }), fc.integer({ min: 0, max: 3_000_000 })), {
      minLength: days,
      maxLength: days,
    })
    .map((all) => all.flatMap(([wattHours, millilitres], i) => use(addDays(start, i), wattHours, millilitres)));
