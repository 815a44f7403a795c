import { describe, expect, test } from 'vitest';
import { languageIds } from '#catalogue/index.ts';
import type { AskedPart, Intent } from '../intent.ts';
import { understand } from '../understand/index.ts';
import { home } from '../understand/testing-home.ts';
import { createWriter } from '../writer.ts';
import { suggestionsFor } from '../topics.ts';
import { maxSuggestions } from './suggestions.ts';

const all: AskedPart = { utility: null, room: null, device: null };
const day = { from: '2026-11-18', to: '2026-11-19', name: 'yesterday', isAssumed: false } as const;
const oneDay = { ...day, from: '2026-11-10', to: '2026-11-11', name: null } as const;
const month = { ...day, from: '2026-10-01', to: '2026-11-01', name: null } as const;
const thisMonth = { ...day, from: '2026-11-01', to: '2026-11-20', name: 'this-month' } as const;
const span = { ...day, from: '2026-11-03', to: '2026-11-08', name: null } as const;

const intents: readonly Intent[] = [
  ...[day, oneDay, month, thisMonth, span].flatMap((period): Intent[] => [
    { about: 'usage', part: all, period, ask: 'total' },
    { about: 'usage', part: { ...all, room: 'kitchen' }, period, ask: 'total' },
    { about: 'usage', part: { ...all, device: 'fridge' }, period, ask: 'total' },
  ]),
  { about: 'now', part: all },
  { about: 'usual', part: all, period: null, amount: null },
  { about: 'share', part: { ...all, room: 'kitchen' }, period: month, of: 'use' },
  { about: 'peak', part: all, period: day },
  { about: 'co2', period: month, utility: null },
  { about: 'flows', ask: 'returned', period: month },
  { about: 'compare', part: all, period: day, against: oneDay },
  { about: 'why', part: all, period: day, against: oneDay },
  { about: 'compare-parts', one: { ...all, room: 'kitchen' }, other: { ...all, room: 'bathroom' }, period: month },
  ...(['so-far', 'forecast', 'parts'] as const).map((ask): Intent => ({ about: 'bill', ask, utility: null })),
  { about: 'closed-bill', period: null, utility: null, ask: 'amount' },
  { about: 'bill-change', against: 'before' },
  { about: 'costs', part: all, ask: 'total', period: null },
  { about: 'payments', ask: 'owed', utility: null },
  { about: 'paid', utility: null, period: null },
  ...(['in-force', 'tomorrow', 'fixed'] as const).map((ask): Intent => ({ about: 'tariff', ask, utility: null })),
  { about: 'devices', ask: 'list', room: null, utility: null },
  { about: 'meters', ask: 'all', part: all },
  { about: 'device', device: 'fridge' },
  { about: 'runs', device: 'washer', period: null, ask: 'last' },
  { about: 'one-use', device: 'washer', what: 'wash' },
  { about: 'one-use', device: null, what: 'shower' },
  { about: 'shift', device: 'washer' },
  { about: 'alerts', ask: 'all' },
  { about: 'tips', utility: null },
  { about: 'others', part: all },
  { about: 'posts', words: 'solar' },
  { about: 'term', term: 'kwh' },
  { about: 'beyond', what: 'weather' },
  { about: 'faq', key: 'x' },
  { about: 'household', ask: 'rooms' },
  { about: 'help' },
  { about: 'greeting' },
  { about: 'unknown' },
  { about: 'impossible', why: 'future', named: null },
];
const missed: ReadonlySet<Intent['about']> = new Set(['unknown', 'unclear', 'impossible', 'help', 'refused']);

describe.each(languageIds)('%s: next steps', (language) => {
  const of = { home, language, write: createWriter(language, home) };

  test('are at most three, each other than the rest and understood as it stands, with no word left out', () => {
    const counts = intents.map((intent) => new Set(suggestionsFor(of, intent)).size);
    expect(counts.filter((count) => count === 0 || count > maxSuggestions)).toEqual([]);
    const lost = intents.flatMap((intent) => {
      const suggested = suggestionsFor(of, intent);
      return suggested.flatMap((text) => {
        const { intent: understood, caveats } = understand(text, language, home);
        return missed.has(understood.about) || caveats.length > 0
          ? [`${intent.about}: ${text} → ${understood.about} ${caveats.map((one) => JSON.stringify(one)).join()}`]
          : [];
      });
    });
    expect([...new Set(lost)]).toEqual([]);
  });

  test('of use: the same of the time before, of the same part', () => {
    const part = { ...all, room: 'kitchen' };
    const [before = ''] = suggestionsFor(of, { about: 'usage', part, period: day, ask: 'total' });
    expect(understand(before, language, home).intent).toMatchObject({
      about: 'usage',
      part: { room: 'kitchen' },
      period: { from: '2026-11-17', to: '2026-11-18' },
    });
  });

  test('none where somebody is in danger, or nothing was asked', () => {
    const none: Intent[] = [
      { about: 'safety', what: 'fire' },
      { about: 'thanks' },
      { about: 'refused' },
      { about: 'left-as-is' },
    ];
    for (const intent of none) expect(suggestionsFor(of, intent)).toEqual([]);
  });

  test('of a switch that nobody named: one that can be', () => {
    const [order = ''] = suggestionsFor(of, { about: 'unclear', what: 'switch', choices: [] });
    expect(understand(order, language, home).intent).toMatchObject({ about: 'switch', on: false });
  });

  test('of what several things are called so: the choices', () => {
    const choices = ['a', 'b', 'c', 'd'];
    expect(suggestionsFor(of, { about: 'unclear', what: 'device', choices })).toEqual(['a', 'b', 'c']);
  });
});
