import { readFileSync } from 'node:fs';
import type { Sql } from 'postgres';
import type { InstallSecrets } from './install-secrets.ts';

// The bundle lies in dist/, the SQL stays with its source.
const bootFile = new URL(import.meta.url.endsWith('.ts') ? './boot.sql' : '../src/backend/boot.sql', import.meta.url);

export async function bootDatabase(sql: Sql, secrets: InstallSecrets): Promise<void> {
  await sql.unsafe(readFileSync(bootFile, 'utf8')).simple();
  // Ours are base64url, so quoting them is safe; ALTER ROLE takes no parameters.
  await sql
    .unsafe(`
    alter role authenticator password '${secrets.authenticatorPassword}';
    alter role wattershed password '${secrets.servicePassword}';
  `)
    .simple();
}
