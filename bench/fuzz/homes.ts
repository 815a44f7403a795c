/** Who asks, and whom nobody may see: the home that is attacked, and the people, tokens and forgeries around another one. */
import { utilityIds } from '#catalogue/index.ts';
import type { Sql } from '#kernel/db.ts';
import { askJson, type DurableService } from '#apps/service/testing/durable-service.ts';
import { type Attacker, forgeries } from '../../supabase/tests/cross-household/attempts.ts';
import { type Operation, readOperations } from '../../supabase/tests/cross-household/target.ts';
import {
  fillEverywhere,
  knowVictim,
  readTables,
  type Table,
  type Victim,
} from '../../supabase/tests/cross-household/victim.ts';

export interface Sender {
  readonly name: string;
  readonly token: string;
  readonly userId: string;
}

interface Account extends Sender {
  readonly household: string;
  readonly refreshToken: string;
}

/** The home that most requests come from, and what is in it. */
export interface Cast {
  readonly household: string;
  readonly owner: Account;
  readonly senders: Readonly<Record<SenderName, Sender>>;
  readonly refreshTokens: readonly string[];
  /** By table. */
  readonly ids: Readonly<Record<string, readonly string[]>>;
  readonly meterKeys: readonly string[];
  readonly madeAt: number;
}

export type SenderName =
  | 'nobody'
  | 'guest'
  | 'owner'
  | 'member'
  | 'viewer'
  | 'passer-by'
  | 'administrator'
  | 'ingest token'
  | 'assistant token';

/** What stays the same for a whole run. */
export interface World {
  readonly service: DurableService;
  readonly sql: Sql;
  readonly anonKey: string;
  readonly mqttPort: number;
  readonly tables: readonly Table[];
  readonly functions: readonly { schema: string; name: string; args: string[] }[];
  readonly operations: readonly Operation[];
  readonly victim: Victim;
  readonly victimsToken: string;
  readonly victimsSession: string;
  readonly document: string;
  readonly forged: readonly Attacker[];
  readonly guestDomain: string;
}

interface Session {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly user: { readonly id: string };
}

let people = 0;
const password = 'kestrel under ice 7';

const signUp = async (
  world: Pick<World, 'service' | 'sql' | 'anonKey'>,
  name: string,
  domain = 'example.org',
): Promise<Account> => {
  people += 1;
  const address = `10.200.${(people >> 8) & 255}.${people & 255}`;
  const session = await askJson<Session>(
    `${world.service.origin}/auth/v1/signup`,
    { apikey: world.anonKey, 'x-forwarded-for': address },
    { email: `${name}-${people}-${Date.now().toString(36)}@${domain}`, password },
  );
  const userId = session.user.id;
  const [home] = await world.sql<{ id: string }[]>`select id from households where owner_id = ${userId}`;
  const household = home?.id as string;
  return { name, token: session.access_token, userId, household, refreshToken: session.refresh_token };
};

const asPerson = ({ anonKey }: Pick<World, 'anonKey'>, { token }: Sender): Record<string, string> => ({
  apikey: anonKey,
  'x-forwarded-for': `10.201.${(people >> 8) & 255}.${people & 255}`,
  authorization: `Bearer ${token}`,
  prefer: 'return=representation',
});

