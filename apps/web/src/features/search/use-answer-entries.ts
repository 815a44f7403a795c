import { languageIds } from '@wattershed/catalogue';
import { useQueries } from '@tanstack/react-query';
import { faqQuery } from '../../platform/faq.ts';
import { useLanguage } from '../../platform/use-language.ts';
import type { SearchEntry } from './search-entry.ts';

/** The common questions in the person's language, found by how they are asked in any. */
export function useAnswerEntries(): SearchEntry[] {
  const own = useLanguage();
  const asked = useQueries({ queries: languageIds.map((language) => faqQuery(language)) });
  const inLanguage = (language: string) => asked[languageIds.findIndex((known) => known === language)]?.data ?? [];
  const elsewhere = asked.flatMap(({ data }) => data ?? []);
  return inLanguage(own).map(({ key, question, answer }) => ({
    id: `answer-${key}`,
    group: 'answers',
    title: question,
    words: [...elsewhere.filter((item) => item.key === key).map((item) => item.question), answer],
    choose: { to: `/contact#faq-${key}` },
  }));
}
