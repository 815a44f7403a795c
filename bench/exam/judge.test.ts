import { describe, expect, test } from 'vitest';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import type { BillCosts } from '#subjects/bills/contract/bill-costs.ts';
import type { BillSoFar } from '#subjects/bills/contract/billing.ts';
import type { Given } from '#subjects/assistant/service/questions/testing-asker.ts';
import { createFigures } from './figures.ts';
import { judge, type Verdict } from './judge.ts';
import {
  asksBack,
  baffled,
  declines,
  names,
  offers,
  type Part,
  q,
  type Question,
  says,
  tells,
  unknown,
} from './question.ts';
import { sets } from './sets.ts';

const neighbours = { household: 'h-2', userId: 'u-2', token: 't-2' } as SeededHome;

type About = Partial<Given['understood']>;

const given = (text: string, about: About = { about: 'usage' }, more: Partial<Given> = {}): Given => ({
  understood: about as Given['understood'],
  text,
  results: [],
  proposed: [],
  ...more,
});

const verdict = (question: Question, answer: Given, language: 'en' | 'es' | 'hi' = 'en'): Verdict =>
  judge(question, answer, language, neighbours).verdict;

const notUnderstood = given('That was not understood. You can ask, for example:\n- How much water today?', {
  about: 'unknown',
});
const which = given('Which device do you mean?\n- Hall lamp\n- Bedroom lamp', { about: 'unclear' });

const table = (rows: string[][]): Partial<Given> => ({
  results: [{ id: '1', tool: 'usage', title: '', link: null, table: { columns: [], rows } }],
});

describe('a question of figures', () => {
  const question = q('water and power yesterday', tells(['9.10 kWh', ['16 L', '0.016 m³']], /yesterday/i));

  test('is right with all of them and its words, partly with some or without the words', () => {
    expect(verdict(question, given('Yesterday: [9.10\u00a0kWh](/analytics) and [16\u00a0L](/analytics).'))).toBe(
      'right',
    );
    expect(verdict(question, given('Yesterday: 9.10 kWh.'))).toBe('partly');
    expect(verdict(question, given('9.10 kWh, 16 L.'))).toBe('partly');
  });

  test('is wrong with other figures, and with a part of a longer one', () => {
    expect(verdict(question, given('Yesterday: 9.11 kWh and 17 L.'))).toBe('wrong');
    expect(verdict(question, given('Yesterday: 116 L.'))).toBe('wrong');
  });

  test('is not understood where the answer says so, and the figures of its examples are none', () => {
    expect(verdict(question, notUnderstood)).toBe('not understood');
    expect(verdict(question, which)).toBe('not understood');
    expect(verdict(question, given('This does not take “power” into account:\n17 L'))).toBe('not understood');
    expect(verdict(question, given('There are no readings for that time.'))).toBe('not understood');
  });

  test('of one among many, a table of all of them is a part', () => {
    const best = q('worst day', names(['9.10 kWh', '21 November']));
    expect(verdict(best, given('Here it is.', { about: 'usage' }, table([['21 November', '9.10 kWh']])))).toBe(
      'partly',
    );
    expect(verdict(best, given('It was 21 November, with 9.10 kWh.'))).toBe('right');
  });
});

test('of several reactions one is enough', () => {
  const question = q('the lamp?', [asksBack(/Hall lamp/), tells(['5 kWh'])]);
  expect(verdict(question, given('Which do you mean, Hall lamp or Bedroom lamp?', { about: 'unclear' }))).toBe('right');
  expect(verdict(question, which)).toBe('right');
  expect(verdict(question, given('5 kWh'))).toBe('right');
  expect(verdict(question, given('Which one?', { about: 'unclear' }))).toBe('partly');
  expect(verdict(question, given('6 kWh'))).toBe('wrong');
});

test('switches are offered, all of them and no other', () => {
  const both = q('tv and lamp off', offers(['TV', false], ['Hall lamp', false]), { never: /has been switched/ });
  const offering = (...proposed: Given['proposed'][number][]) =>
    given('Press the button.', { about: 'switch' }, { proposed });
  expect(verdict(both, offering(['TV', false], ['Hall lamp', false]))).toBe('right');
  expect(verdict(both, offering(['TV', false]))).toBe('partly');
  expect(verdict(both, offering(['TV', true]))).toBe('wrong');
  expect(verdict(both, offering())).toBe('wrong');
  expect(verdict(both, given('The TV has been switched off.', { about: 'switch' }))).toBe('wrong');
  expect(verdict(q('tv?', says(/on/)), offering(['TV', false]))).toBe('wrong');
});

