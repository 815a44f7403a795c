/** What administrators do to the frequent questions beyond single rows, under their own policies: the database refuses everybody else. */
import { orderFaqEntries, publishFaqEntry } from '@wattershed/contracts';
import { type Database, pgTexts, type Transaction } from '../../platform/db.ts';
import type { Person } from '../../platform/person.ts';
import { ProblemError } from '../../platform/problem.ts';
import type { Serve } from '../../platform/serve.ts';

const refused = '42501';

export const faqEntryRoutes = (serve: Serve, database: Database): void => {
  const asAdministrator = async <T>(person: Person, work: (sql: Transaction) => Promise<T>): Promise<T> => {
    try {
      return await database.asUser(person, work);
    } catch (error) {
      throw (error as { code?: string }).code === refused ? new ProblemError('forbidden') : error;
    }
  };

  serve(publishFaqEntry, ({ person, body: { request: answered, ...entry } }) =>
    asAdministrator(person, async (sql) => {
      const [row] = await sql<{ id: string; key: string }[]>`
        insert into public.faq_entries (category, position, question, answer)
        select ${entry.category}, coalesce(max(e.position), 0) + 1, ${JSON.stringify(entry.question)}::text::jsonb,
          ${JSON.stringify(entry.answer)}::text::jsonb
        from public.faq_entries e where e.category = ${entry.category}
        returning id, key`;
      if (answered !== undefined) {
        const { count } = await sql`
          update public.faq_requests set status = 'approved', reason = null, entry_id = ${row?.id ?? null} where id = ${answered}`;
        if (count === 0) throw new ProblemError('not-found', 'request: there is none with this id');
      }
      return row;
    }),
  );

  serve(orderFaqEntries, ({ person, body: { ids } }) =>
    asAdministrator(person, async (sql) => {
      const { count } = await sql`
        update public.faq_entries e set position = o.place from unnest(${pgTexts(ids)}::uuid[]) with ordinality o (id, place) where e.id = o.id`;
      if (count !== new Set(ids).size) throw new ProblemError(count === 0 ? 'forbidden' : 'not-found');
    }),
  );
};
