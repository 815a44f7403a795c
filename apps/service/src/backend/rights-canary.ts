import type { Sql } from 'postgres';
import { BackendError } from './backend-error.ts';

/** Throws when someone granted what boot.sql keeps from everyone: then every other REVOKE is in doubt too. */
export async function checkRightsCanary(sql: Sql): Promise<void> {
  const widened = await sql<{ role: string }[]>`
    select role from unnest(array['anon', 'authenticated']) as role
    where has_schema_privilege(role, 'rights_canary', 'usage')
      or has_table_privilege(role, 'rights_canary.sealed', 'select, insert, update, delete')`;
  if (widened.length === 0) return;
  const roles = widened.map(({ role }) => role).join(' and ');
  const words = `Rights that were taken away have been given back to ${roles}; Wattershed does not start, because other people's data could be read. Restore a backup, or report this.`;
  throw new BackendError('rights-widened', words);
}
