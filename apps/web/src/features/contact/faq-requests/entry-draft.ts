import { languageIds } from '@wattershed/catalogue';
import { faqLimits } from '@wattershed/contracts';
import type { FaqEntry, FaqRequest } from '@wattershed/database';
import type { EntryTexts } from './change-rows.ts';

export type TextName = Exclude<keyof EntryTexts, 'category'>;

export const textNames: readonly TextName[] = languageIds.flatMap((language) => [
  `question_${language}` as const,
  `answer_${language}` as const,
]);

/** Begins with what is there: the entry, or the question in the language in which it was asked. */
export function draftOf(entry: FaqEntry | undefined, request: FaqRequest | undefined): EntryTexts {
  const text = (name: TextName) =>
    entry?.[name] ??
    (request !== undefined && name === `question_${request.language}`
      ? request.question.slice(0, faqLimits.question)
      : '');
  return {
    category: entry?.category ?? 'basics',
    question_en: text('question_en'),
    question_es: text('question_es'),
    question_hi: text('question_hi'),
    answer_en: text('answer_en'),
    answer_es: text('answer_es'),
    answer_hi: text('answer_hi'),
  };
}

/** The texts as they are kept: a question is one line. */
export function trimmed(draft: EntryTexts): EntryTexts {
  const texts = textNames.map((name) => [
    name,
    name.startsWith('question') ? draft[name].trim().replace(/\s+/g, ' ') : draft[name].trim(),
  ]);
  return { ...draft, ...Object.fromEntries(texts) } as EntryTexts;
}
