/** The start of a service, as far as the change of PostgreSQL goes, in a process of its own: for tests that kill it. */
import { silentLog } from '../postgres/backend-error.ts';
import { upgradePostgres } from './upgrade-postgres.ts';

const [dataDir = '', migrationsDir = ''] = process.argv.slice(2);
await upgradePostgres({ dataDir, migrationsDir, log: silentLog });
