/** Questions at the limits of what a home's meters know: what they are understood as. */
import { describe, expect, test } from 'vitest';
import { type LimitCase, limitCases, type Wanted } from '../questions/testing-limits.ts';
import type { Understood } from '../question.ts';
import { understand } from './index.ts';
import { home } from './testing-home.ts';

const isNotOfThen = ({ question }: Understood): boolean =>
  (question.about === 'impossible' && ['future', 'setting'].includes(question.why)) ||
  (question.about === 'bill' && !['so-far', 'parts'].includes(question.ask)) ||
  (question.about === 'tariff' && question.ask === 'tomorrow');

const isRight: Readonly<Record<Wanted, (understood: Understood) => boolean>> = {
  future: isNotOfThen,
  'left-as-is': ({ question }) => question.about === 'left-as-is',
  told: ({ question, caveats }) =>
    ['usage', 'costs', 'now', 'compare'].includes(question.about) && caveats.some(({ kind }) => kind === 'left-out'),
  danger: ({ question }) => question.about === 'safety' && question.what !== 'unwell',
  unwell: ({ question }) => question.about === 'safety',
  others: ({ question }) => question.about === 'impossible' && question.why === 'others',
  co2: ({ question }) => question.about === 'impossible' && question.why === 'co2',
  plain: ({ question, caveats }) =>
    (!['safety', 'left-as-is', 'impossible', 'unknown', 'refused'].includes(question.about) ||
      (question.about === 'impossible' && question.why === 'unknown-device')) &&
    caveats.length === 0,
};

const wrongOf = (cases: readonly LimitCase[]): string[] =>
  cases.flatMap(({ wanted, written, language, text }) => {
    const understood = understand(text, language, home);
    return isRight[wanted](understood)
      ? []
      : [
          `${written} ${wanted}: ${text} → ${JSON.stringify(understood.question)} ${JSON.stringify(understood.caveats)}`,
        ];
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
