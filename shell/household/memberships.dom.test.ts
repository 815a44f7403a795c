import { afterEach, expect, test } from 'vitest';
import { aHousehold } from '#apps/web/testing/households.ts';
import { homeName } from './memberships.ts';
import { showInLanguage } from '../text/i18n.ts';

afterEach(() => showInLanguage('en'));

test.each([
  ['en', 'Demo home', 'My household', 'A home shared with you'],
  ['es', 'Hogar de demostración', 'Mi hogar', 'Un hogar compartido contigo'],
  ['hi', 'डेमो घर', 'मेरा घर', 'आपके साथ साझा घर'],
] as const)(
  'C1.4 homes without a name of their own are called in the language shown: %s',
  async (language, demo, own, shared) => {
    await showInLanguage(language);
    expect(homeName(aHousehold('1', 'Demo home', { kind: 'guest' }), true)).toBe(demo);
    expect(homeName(aHousehold('1', 'Demo home'), true)).toBe('Demo home');
    expect(homeName(aHousehold('1', ''), true)).toBe(own);
    expect(homeName(aHousehold('1', ''), false)).toBe(shared);
  },
);
