/** "To a point in time" of docs/operate/backup.md, its lines run as they stand, but for folders and addresses of this machine. */
import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort, giveTo, postgresIdentity } from '#kernel/postgres/postgres-process.ts';
import { plainServers } from './plain-cluster.ts';

const guide = readFileSync(fileURLToPath(new URL('../../../docs/operate/backup.md', import.meta.url)), 'utf8');
const [archive = '', copy = '', recover = ''] = [
  ...(guide.split('## To a point in time')[1] ?? '').matchAll(/^```sh\n([\s\S]*?)^```/gm),
].map(([, lines]) => lines);

const needed = ['psql', 'pg_basebackup', 'pg_ctl', 'initdb'];
const server = plainServers().find(({ programs }) => needed.every((name) => existsSync(join(programs ?? '', name))));
const tried = server ? `tried on ${server.version}` : 'NOT TRIED, this machine has no PostgreSQL with its programs';

describe.runIf(server)(`back to a moment, by an archive (${tried})`, () => {
  const identity = postgresIdentity();
  let home: string;
  let port: number;
  let url: string;

  /** The lines of the guide, in a shell of PostgreSQL's own user. */
  const sh = async (lines: string): Promise<string> => {
    const here = lines.replaceAll('/srv/', `${home}/`).replaceAll(/(pg_ctl .*-w (?:re)?start)/g, `$1 -l ${home}/log`);
    const env = { ...process.env, PATH: `${server?.programs}:${process.env['PATH']}`, SUPERUSER_URL: url, HOME: home };
    const { stdout } = await promisify(execFile)('sh', ['-e', '-c', here], {
      ...identity,
      cwd: home,
      env,
      timeout: 120_000,
    });
    return stdout;
  };
  const ask = async <T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T> => {
    const sql = postgres(url, { max: 1, onnotice: () => {} });
    try {
      return await work(sql);
    } finally {
      await sql.end();
    }
  };

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'wattershed-moment-'));
    chmodSync(home, 0o755);
    port = await freePort();
    url = `postgres://postgres@127.0.0.1:${port}/postgres`;
    mkdirSync(join(home, 'archive'));
    for (const path of [home, join(home, 'archive')]) giveTo(identity, path);
    const initdb = join(server?.programs ?? '', 'initdb');
    execFileSync(initdb, ['--username=postgres', '--auth=trust', '--no-sync', `--pgdata=${home}/postgres`], {
      ...identity,
      cwd: home,
    });
    await sh(`printf "port = ${port}\\nunix_socket_directories = ''\\n" >> /srv/postgres/postgresql.conf
      pg_ctl -D /srv/postgres -w start`);
  });
  afterAll(async () => {
    for (const folder of ['postgres', 'recovered'])
      if (existsSync(join(home, folder, 'postmaster.pid'))) await sh(`pg_ctl -D /srv/${folder} -m immediate -w stop`);
    rmSync(home, { recursive: true, force: true });
  });

  test('what was there at that moment is there again, what came later is not', async () => {
    await sh(archive);
    await ask((sql) => sql`create table told as select 'before the copy' as what`);
    await sh(copy);
    const moment = await ask(async (sql) => {
      await sql`insert into told values ('after the copy')`;
      const [row] = await sql<{ at: string }[]>`select clock_timestamp()::text as at`;
      await sql`insert into told values ('too late')`;
      await sql`select pg_switch_wal()`;
      return row?.at ?? '';
    });
    await sh('pg_ctl -D /srv/postgres -w stop');
    await sh(recover.replace('2026-11-28 12:00:00+00', moment));
    await expect
      .poll(() => ask(async (sql) => (await sql`select pg_is_in_recovery() as is`)[0]))
      .toEqual({ is: false });
    expect(await ask((sql) => sql`select what from told order by 1`)).toEqual([
      { what: 'after the copy' },
      { what: 'before the copy' },
    ]);
  });
});
