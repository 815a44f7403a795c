import type { Language } from '#catalogue/index.ts';
import type { BillCosts } from '#subjects/bills/contract/bill-costs.ts';
import type { BillSoFar } from '#subjects/bills/contract/billing.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { createBilling } from '#subjects/bills/service/index.ts';
import { billsOf } from '#subjects/bills/service/testing-bills.ts';
import { createWriter } from '../writer.ts';
import { type Ask, createAsk } from './testing-asker.ts';
import { billOf, deviceCents, euros, type QuestionHome, seedQuestionHome } from './testing-home.ts';
import { createKnown, days, type Entry, judge, type Known, type Questions, type Verdict } from './testing-known.ts';
import { englishQuestions } from './testing-questions-en.ts';
import { spanishQuestions } from './testing-questions-es.ts';
import { hindiQuestions } from './testing-questions-hi.ts';
import { moreEnglishQuestions } from './testing-questions-more-en.ts';
import { moreSpanishQuestions } from './testing-questions-more-es.ts';
import { moreHindiQuestions } from './testing-questions-more-hi.ts';
import { nowMs, timeZone } from './testing-use.ts';

const minRight = 0.95;
const minQuestions = 60;

let stage: Stage;
let home: QuestionHome;
let soFar: BillSoFar;
let costs: BillCosts;
let ask: Ask;
beforeAll(async () => {
  stage = await openStage(() => nowMs);
  home = await seedQuestionHome(stage);
  const billing = createBilling({ sql: stage.sql, now: () => nowMs });
  soFar = await billing.soFar(home.userId, home.household);
  costs = await billing.costs(home.userId, home.household);
  ask = createAsk(stage, home);
});
afterAll(() => stage.end());

test('what is expected is what the pages show: bills to the cent, devices to within their rounding', async () => {
  const closed = [days.september, days.october].map((month) => euros(billOf(...month).total));
  expect((await billsOf(stage, home)).map(({ total }) => total)).toEqual(closed);
  expect(soFar.cost?.total).toBe(euros(billOf(...days.november).total));
  for (const device of ['Fridge', 'Bedroom AC']) {
    const found = costs.utilities[0]?.devices.find(({ deviceId }) => deviceId === home.idOf(device));
    expect(Math.abs(Number(found?.cost) * 100 - deviceCents(device, ...days.november))).toBeLessThan(2);
  }
});

/** The second of each language was written without a look at how questions are understood. */
const sets: readonly [name: string, language: Language, of: (known: Known) => Questions][] = [
  ['questions', 'en', englishQuestions],
  ['questions', 'es', spanishQuestions],
  ['questions', 'hi', hindiQuestions],
  ['other questions', 'en', moreEnglishQuestions],
  ['other questions', 'es', moreSpanishQuestions],
  ['other questions', 'hi', moreHindiQuestions],
];

interface Judged {
  readonly kind: string;
  readonly entry: Entry;
  readonly verdict: Verdict;
  readonly said: string;
}

const judged = async (language: Language, kind: string, entry: Entry, truths: string): Promise<Judged> => {
  try {
    const given = await ask(language, entry.text, entry.after);
    return { kind, entry, verdict: judge(entry, given, truths, home.neighbours), said: given.text };
  } catch (error) {
    return { kind, entry, verdict: { isUnderstood: false, missing: [], faults: [String(error)] }, said: '' };
  }
};

const scoreOf = (all: readonly Judged[]): string => {
  const right = all.filter(({ verdict }) => verdict.faults.length === 0).length;
  return `${right}/${all.length}`;
};

const listOf = (wrong: readonly Judged[]): string =>
  wrong
    .map(
      ({ kind, entry, verdict, said }) =>
        `\n[${kind}] ${entry.after ? `${entry.after} → ` : ''}${entry.text}\n  ${verdict.faults.join('; ')}\n  said: ${said.slice(0, 400)}`,
    )
    .join('');

describe.each(sets)('%s in %s', (name, language, questionsOf) => {
  test('nearly all are answered rightly, every figure is exact, and nothing is done', { timeout: 60_000 }, async () => {
    const today = new Date(nowMs).toISOString().slice(0, 10);
    const written = { country: 'ES', currency: 'EUR', units: 'metric', timeZone, today } as const;
    const known = createKnown(createWriter(language, written), { soFar, costs, idOf: home.idOf });
    const all: Judged[] = [];
    for (const [kind, entries] of Object.entries(questionsOf(known)))
      for (const entry of entries) all.push(await judged(language, kind, entry, known.truths));
    const kinds = [...new Set(all.map(({ kind }) => kind))];
    const scores = kinds.map((kind) => `${kind} ${scoreOf(all.filter((one) => one.kind === kind))}`);
    const wrong = all.filter(({ verdict }) => verdict.faults.length > 0);
    const report = `${name} in ${language}: ${scoreOf(all)} (${scores.join(', ')})${listOf(wrong)}`;
    process.stdout.write(`${report.split('\n', 1)[0]}\n`);
    expect(all.length).toBeGreaterThanOrEqual(minQuestions);
    expect(1 - wrong.length / all.length, report).toBeGreaterThanOrEqual(minRight);
    expect(
      all.filter(({ verdict }) => verdict.isUnderstood && verdict.missing.length > 0),
      report,
    ).toEqual([]);
  });
});

test('nothing was switched by asking', async () => {
  const off = await stage.seed.owner<{ name: string }[]>`
    select name from connected_devices where household_id = ${home.household} and not is_active`;
  expect(off.map(({ name }) => name)).toEqual(['Bedroom lamp']);
  const [pressed] = await stage.seed.owner<{ count: number }[]>`
    select count(*)::int as count from assistant_actions where settled_at is not null`;
  expect(pressed?.count).toBe(0);
});
