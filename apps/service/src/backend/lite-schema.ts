import type { Worker } from 'node:worker_threads';
import type { Sql } from 'postgres';
import { provisionBy } from './lite-thread.ts';

const LITE_VERSION = '0.10.0';

/** lite's own tables (schema `auth`), made as superuser; the schema's comment says by which version. */
export async function ensureLiteSchema(sql: Sql, ownerUrl: string, thread: Worker): Promise<void> {
  const made = `@supabase/lite ${LITE_VERSION}`;
  const [row] = await sql<{ comment: string | null }[]>`
    select obj_description(to_regnamespace('auth'), 'pg_namespace') as comment`;
  if (row?.comment === made) return;
  await provisionBy(thread, ownerUrl);
  await sql.unsafe(`comment on schema auth is '${made}'`);
}
