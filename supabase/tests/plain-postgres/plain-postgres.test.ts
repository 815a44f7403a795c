/** The migrations on somebody else's PostgreSQL, and there the same tests of the policies as on our own. */
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withOwner } from '#kernel/postgres/embedded-database.ts';
import { CLUSTER_VARIABLE } from '#kernel/postgres/testing.ts';
import { adminCommand } from '#apps/service/cli/admin-command.ts';
import { openPlainCluster, type PlainCluster, plainServers } from './plain-cluster.ts';

const folder = new URL('../', import.meta.url);
/** What is about the embedded backend's answers is left out: all others of the folder are about policies. */
const isElsewhere = (file: string): boolean => readFileSync(new URL(file, folder), 'utf8').includes('testing-lite');
/** Each makes a database of its own in the cluster that it is told of. */
const policies = readdirSync(folder).filter((file) => file.endsWith('.test.ts') && !isElsewhere(file));

const migrate = async (ownerUrl: string): Promise<{ code: number; said: string[] }> => {
  const said: string[] = [];
  const say = (line: string): void => void said.push(line);
  const terminal = { say, complain: say, progress: () => {}, ask: async () => null, askSecret: async () => null };
  const code = await adminCommand(['migrate'], { DATABASE_OWNER_URL: ownerUrl }, terminal);
  return { code, said };
};

for (const { version, programs } of plainServers()) {
  const tried = programs === null ? 'NOT TRIED, this machine does not have it' : 'tried';
  describe.runIf(programs !== null)(`on a plain PostgreSQL ${version} (${tried})`, () => {
    let cluster: PlainCluster;
    const before = process.env[CLUSTER_VARIABLE];
    beforeAll(async () => {
      cluster = await openPlainCluster(programs ?? '');
      process.env[CLUSTER_VARIABLE] = JSON.stringify(cluster.told);
      await migrate(cluster.ownerUrl);
    });
    afterAll(async () => {
      process.env[CLUSTER_VARIABLE] = before;
      await cluster.close();
    });

    test('`admin migrate` has brought it up to date; a second one finds nothing to do, and who ran it is no superuser', async () => {
      expect(await migrate(cluster.ownerUrl)).toEqual({ code: 0, said: ['The database is up to date.'] });
      const [server] = await withOwner(
        cluster.ownerUrl,
        (sql) => sql<{ version: number; rights: boolean[] }[]>`
        select current_setting('server_version_num')::integer / 10000 as version,
          array[bool_or(rolsuper), bool_or(rolcreaterole), bool_or(rolcreatedb or rolreplication)] as rights
        from pg_roles where pg_has_role(current_user, oid, 'member')`,
      );
      expect(server).toEqual({ version, rights: [false, false, false] });
    });

    for (const file of policies) {
      const again = `../${file}?on=${version}`;
      describe(`the tests of ${file}`, () => import(/* @vite-ignore */ again));
    }
  });
}
