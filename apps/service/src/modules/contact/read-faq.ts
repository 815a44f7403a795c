/** The published questions in one language, in their order: what any visitor may read. */
import { defaultLanguage } from '@wattershed/catalogue';
import type { FaqAnswer, FaqQuery } from '@wattershed/contracts';
import type { Database } from '../../platform/db.ts';

export const readFaq = async (
  { anonymous: open }: Pick<Database, 'anonymous'>,
  language: FaqQuery['language'],
): Promise<FaqAnswer['entries']> => [
  ...(await open<FaqAnswer['entries']>`
    select key, category, coalesce(question ->> ${language}::text, question ->> ${defaultLanguage}::text) as question,
      coalesce(answer ->> ${language}::text, answer ->> ${defaultLanguage}::text) as answer
    from public.faq_entries where is_published
    order by array_position(array['basics', 'figures', 'hardware', 'bills', 'privacy', 'running'], category), position, created_at`),
];
