/** The database of an embedded backend that was moved to a PostgreSQL of its operator's: a file in DATA_DIR says where. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { BackendError } from './backend-error.ts';

const ADDRESS_FILE = 'postgres.address';

export const addressFile = (dataDir: string): string => join(dataDir, ADDRESS_FILE);

/** The superuser's address; undefined where the database is the embedded one. */
export function outsideAddress(dataDir: string): string | undefined {
  const file = addressFile(dataDir);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

/** It holds a password. */
export function writeOutsideAddress(dataDir: string, address: string): void {
  const file = addressFile(dataDir);
  writeFileSync(`${file}.new`, `${address}\n`, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
}

/** Without its password, for words. */
export function placeOf(address: string): string {
  const { host, pathname } = new URL(address);
  return `postgres://${host}${pathname}`;
}

/** The same database, for another login. */
export function asLogin(address: string, login: string, password: string): string {
  const url = new URL(address);
  url.username = login;
  url.password = password;
  return url.href;
}

const OLDEST = 15;

/** Throws in words where it does not answer, is too old, or is not ours to set up. */
export async function checkOutside(address: string): Promise<void> {
  const sql = postgres(address, { max: 1, connect_timeout: 10, onnotice: () => undefined });
  try {
    const [row] = await sql<{ version: number; may: boolean }[]>`
      select current_setting('server_version_num')::int / 10000 as version, rolsuper as may from pg_roles where rolname = current_user`;
    if ((row?.version ?? 0) < OLDEST)
      throw new BackendError(
        'outside-unfit',
        `${placeOf(address)} is PostgreSQL ${row?.version}; ${OLDEST} or newer is needed.`,
      );
    if (!row?.may)
      throw new BackendError(
        'outside-unfit',
        `The account of ${placeOf(address)} is no superuser: it makes roles and looks past row security, so it must be one.`,
      );
  } catch (cause) {
    if (cause instanceof BackendError) throw cause;
    const { message, code } = cause as Error & { code?: string };
    const words = `The database of this installation is at ${placeOf(address)}, which does not let us in (${message || code}). Start that PostgreSQL, or correct its address in DATA_DIR/${ADDRESS_FILE}.`;
    throw new BackendError('outside-lost', words, { cause });
  } finally {
    await sql.end({ timeout: 5 });
  }
}
