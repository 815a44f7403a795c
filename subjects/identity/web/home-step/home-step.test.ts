import { describe, expect, test } from 'vitest';
import { countryOfZone, currencyOfCountry, proposeHome, zoneName } from './home-step.tsx';
import { countryOptions } from './region-options.ts';

const fresh = { time_zone: 'UTC', country: null, currency: 'EUR', units: 'metric' } as const;

describe('where a home is, by its browser', () => {
  test.each([
    ['Asia/Calcutta', { time_zone: 'Asia/Kolkata', country: 'IN', currency: 'INR', units: 'metric' }],
    ['Asia/Kolkata', { time_zone: 'Asia/Kolkata', country: 'IN', currency: 'INR', units: 'metric' }],
    ['America/St_Johns', { time_zone: 'America/St_Johns', country: 'CA', currency: 'CAD', units: 'metric' }],
    ['America/New_York', { time_zone: 'America/New_York', country: 'US', currency: 'USD', units: 'us' }],
    ['Europe/Madrid', { time_zone: 'Europe/Madrid', country: 'ES', currency: 'EUR', units: 'metric' }],
    ['Atlantic/Canary', { time_zone: 'Atlantic/Canary', country: 'ES', currency: 'EUR', units: 'metric' }],
    ['Asia/Katmandu', { time_zone: 'Asia/Kathmandu', country: 'NP', currency: 'NPR', units: 'metric' }],
    ['UTC', { time_zone: 'UTC', country: null, currency: 'EUR', units: 'metric' }],
  ])('%s', (zone, proposed) => {
    expect(proposeHome(zone, fresh)).toEqual(proposed);
  });

  test('what somebody has set already stands', () => {
    const set = { ...fresh, country: 'PT', currency: 'GBP' };
    expect(proposeHome('Asia/Calcutta', set)).toEqual({ ...set, time_zone: 'Asia/Kolkata' });
  });

  test('every zone that a browser may name lies in a country that can be chosen, with its money', () => {
    const countries = new Set(countryOptions('en').map(({ value }) => value));
    const lost = Intl.supportedValuesOf('timeZone')
      .filter((zone) => zone !== 'UTC')
      .filter((zone) => {
        const country = countryOfZone(zone);
        return country === null || currencyOfCountry(country) === null || !isZone(zoneName(zone));
      });
    expect(lost.filter((zone) => !unknownMoney.has(countryOfZone(zone) ?? ''))).toEqual([]);
    expect([...countries].filter((country) => currencyOfCountry(country) === null)).toEqual(
      [...countries].filter((country) => unknownMoney.has(country)),
    );
  });
});

/** Countries whose new money this browser may not know by name yet: the home keeps its own then. */
const unknownMoney = new Set(
  ['AQ', 'CW', 'SX', 'ZW', 'SL', 'VE', 'XK'].filter((one) => currencyOfCountry(one) === null),
);

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
