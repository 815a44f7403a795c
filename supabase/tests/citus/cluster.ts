/** A distributed database for a run of `npm run test:citus`, on the cluster that CITUS_URL tells of; made as docs/operate/scale.md says. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { migrateDatabase } from '#kernel/postgres/migrations.ts';
import { statementsOf } from '#kernel/postgres/repeatables.ts';
import { SHARED_VARIABLE, type ToldDatabase } from '#kernel/postgres/testing.ts';

const folder = new URL('../../', import.meta.url);
const sqlFile = (name: string): string => readFileSync(new URL(name, folder), 'utf8');
const logins = [
  'wattershed_owner',
  'wattershed',
  'wattershed_engine',
  'authenticator',
  'authenticated',
  'supabase_auth_admin',
];

const at = (
  url: string,
  changes: Partial<Pick<URL, 'hostname' | 'port' | 'pathname' | 'username' | 'password'>>,
): string => Object.assign(new URL(url), changes).href;

const onServer = async <T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> => {
  const sql = postgres(url, { max: 1, prepare: false, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
};

interface Node {
  readonly hostname: string;
  readonly port: string;
}

/** The coordinator first. */
const nodesOf = (url: string): Promise<Node[]> =>
  onServer(url, async (sql) => {
    const workers = await sql<{ hostname: string; port: string }[]>`
      select nodename as hostname, nodeport::text as port from pg_dist_node where groupid <> 0 and isactive order by 1, 2`;
    if (workers.length < 2) throw new Error('CITUS_URL must lead to a coordinator that two workers have joined.');
    const { hostname, port } = new URL(url);
    return [{ hostname, port: port || '5432' }, ...workers];
  });

/** On several nodes, or on one plain PostgreSQL. */
const prepare = async (url: string, nodes: readonly Node[], name: string): Promise<ToldDatabase> => {
  const [coordinator, ...workers] = nodes as [Node, ...Node[]];
  const password = randomBytes(16).toString('hex');
  const own = at(url, { pathname: name });
  for (const node of nodes) {
    await onServer(at(url, node), (sql) => sql.unsafe(`create database ${name}`));
    if (workers.length > 0) await onServer(at(own, node), (sql) => sql.unsafe('create extension citus'));
  }
  await onServer(own, async (sql) => {
    await sql.unsafe(sqlFile('plain/roles.sql')).simple();
    await sql.unsafe(sqlFile('plain/auth-and-storage.sql')).simple();
    for (const login of logins) await sql.unsafe(`alter role ${login} password '${password}'`);
  });
  await migrateDatabase(
    at(own, { username: 'wattershed_owner', password }),
    fileURLToPath(new URL('migrations', folder)),
  );
  if (workers.length > 0)
    await onServer(own, async (sql) => {
      await sql`select citus_set_coordinator_host(${coordinator.hostname}, ${Number(coordinator.port)})`;
      for (const { hostname, port } of workers) await sql`select citus_add_node(${hostname}, ${Number(port)})`;
      // The passwords by which a node comes to another.
      for (const login of logins)
        await sql`insert into pg_dist_authinfo (nodeid, rolename, authinfo) values (0, ${login}, ${`password=${password}`})`;
      await sql.unsafe(sqlFile('scale/citus.sql')).simple();
      // Each by itself, as psql sends them: one waits for what another left on the workers.
      for (const { statement } of statementsOf(sqlFile('scale/functions.sql'))) await sql.unsafe(statement).simple();
    });
  const urlOf = (username: string): string => at(own, { username, password });
  return {
    name,
    // Looks behind the policies, also over all homes at once.
    ownerUrl: `${own}${workers.length > 0 ? '?citus.enable_repartition_joins=on' : ''}`,
    serviceUrl: `${urlOf('wattershed')}${workers.length > 0 ? '?plan_cache_mode=auto&citus.propagate_set_commands=local' : ''}`,
    authenticatorUrl: urlOf('authenticator'),
    signInUrl: urlOf('supabase_auth_admin'),
    jwtSecret: password,
    anonKey: '',
  };
};

/** A database of its own behind a superuser's address, for tests alone; without `isCluster` on that PostgreSQL by itself. */
export const makeDatabase = async (
  url: string,
  isCluster: boolean,
): Promise<{ told: ToldDatabase; nodeUrls: readonly string[]; readonly drop: () => Promise<void> }> => {
  const name = `wattershed_${randomBytes(6).toString('hex')}`;
  const { hostname, port } = new URL(url);
  const nodes = isCluster ? await nodesOf(url) : [{ hostname, port: port || '5432' }];
  const drop = async (): Promise<void> => {
    for (const node of nodes)
      await onServer(at(url, node), (sql) => sql.unsafe(`drop database if exists ${name} with (force)`));
  };
  try {
    return {
      told: await prepare(url, nodes, name),
      nodeUrls: nodes.map((node) => at(url, { ...node, pathname: name })),
      drop,
    };
  } catch (error) {
    await drop();
    throw error;
  }
};

export default async function setup(): Promise<() => Promise<void>> {
  const url = process.env['CITUS_URL'];
  if (!url) throw new Error('Run npm run test:citus with CITUS_URL set.');
  const { told, drop } = await makeDatabase(url, true);
  process.env[SHARED_VARIABLE] = JSON.stringify(told);
  return drop;
}
