import type { Language } from '@wattershed/catalogue';
import { type FaqAnswer, readFaqEntries } from '@wattershed/contracts/contact';
import { queryOptions } from '@tanstack/react-query';
import { callService } from './service.ts';

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
