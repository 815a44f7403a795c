/** An answer of our own: from what a question was understood as to its words, the frequent questions last. */
import type { Asking, OwnAnswer } from './own-answer.ts';
import type { Caveat, Question } from './question.ts';
import { findFaq, nearFaq, wordFaq, wordNear } from './replies/faq.ts';
import { type MoneyQuestion, replyToMoney } from './replies/money-replies.ts';
import { caveatText } from './replies/talk.ts';
import { replyToUse } from './replies/use-replies.ts';

const moneyKinds: ReadonlySet<string> = new Set<MoneyQuestion['about']>([
  'bill',
  'closed-bill',
  'bill-change',
  'costs',
  'tariff',
  'faq',
]);

const isOfMoney = (question: Question): question is MoneyQuestion => moneyKinds.has(question.about);

/** What is not of this household may be a question that many ask, or be near to one. */
const frequent = async (asking: Asking, text: string): Promise<OwnAnswer> => {
  const { sources, language } = asking;
  const entries = await sources.faq(language);
  const entry = findFaq(entries, text, language);
  if (entry) return wordFaq(asking, entry);
  const unknown = await replyToUse(asking, { about: 'unknown' });
  const near = nearFaq(entries, text, language);
  return near.length === 0 ? unknown : { ...unknown, text: `${unknown.text}\n\n${wordNear(asking, near)}` };
};

const replyToQuestion = (asking: Asking, question: Question, text: string): Promise<OwnAnswer> => {
  if (question.about === 'unknown') return frequent(asking, text);
  return isOfMoney(question) ? replyToMoney(asking, question) : replyToUse(asking, question);
};

/** `caveats`: what has to be known before the answer is read. */
export const replyTo = async (
  asking: Asking,
  question: Question,
  text: string,
  caveats: readonly Caveat[] = [],
): Promise<OwnAnswer> => {
  const answer = await replyToQuestion(asking, question, text);
  const first = caveats.map((caveat) => caveatText(asking, caveat));
  return { ...answer, text: [...first, answer.text].join('\n\n') };
};
