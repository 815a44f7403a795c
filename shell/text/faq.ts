import type { Language } from '#catalogue/index.ts';
import { type FaqAnswer, readFaqEntries } from '#subjects/contact/contract/contact.ts';
import { queryOptions } from '@tanstack/react-query';
import { callService } from '../data/service.ts';

export type FaqItem = FaqAnswer['entries'][number];

/** The published questions in one language; the same for everybody. */
export function faqQuery(language: Language) {
  return queryOptions({
    queryKey: ['faq', language],
    queryFn: async ({ signal }) => {
      const { entries } = await callService(readFaqEntries, { query: { language }, signal });
      return entries;
    },
  });
}
