/**
 * An exam for the assistant without a provider: `npm run exam -- [--set=unseen] [--language=en|es|hi] [--list]`. Prints how many answers are right,
 * in part, not understood and wrong; with `--list` each that is not right, and what was said.
 */
import { styleText } from 'node:util';
import { openStage } from '#apps/service/testing/stage.ts';
import { startTestCluster } from '#kernel/postgres/testing.ts';
import { createAsk, type Given } from '#subjects/assistant/service/questions/testing-asker.ts';
import { seedQuestionHome } from '#subjects/assistant/service/questions/testing-home.ts';
import { nowMs } from '#subjects/assistant/service/questions/testing-use.ts';
import { createBilling } from '#subjects/bills/service/index.ts';
import { createFigures } from './figures.ts';
import { judge, type Judged, verdicts } from './judge.ts';
import type { Part, Question } from './question.ts';
import { sets } from './sets.ts';

interface Marked extends Judged {
  readonly part: Part;
  readonly topic: string;
  readonly question: Question;
  readonly said: string;
}

const textOption = (name: string): string | undefined =>
  process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);

const chosen = (): readonly Part[] => {
  const name = textOption('set') ?? 'unseen';
  const parts = sets[name];
  if (!parts) throw new Error(`No set is called ${name}: there is ${Object.keys(sets).join(', ')}.`);
  const language = textOption('language');
  const own = parts.filter((part) => language === undefined || part.language === language);
  if (own.length === 0) throw new Error(`The set ${name} has no questions in ${language}.`);
  return own;
};

const openExam = async (parts: readonly Part[]): Promise<Marked[]> => {
  const stage = await openStage(() => nowMs);
  try {
    const home = await seedQuestionHome(stage);
    const billing = createBilling({ sql: stage.sql, now: () => nowMs });
    const [soFar, costs] = [
      await billing.soFar(home.userId, home.household),
      await billing.costs(home.userId, home.household),
    ];
    const ask = createAsk(stage, home);
    const mark = async (part: Part, topic: string, question: Question): Promise<Marked> => {
      try {
        const given: Given = await ask(part.language, question.text, question.after);
        const judged = judge(question, given, part.language, home.neighbours);
        return { part, topic, question, ...judged, said: given.text };
      } catch (error) {
        return { part, topic, question, verdict: 'wrong', why: String(error), said: '' };
      }
    };
    const marked: Marked[] = [];
    for (const part of parts)
      for (const paper of part.of(createFigures(part.language, { soFar, costs, idOf: home.idOf })))
        for (const [topic, questions] of Object.entries(paper))
          for (const question of questions) marked.push(await mark(part, topic, question));
    return marked;
  } finally {
    await stage.end();
  }
};

const rowOf = (marked: readonly Marked[]): Record<string, string | number> => ({
  questions: marked.length,
  ...Object.fromEntries(
    verdicts.map((verdict) => {
      const count = marked.filter((one) => one.verdict === verdict).length;
      return [verdict, `${count} (${((100 * count) / marked.length).toFixed(1)} %)`];
    }),
  ),
});

const rowsBy = (marked: readonly Marked[], nameOf: (one: Marked) => string) =>
  Object.fromEntries(
    [...new Set(marked.map(nameOf))].map((name) => [name, rowOf(marked.filter((one) => nameOf(one) === name))]),
  );

const printList = (marked: readonly Marked[]): void => {
  for (const { part, topic, question, verdict, why, said } of marked.filter((one) => one.verdict !== 'right')) {
    console.log(styleText('bold', `\n${verdict}: ${[...(question.after ?? []), question.text].join(' → ')}`));
    console.log(`  ${part.name}, ${topic}; ${why}\n  said: ${said.replace(/\s+/g, ' ').slice(0, 600)}`);
  }
};

const parts = chosen();
const stopCluster = await startTestCluster();
try {
  const marked = await openExam(parts);
  if (process.argv.includes('--list')) printList(marked);
  console.table(rowsBy(marked, ({ topic }) => topic));
  console.table({ ...rowsBy(marked, ({ part }) => part.name), all: rowOf(marked) });
} finally {
  await stopCluster();
}
