/** Two PostgreSQL, of which one follows the other: the first is killed, the second is promoted, and the service finds it by itself. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { adminCommand } from '#apps/service/cli/admin-command.ts';
import { startHosted } from '#apps/service/testing/hosted-service.ts';
import { openSeed } from '#apps/service/testing/seed.ts';
import { freePort, giveTo, postgresIdentity } from '#kernel/postgres/postgres-process.ts';
import { openPlainCluster, plainServers } from '#supabase/tests/plain-postgres/plain-cluster.ts';
import { type Fault, isKept, type Outcome, pause, readinessOf, startSender, until } from './fault.ts';

/** With what copying needs, which those of our own do without. */
const launch = async (programs: string, folder: string, port: number): Promise<ChildProcess> => {
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    wal_level: 'replica',
    max_wal_senders: 5,
    hot_standby: 'on',
    max_connections: 100,
  };
  const args = ['-D', folder, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const child = spawn(join(programs, 'postgres'), args, {
    ...postgresIdentity(),
    cwd: folder,
    env: { LC_ALL: 'C', PATH: process.env['PATH'] },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stderr }).on('line', (line) => line.includes('ready to accept') && resolve());
    child.once('exit', () => reject(new Error('PostgreSQL ended before it was ready')));
  });
  return child;
};

interface Standby {
  readonly port: number;
  promote(): Promise<void>;
  stop(): Promise<void>;
}

/** A copy that follows the server at this port, word for word. */
const openStandby = async (programs: string, port: number, password: string): Promise<Standby> => {
  const home = mkdtempSync(join(tmpdir(), 'wattershed-standby-'));
  chmodSync(home, 0o755);
  const identity = postgresIdentity();
  const folder = join(home, 'postgres');
  mkdirSync(folder, { mode: 0o700 });
  giveTo(identity, folder);
  const from = ['--host=127.0.0.1', `--port=${port}`, '--username=postgres', '--checkpoint=fast'];
  execFileSync(join(programs, 'pg_basebackup'), [...from, `--pgdata=${folder}`, '--write-recovery-conf', '--no-sync'], {
    ...identity,
    cwd: folder,
    env: { PATH: process.env['PATH'], PGPASSWORD: password },
    stdio: 'pipe',
  });
  const own = await freePort();
  const server = await launch(programs, folder, own);
  return {
    port: own,
    promote: async () => {
      const sql = postgres(`postgres://postgres:${password}@127.0.0.1:${own}/postgres`, { max: 1, onnotice: () => {} });
      await sql`select pg_promote(true, 30)`;
      await sql.end();
    },
    stop: async () => {
      const ended = once(server, 'exit');
      server.kill('SIGINT');
      await ended;
      rmSync(home, { recursive: true, force: true });
    },
  };
};

const run = async (programs: string): Promise<Outcome> => {
  const cluster = await openPlainCluster(programs);
  const { port, superuserPassword: password } = cluster.told;
  const silent = {
    say: () => {},
    complain: () => {},
    progress: () => {},
    ask: async () => null,
    askSecret: async () => null,
  };
  await adminCommand(['migrate'], { DATABASE_OWNER_URL: cluster.ownerUrl }, silent);
  const owner = postgres(cluster.superuserUrl, { max: 1, onnotice: () => {} });
  const [facts] = await owner<{ pid: number; folder: string }[]>`
    select split_part(pg_read_file('postmaster.pid'), E'\n', 1)::int as pid, current_setting('data_directory') as folder`;
  const { pid = 0, folder = '' } = facts ?? {};
  process.kill(pid, 'SIGINT');
  await until(() => !existsSync(join(folder, 'postmaster.pid')), 'the first ends');
  const first = await launch(programs, folder, port);
  const standby = await openStandby(programs, port, password);
  try {
    // What is acknowledged is at both: else what the first alone knew would go with it.
    await owner.unsafe(`alter system set synchronous_standby_names = '*'`);
    await owner.unsafe('alter system set synchronous_commit = on');
    await owner`select pg_reload_conf()`;
    const seed = openSeed(cluster.superuserUrl);
    const home = await seed.home();
    const { key, meterId } = await home.device('Kitchen', 'kitchen', 'electricity');
    await seed.end();
    const database = new URL(cluster.superuserUrl).pathname;
    const serviceUrl = `postgres://wattershed:${password}@127.0.0.1:${port},127.0.0.1:${standby.port}${database}`;
    const service = await startHosted({ serviceUrl, jwtSecret: password }, {});
    const sender = startSender(service, { token: home.token, key });
    try {
      await until(() => sender.acknowledged.length > 100, 'readings are acknowledged');
      first.kill('SIGKILL');
      await pause(2_000);
      const said = `${sender.refusal()}; /readyz: ${await readinessOf(service.origin)}`;
      const at = Date.now();
      await standby.promote();
      const sql = postgres(`postgres://postgres:${password}@127.0.0.1:${standby.port}${database}`, {
        max: 1,
        onnotice: () => {},
      });
      await sql.unsafe(`alter system set synchronous_standby_names = ''`);
      await sql`select pg_reload_conf()`;
      const backMs = await sender.backAfter(at);
      const lost = await sender.lostOf(sql as never, meterId);
      await sql.end();
      const acknowledged = sender.acknowledged.length;
      return { acknowledged, lost, backMs, said, isPassed: isKept({ acknowledged, lost, backMs }) };
    } finally {
      await sender.stop();
      await service.kill();
    }
  } finally {
    await owner.end({ timeout: 1 }).catch(() => {});
    await standby.stop();
    first.kill('SIGKILL');
    await cluster.close();
  }
};

const failover: Fault = {
  name: 'PostgreSQL fails over',
  done: 'of two PostgreSQL the first is killed, the second, which has all that was committed, is promoted two seconds later',
  run: async () => {
    const found = plainServers().find(
      ({ programs }) => programs !== null && existsSync(join(programs, 'pg_basebackup')),
    );
    return found?.programs ? run(found.programs) : 'needs PostgreSQL 15 or newer of the system, with pg_basebackup';
  },
};

export const failoverFaults: readonly Fault[] = [failover];
