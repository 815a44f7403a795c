/** Answers from the published questions: the entry that a text asks for, quoted with the page where it stands. */
import { faqLink } from '../links.ts';
import type { Asking, OwnAnswer } from '../own-answer.ts';
import type { Question } from '../question.ts';
import type { FaqEntry } from './find-faq.ts';
import { moneyVoice, safe } from './money-voice.ts';

export { findFaq, nearFaq } from './find-faq.ts';

type FaqQuestion = Extract<Question, { readonly about: 'faq' }>;

/** As it was published, as text. */
export const quoted = (answer: string): string =>
  answer
    .split(/\n+/)
    .map((line) => `> ${safe(line)}`)
    .join('\n>\n');

export const wordFaq = (asking: Asking, entry: FaqEntry): OwnAnswer => {
  const { t } = moneyVoice(asking);
  const link = faqLink(entry.key);
  return {
    text: `${t('faq', { link, question: safe(entry.question) })}\n\n${quoted(entry.answer)}`,
    results: [{ tool: 'faq', title: entry.question, link }],
  };
};

/** Entries that may be meant, by their questions. */
export const wordNear = (asking: Asking, entries: readonly FaqEntry[]): string => {
  const lines = entries.map(({ key, question }) => `- [${safe(question)}](${faqLink(key)})`);
  return [moneyVoice(asking).t('faq-near'), '', ...lines].join('\n');
};

export const replyToFaq = async (asking: Asking, { key }: FaqQuestion): Promise<OwnAnswer> => {
  const entry = (await asking.sources.faq(asking.language)).find((one) => one.key === key);
  if (entry) return wordFaq(asking, entry);
  return { text: moneyVoice(asking).t('no-faq', { link: '/contact' }), results: [] };
};
