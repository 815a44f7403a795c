/** An answer of our own: from what a question was understood as to its words, the frequent questions last. */
import type { Asking, OwnAnswer } from './own-answer.ts';
import type { Question } from './question.ts';
import { findFaq } from './replies/faq.ts';
import { type MoneyQuestion, replyToMoney } from './replies/money-replies.ts';
import { replyToUse, type UseQuestion } from './replies/use-replies.ts';

const moneyKinds: ReadonlySet<string> = new Set<MoneyQuestion['about']>([
  'bill',
  'closed-bill',
  'bill-change',
  'costs',
  'tariff',
  'faq',
]);

const isOfMoney = (question: Question): question is MoneyQuestion => moneyKinds.has(question.about);

/** What is not of this household may be a question that many ask. */
const frequent = async ({ sources, language }: Asking, text: string): Promise<Question | null> => {
  const entry = findFaq(await sources.faq(language), text, language);
  return entry && { about: 'faq', key: entry.key };
};

export const replyTo = async (asking: Asking, question: Question, text: string): Promise<OwnAnswer> => {
  const meant = question.about === 'unknown' ? ((await frequent(asking, text)) ?? question) : question;
  return isOfMoney(meant) ? replyToMoney(asking, meant) : replyToUse(asking, meant as UseQuestion);
};
