import { byLanguage, type Language } from '@wattershed/catalogue';
import type { FaqEntry, FaqRequest } from '@wattershed/database';
import type { EntryTexts } from './change-rows.ts';

export const categories = ['basics', 'figures', 'hardware', 'bills', 'privacy', 'running'] as const;
export const mostLetters = { question: 200, answer: 2000 } as const;

/** What an entry says in each language. */
export const entryParts = ['question', 'answer'] as const;
export type EntryPart = (typeof entryParts)[number];

/** Begins with what is there: the entry, or the question in the language in which it was asked. */
export function draftOf(entry: FaqEntry | undefined, request: FaqRequest | undefined): EntryTexts {
  const askedIn = (language: Language) =>
    request?.language === language ? request.question.slice(0, mostLetters.question) : '';
  return {
    category: entry?.category ?? 'basics',
    question: byLanguage((language) => entry?.question[language] ?? askedIn(language)),
    answer: byLanguage((language) => entry?.answer[language] ?? ''),
  };
}

/** The texts as they are kept: a question is one line. */
export function trimmed({ category, question, answer }: EntryTexts): EntryTexts {
  return {
    category,
    question: byLanguage((language) => question[language].trim().replace(/\s+/g, ' ')),
    answer: byLanguage((language) => answer[language].trim()),
  };
}