test('what cannot be known is right where it is said, and wrong where a figure is told instead', () => {
  const future = q('next friday?', unknown());
  expect(verdict(future, given('Usage is measured, what is to come is not known here.', { about: 'impossible' }))).toBe(
    'right',
  );
  expect(verdict(future, notUnderstood)).toBe('not understood');
  expect(verdict(q('sdf', baffled()), notUnderstood)).toBe('right');
  expect(verdict(future, given('On Friday you used 9 kWh. It is not known.'))).toBe('wrong');
  expect(verdict(q('without the AC', unknown(/AC/)), given('This does not take “AC” into account: 9 kWh'))).toBe(
    'right',
  );
});

test('the house next door is told to nobody, and refusing is right without a figure', () => {
  const question = q('the neighbours?', declines());
  expect(verdict(question, given('That is not possible here.', { about: 'refused' }))).toBe('right');
  expect(verdict(question, given('It used 9 kWh. Nothing is known of others: there is no data.'))).toBe('wrong');
  expect(verdict(question, given('Ramona', { about: 'refused' }))).toBe('wrong');
  expect(verdict(q('and Ramona?', declines()), given('Nobody is called Ramona.', { about: 'refused' }))).toBe('right');
});

test('words answer where words are asked for, and those of ignorance do not', () => {
  const question = q('is the tv on', says(/on/));
  expect(verdict(question, given('The TV is on.', { about: 'device' }))).toBe('right');
  expect(verdict(question, given('That was not understood. For example:\n- is the tv on', { about: 'unknown' }))).toBe(
    'not understood',
  );
});

test('Hindi is answered in its own letters where it was asked in them', () => {
  const question = (text: string) => q(text, tells(['9 kWh']));
  expect(verdict(question('कल कितनी'), given('Yesterday 9 kWh'), 'hi')).toBe('wrong');
  expect(verdict(question('कल कितनी'), given('कल 9 kWh'), 'hi')).toBe('right');
  expect(verdict(question('kal kitni'), given('कल 9 kWh'), 'hi')).toBe('right');
  expect(verdict(question('kal kitni'), given('yeh samajh me nahi aaya', { about: 'unknown' }), 'hi')).toBe(
    'not understood',
  );
});

const noBills = { soFar: {} as BillSoFar, costs: { utilities: [], alwaysOn: null } as unknown as BillCosts };

/** A figure that is nobody's, and no answer to anything. */
const elsewhere = {
  en: 'Today (22 November 2026) your home used [98,765 kWh](/analytics) of electricity and 87,654 L of water. Of that 76.5 % was measured.',
  es: 'Hoy (22 de noviembre de 2026) tu hogar ha consumido [98 765 kWh](/analytics) de electricidad y 87 654 L de agua.',
  hi: 'आज (22 नवंबर 2026) आपके घर में [98,765 kWh](/analytics) बिजली और 87,654 L पानी लगा।',
} as const;

const questionsOf = ({ language, of }: Part): Question[] =>
  of(createFigures(language, { ...noBills, idOf: (device) => device })).flatMap((paper) => Object.values(paper).flat());

describe.each(Object.values(sets).flat())('the questions in $name', (part) => {
  const questions = questionsOf(part);

  test('are asked once each, and each can be answered', () => {
    const asked = questions.map(({ text, after = [] }) => [...after, text].join(' → '));
    expect(asked.filter((one, i) => asked.indexOf(one) !== i)).toEqual([]);
    expect(questions.filter(({ reactions }) => reactions.length === 0)).toEqual([]);
    const empty = questions.filter(({ reactions }) =>
      reactions.some(
        ({ kind, right, says: words, proposes }) => kind === 'answer' && right.length + proposes.length === 0 && !words,
      ),
    );
    expect(empty).toEqual([]);
  });

  test('none is answered by saying nothing, by not understanding it and by a figure of nowhere alike', () => {
    const easy = questions.filter((question) =>
      [given(''), given(elsewhere[part.language])].some((one) => verdict(question, one, part.language) === 'right'),
    );
    expect(easy.map(({ text }) => text)).toEqual([]);
  });
});

test('each language has its questions, and two fifths of the Hindi ones are typed in Latin letters', () => {
  const count = (name: string): number =>
    sets['unseen']
      ?.filter((part) => part.name.startsWith(name))
      .reduce((sum, part) => sum + questionsOf(part).length, 0) ?? 0;
  for (const language of ['English', 'Spanish', 'Hindi']) expect(count(language)).toBeGreaterThanOrEqual(130);
  expect(count('Hindi, Latin') / count('Hindi')).toBeCloseTo(0.4, 1);
});
