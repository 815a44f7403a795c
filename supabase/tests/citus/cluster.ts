/** A distributed database for a run of `npm run test:citus`, on the cluster that CITUS_URL tells of; made as docs/operate/scale.md says. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { clusterAddress, clusterLogins, layOut, letNodesIn } from '#kernel/postgres/cluster.ts';
import { migrateDatabase } from '#kernel/postgres/migrations.ts';
import { SHARED_VARIABLE, type ToldDatabase } from '#kernel/postgres/testing.ts';

const folder = new URL('../../', import.meta.url);
const migrationsDir = fileURLToPath(new URL('migrations', folder));
const sqlFile = (name: string): string => readFileSync(new URL(name, folder), 'utf8');
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

interface EmptyDatabase {
  readonly name: string;
  /** The superuser's. */
  readonly url: string;
  /** Of each node, the coordinator first. */
  readonly nodeUrls: readonly string[];
  /** Lets the workers join the coordinator. */
  readonly join: () => Promise<void>;
  readonly drop: () => Promise<void>;
}

/** On the nodes of a cluster that have joined, or on one plain PostgreSQL; whose superuser's address `url` is. */
export const makeEmpty = async (url: string, isOnCluster: boolean): Promise<EmptyDatabase> => {
  const name = `wattershed_${randomBytes(6).toString('hex')}`;
  const { hostname, port } = new URL(url);
  const nodes = isOnCluster ? await nodesOf(url) : [{ hostname, port: port || '5432' }];
  const nodeUrls = nodes.map((node) => at(url, { ...node, pathname: name }));
  const drop = async (): Promise<void> => {
    for (const node of nodes)
      await onServer(at(url, node), (sql) => sql.unsafe(`drop database if exists ${name} with (force)`));
  };
  const join = (): Promise<void> =>
    onServer(nodeUrls[0] as string, async (sql) => {
      const [coordinator, ...workers] = nodes as [Node, ...Node[]];
      await sql`select citus_set_coordinator_host(${coordinator.hostname}, ${Number(coordinator.port)})`;
      for (const { hostname: host, port: one } of workers) await sql`select citus_add_node(${host}, ${Number(one)})`;
    });
  try {
    for (const node of nodes) await onServer(at(url, node), (sql) => sql.unsafe(`create database ${name}`));
    if (isOnCluster) for (const node of nodeUrls) await onServer(node, (sql) => sql.unsafe('create extension citus'));
    return { name, url: nodeUrls[0] as string, nodeUrls, join, drop };
  } catch (error) {
    await drop();
    throw error;
  }
};

/** The one of this run's shared database, once there is one: roles are the server's, whichever database they come to. */
const told = process.env[SHARED_VARIABLE];
const password = told ? (JSON.parse(told) as ToldDatabase).jwtSecret : randomBytes(16).toString('hex');

/** To be done again after whatever gave roles other passwords. */
export const setPasswords = (url: string): Promise<void> =>
  onServer(url, async (sql) => {
    for (const login of clusterLogins) await sql.unsafe(`alter role ${login} password '${password}'`);
  });

/** Roles, and tables of sign-in as an auth server of its own would have made them. */
export const prepareRoles = async (url: string): Promise<void> => {
  await onServer(url, async (sql) => {
    await sql.unsafe(sqlFile('plain/roles.sql')).simple();
    await sql.unsafe(sqlFile('plain/auth-and-storage.sql')).simple();
  });
  await setPasswords(url);
};

/** Lets the workers join, and lays the tables out over them. */
export const spread = async ({ url, join }: Pick<EmptyDatabase, 'url' | 'join'>): Promise<void> => {
  await join();
  await onServer(url, async (sql) => {
    await letNodesIn(sql, Object.fromEntries(clusterLogins.map((login) => [login, password])));
    await layOut(sql, migrationsDir);
  });
};

/** Roles, tables of sign-in and migrations, then laid out over the nodes. */
const prepare = async (made: EmptyDatabase, isOnCluster: boolean): Promise<ToldDatabase> => {
  const { name, url } = made;
  await prepareRoles(url);
  const urlOf = (username: string): string => at(url, { username, password });
  await migrateDatabase(urlOf('wattershed_owner'), migrationsDir);
  if (isOnCluster) await spread(made);
  return {
    name,
    // Looks behind the policies, also over all homes at once.
    ownerUrl: isOnCluster ? `${url}?citus.enable_repartition_joins=on` : url,
    serviceUrl: isOnCluster ? clusterAddress(urlOf('wattershed')) : urlOf('wattershed'),
    authenticatorUrl: urlOf('authenticator'),
    signInUrl: urlOf('supabase_auth_admin'),
    jwtSecret: password,
    anonKey: '',
  };
};

/** A database of its own behind a superuser's address, for tests alone; without `isOnCluster` on that PostgreSQL by itself. */
export const makeDatabase = async (
  url: string,
  isOnCluster: boolean,
): Promise<Pick<EmptyDatabase, 'nodeUrls' | 'drop'> & { told: ToldDatabase }> => {
  const made = await makeEmpty(url, isOnCluster);
  try {
    return { ...made, told: await prepare(made, isOnCluster) };
  } catch (error) {
    await made.drop();
    throw error;
  }
};

export default async function setup(): Promise<() => Promise<void>> {
  const url = process.env['CITUS_URL'];
  if (!url) throw new Error('Run npm run test:citus with CITUS_URL set.');
  const made = await makeDatabase(url, true);
  process.env[SHARED_VARIABLE] = JSON.stringify(made.told);
  return made.drop;
}