/** Devices, readings of some days, a tariff, a budget, a post and a document; answers the ingest token and the document's place. */
const furnish = async (
  world: Pick<World, 'service' | 'sql' | 'anonKey'>,
  owner: Account,
  word: string,
): Promise<{ ingest: string; assistant: string; document: string }> => {
  const { origin } = world.service;
  const headers = asPerson(world, owner);
  const { household, userId } = owner;
  for (const utility of utilityIds)
    await askJson(`${origin}/rest/v1/connected_devices`, headers, {
      household_id: household,
      user_id: userId,
      name: `${word} ${utility}`,
      room: 'hall',
      utility,
    });
  const { token: ingest } = await askJson<{ token: string }>(`${origin}/api/v1/tokens`, headers, {
    household,
    name: word,
  });
  const { token: assistant } = await askJson<{ token: string }>(`${origin}/api/v1/assistant/tokens`, headers, {
    household,
    name: word,
  });
  const meters = await world.sql<{ key: string }[]>`select key from meters where household_id = ${household}`;
  const hour = 3_600_000;
  const begun = Math.floor(Date.now() / hour) * hour - 72 * hour;
  const readings = meters.flatMap(({ key }) =>
    Array.from({ length: 70 }, (_, i) => ({
      meter: key,
      at: new Date(begun + i * hour).toISOString(),
      value: 100 + i * 130,
    })),
  );
  await askJson(`${origin}/api/v1/readings`, { authorization: `Bearer ${ingest}` }, { readings });
  const plan = {
    name: `${word} tariff`,
    utility: 'electricity',
    currency: 'EUR',
    unit: 'kWh',
    charges: [{ id: 'use', kind: 'use', rate: '0.21' }],
  };
  await askJson(`${origin}/api/v1/tariffs`, headers, { household, validFrom: '2024-01-01', tariffs: [{ plan }] });
  const document = `${household}/${word}.txt`;
  const upload = await fetch(`${origin}/storage/v1/object/bills/${encodeURI(document)}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'text/plain' },
    body: `${word}: 12.40 EUR`,
  });
  if (!upload.ok) throw new Error(`the document was not taken: ${upload.status}`);
  return { ingest, assistant, document };
};

/** Open to everybody, or to administrators, by design: what stands there is no secret. */
const isOpen = ({ name }: Table): boolean => /^(community_|faq_|contact_messages)/.test(name);

export const openWorld = async (service: DurableService, mqttPort: number): Promise<World> => {
  const { origin } = service;
  const sql = service.openOwner() as Sql;
  const { anonKey, guestDomain } = await askJson<{ anonKey: string; guestDomain: string }>(
    `${origin}/api/v1/web-config`,
    {},
  );
  const base = { service, sql, anonKey, mqttPort, guestDomain };
  const tables = await readTables(sql);
  const ada = await signUp(base, 'secret-of-ada');
  const { ingest, document } = await furnish(base, ada, 'Secret of Ada');
  const unfilled = await fillEverywhere(
    sql,
    tables.filter((table) => !isOpen(table)),
    ada,
  );
  if (unfilled.length > 0) console.log(`no row of the attacked home stands in: ${unfilled.join('; ')}`);
  const victim = await knowVictim(
    sql,
    tables.filter((table) => !isOpen(table)),
    ada,
  );
  // Whoever sends one of their ids can keep it as a name of their own, and be told it again: the others nobody knows. Numbers are sent too.
  const shown = new Set(victim.ids.filter((_, i) => i % 2 === 0));
  const known = new Set([...shown, ada.household, ada.userId]);
  const functions = await sql<{ schema: string; name: string; args: string[] }[]>`
    select n.nspname as schema, p.proname as name, coalesce(p.proargnames, '{}') as args from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('public', 'private', 'auth', 'extensions')`;
  return {
    ...base,
    tables,
    functions,
    operations: await readOperations(origin),
    victim: {
      ...victim,
      ids: [...shown],
      secrets: victim.secrets.filter((secret) => !known.has(secret) && !/^\d+$/.test(secret)),
    },
    victimsToken: ingest,
    victimsSession: ada.token,
    document,
    forged: await forgeries(ada.userId, service.jwtSecret()),
  };
};

/** New people in a new home: some requests end a session, an account or the home itself. */
export const openCast = async (world: World): Promise<Cast> => {
  const { service, sql, anonKey, guestDomain } = world;
  const owner = await signUp(world, 'owner');
  const member = await signUp(world, 'member');
  const viewer = await signUp(world, 'viewer');
  const passerBy = await signUp(world, 'passer-by');
  const guest = await signUp(world, 'guest', guestDomain);
  const administrator = await signUp(world, 'administrator');
  await sql`insert into household_members (household_id, user_id, role) values
    (${owner.household}, ${member.userId}, 'member'), (${owner.household}, ${viewer.userId}, 'viewer')`;
  await sql`insert into administrators (user_id) values (${administrator.userId}) on conflict do nothing`;
  const { ingest, assistant } = await furnish(world, owner, 'Lamp');
  const headers = asPerson(world, owner);
  for (const title of ['Lamps', 'Taps'])
    await askJson(`${service.origin}/api/v1/community/posts`, headers, {
      kind: 'discussion',
      title,
      body: 'Which are good?',
      language: 'en',
    });
  await askJson(`${service.origin}/api/v1/household/${owner.household}/invitations`, headers, {
    role: 'member',
    email: 'somebody@example.org',
  }).catch(() => null);
  const { userId } = owner;
  const base = {
    household: owner.household,
    owner,
    senders: {
      nobody: { name: 'nobody', token: anonKey, userId: '' },
      guest,
      owner,
      member,
      viewer,
      'passer-by': passerBy,
      administrator,
      'ingest token': { name: 'ingest token', token: ingest, userId },
      'assistant token': { name: 'assistant token', token: assistant, userId },
    },
    refreshTokens: [passerBy.refreshToken, guest.refreshToken],
    madeAt: Date.now(),
    ids: {},
    meterKeys: [],
  };
  return { ...base, ...(await readIds(world, base)) };
};

/** What there is to be asked for in the home just now. */
export const readIds = async (
  { sql, tables }: World,
  { household, owner }: Pick<Cast, 'household' | 'owner'>,
): Promise<Pick<Cast, 'ids' | 'meterKeys'>> => {
  const ids: Record<string, string[]> = { households: [household], users: [owner.userId] };
  for (const { schema, name, columns } of tables) {
    const has = (wanted: string): boolean => columns.some((one) => one.name === wanted);
    if (schema !== 'public' || !has('id') || name === 'households') continue;
    const where = has('household_id')
      ? `where household_id = '${household}'`
      : has('user_id')
        ? `where user_id = '${owner.userId}'`
        : '';
    const rows = await sql.unsafe<{ id: string }[]>(
      `select id::text from public."${name}" ${where} order by 1 desc limit 20`,
    );
    if (rows.length > 0) ids[name] = rows.map(({ id }) => id);
  }
  const sessions = await sql<
    { id: string }[]
  >`select id::text from auth.sessions where user_id = ${owner.userId} limit 5`;
  const factors = await sql<{ id: string }[]>`select id::text from auth.mfa_factors limit 10`;
  const meters = await sql<{ key: string }[]>`select key from meters where household_id = ${household} limit 20`;
  ids['sessions'] = sessions.map(({ id }) => id);
  ids['factors'] = factors.map(({ id }) => id);
  return { ids, meterKeys: meters.map(({ key }) => key) };
};

/** Whether most of what is asked with it can still be answered. */
export const isWell = async ({ sql }: World, { household, owner, senders, madeAt }: Cast): Promise<boolean> => {
  const alive = [owner, senders.member, senders.viewer].map(({ userId }) => userId);
  const [row] = await sql<{ n: number }[]>`
    select count(distinct m.user_id)::int as n from household_members m join auth.sessions s on s.user_id = m.user_id
    where m.household_id = ${household} and m.user_id = any (${alive})`;
  const [tokens] = await sql<{ n: number }[]>`
    select (select count(*) from ingest_tokens where household_id = ${household})::int as n`;
  return row?.n === alive.length && (tokens?.n ?? 0) > 0 && Date.now() - madeAt < 45 * 60_000;
};
