/** Questions at the limits of what a home's meters know: what they are understood as. */
import { describe, expect, test } from 'vitest';
import { type LimitCase, limitCases, type Wanted } from '../questions/testing-limits.ts';
import type { Understood } from '../intent.ts';
import { understand } from './index.ts';
import { home } from './testing-home.ts';

const isNotOfThen = ({ intent }: Understood): boolean =>
  (intent.about === 'impossible' && ['future', 'setting'].includes(intent.why)) ||
  (intent.about === 'bill' && !['so-far', 'parts'].includes(intent.ask)) ||
  (intent.about === 'tariff' && intent.ask === 'tomorrow');

const isRight: Readonly<Record<Wanted, (understood: Understood) => boolean>> = {
  future: isNotOfThen,
  'left-as-is': ({ intent }) => intent.about === 'left-as-is',
  told: ({ intent, caveats }) =>
    ['usage', 'costs', 'now', 'compare'].includes(intent.about) && caveats.some(({ kind }) => kind === 'left-out'),
  danger: ({ intent }) => intent.about === 'safety' && intent.what !== 'unwell',
  unwell: ({ intent }) => intent.about === 'safety',
  others: ({ intent }) => intent.about === 'impossible' && intent.why === 'others',
  co2: ({ intent }) => intent.about === 'impossible' && intent.why === 'co2',
  plain: ({ intent, caveats }) =>
    (!['safety', 'left-as-is', 'impossible', 'unknown', 'refused'].includes(intent.about) ||
      (intent.about === 'impossible' && intent.why === 'unknown-device')) &&
    caveats.length === 0,
};

const wrongOf = (cases: readonly LimitCase[]): string[] =>
  cases.flatMap(({ wanted, written, language, text }) => {
    const understood = understand(text, language, home);
    return isRight[wanted](understood)
      ? []
      : [`${written} ${wanted}: ${text} → ${JSON.stringify(understood.intent)} ${JSON.stringify(understood.caveats)}`];
  });

describe.each(['first', 'second'] as const)('the %s halves', (which) => {
  const cases = limitCases(which);
  const kinds = [...new Set(cases.map(({ kind }) => kind))];
  test.each(kinds)('%s', (kind) => {
    const ofKind = cases.filter((one) => one.kind === kind);
    const wrong = wrongOf(ofKind);
    process.stdout.write(`${kind}, ${which} halves: ${ofKind.length - wrong.length}/${ofKind.length}\n`);
    expect(wrong).toEqual([]);
  });
});
