import { describe, expect, test } from 'vitest';
import type { Language } from '#catalogue/index.ts';
import type { ComparedHome, ComparedUtility } from '#subjects/insight/contract/compare.ts';
import { replyToIntent } from '../topics.ts';
import { othersTool } from './others.ts';
import { all, fakeAsking } from '../usage/testing-use.ts';

const span = {
  start: '2025-11-22',
  end: '2026-11-22',
  state: 'measured',
  days: 365,
  daysKnown: 365,
  perDay: 8000,
} as const;
const electricity: ComparedUtility = {
  utility: 'electricity',
  months: [],
  latest: null,
  yearBefore: null,
  best: null,
  year: span,
  published: {
    perDay: 6400,
    value: 2340,
    unit: 'kWh/year',
    per: 'home',
    is: 'median',
    scope: 'no-heat',
    source: { title: 'Ofgem', year: 2026, url: 'https://www.ofgem.gov.uk' },
  },
  missing: null,
};
const home: Omit<ComparedHome, 'utilities'> = {
  household: 'home',
  today: '2026-11-22',
  origin: 'measured',
  country: 'GB',
  residents: null,
  dwelling: null,
};
const asking = (utilities: readonly ComparedUtility[], language: Language = 'en') => {
  const made = fakeAsking({ language });
  return { ...made, sources: { ...made.sources, comparison: async () => ({ ...home, utilities: [...utilities] }) } };
};
const said = async (utilities: readonly ComparedUtility[], language: Language = 'en', part = all) =>
  (await replyToIntent(asking(utilities, language), { about: 'others', part })).text.replace(/\u00a0/g, ' ');

describe('beside others', () => {
  test('the year beside the published figure, with its source', async () => {
    expect(await said([electricity])).toBe(
      'Nothing is known here of your neighbours. Beside published figures of homes like yours:\n\nElectricity: yours is [8.00 kWh](/compare) a day over the last 365 days; published is [6.40 kWh](/compare) a day (middle home of your country). Yours: 25% more. [Source: Ofgem, 2026](/compare). Without heating and hot water by electricity: if you heat with it, yours is higher.',
    );
    expect(await said([electricity], 'es')).toMatch(/6,40 kWh.*Ofgem, 2026/);
    expect(await said([electricity], 'hi')).toMatch(/6\.40 kWh.*Ofgem, 2026/);
    expect(await said([electricity], 'en', { ...all, room: 'kitchen' })).toContain('of whole homes');
  });

  test('an estimated year, and one of which too little is known', async () => {
    const estimated = { ...electricity, year: { ...span, state: 'estimated', daysKnown: 200 } } as const;
    expect(await said([estimated])).toContain('estimated from 200 known days of the last 365');
    const unknown = { ...electricity, year: { ...span, state: 'missing', perDay: null } } as const;
    expect(await said([unknown])).toContain('too few of your last 365 days');
  });

  test.each([
    ['country', '/profile'],
    ['residents', '/compare'],
    ['dwelling', '/compare'],
    ['unpublished', '/compare'],
  ] as const)('what is missing is said, and where to say it: %s', async (missing, link) => {
    const text = await said([{ ...electricity, published: null, missing }]);
    expect(text).toContain(`](${link}`);
    const { facts } = await othersTool.run(asking([{ ...electricity, published: null, missing }]), {});
    expect(facts).toMatchObject({ electricity: { published: `missing: ${missing}` } });
  });
});

test('what was asked of others before is answered the same', async () => {
  const { text } = await replyToIntent(asking([electricity]), { about: 'impossible', why: 'others', named: null });
  expect(text).toContain('Ofgem');
});
