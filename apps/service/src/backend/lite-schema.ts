import type { Sql } from 'postgres';
import { runInLiteWorker } from './lite-thread.ts';

export const LITE_VERSION = '0.10.0';

/** lite's own tables (schema `auth`), made as superuser; the schema's comment says by which version. */
export async function ensureLiteSchema(sql: Sql, ownerUrl: string): Promise<void> {
  const made = `@supabase/lite ${LITE_VERSION}`;
  const [row] = await sql<{ comment: string | null }[]>`
    select obj_description(to_regnamespace('auth'), 'pg_namespace') as comment`;
  if (row?.comment === made) return;
  await runInLiteWorker({ task: 'provision', url: ownerUrl });
  await sql.unsafe(`comment on schema auth is '${made}'`);
}
