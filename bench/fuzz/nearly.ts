/** Requests that are right but for one thing, so that what lies behind the first check is reached. */
import { utilityIds } from '#catalogue/index.ts';
import type { Chance, Made, Operation, Schema } from '../../supabase/tests/cross-household/target.ts';
import { candidates, type Column, type Table } from '../../supabase/tests/cross-household/victim.ts';
import { encode, nasty, numbers, part, text } from '../../supabase/tests/nasty-input/nasty-values.ts';
import type { Cast, World } from './homes.ts';

export interface Scene {
  readonly by: Chance;
  readonly world: World;
  readonly cast: Cast;
}

/** A request whose parts can still be changed; `{}` of the path and the query are in `places`. */
interface Draft {
  method: string;
  path: string;
  query: [name: string, value: string][];
  body?: unknown;
  type?: string;
  headers?: Record<string, string>;
}

const some = ({ by, cast }: Scene, table: string): string =>
  by.one(cast.ids[table] ?? cast.ids[by.one(Object.keys(cast.ids))] ?? [cast.household]);

const foreign = ({ by, world: { victim } }: Scene): string => by.one([victim.household, victim.userId, ...victim.ids]);

/** What stands before an id in a path says whose it is. */
const tableOf: Readonly<Record<string, string>> = {
  tariffs: 'tariffs',
  bills: 'billing_records',
  'utility-bills': 'utility_bills',
  tokens: 'ingest_tokens',
  devices: 'connected_devices',
  device: 'connected_devices',
  posts: 'community_posts',
  replies: 'community_replies',
  actions: 'assistant_actions',
  household: 'households',
  member: 'users',
  members: 'users',
  to: 'users',
  invitation: 'household_invitations',
  invitations: 'household_invitations',
  meter: 'meters',
};

const days = ['2026-01-01', '2026-03-29', '2026-10-25', '2024-02-29', '2026-12-31', '2026-11-02'];
const recent = (by: Chance): string =>
  new Date(Date.now() - Math.floor(1e7 * Number(by.one(['0', '.1', '1', '30'])))).toISOString();

const texts = [
  'Lamp',
  'hall',
  'kitchen',
  'electricity',
  'Europe/Madrid',
  'EUR',
  'water',
  'How much did I use yesterday?',
  'a@example.org',
  'UTC',
  'é🙂',
];

const byName = (scene: Scene, name: string, schema: Schema): unknown => {
  const { by, cast, world } = scene;
  if (/^household(_id)?$/i.test(name)) return cast.household;
  if (name === 'meter' && schema.type === 'string') return by.one([...cast.meterKeys, some(scene, 'meters')]);
  if (name === 'utility') return by.one(utilityIds);
  if (/zone/i.test(name)) return by.one(['Europe/Madrid', 'America/St_Johns', 'UTC', 'Asia/Kathmandu']);
  if (/^(at|from|to|startsAt|endsAt|time)$/.test(name) && schema.format !== 'date') return recent(by);
  if (/email/i.test(name)) return by.one(['somebody@example.org', `n${cast.madeAt}@example.org`]);
  if (/currency/i.test(name)) return by.one(['EUR', 'INR', 'JPY']);
  if (/^(rate|price|amount|total|cost)$/i.test(name)) return by.one(['0.21', '12', '0']);
  if (/password/i.test(name)) return 'kestrel under ice 7';
  if (/^token$/.test(name)) return by.one([cast.senders['ingest token'].token, world.anonKey]);
  if (/link|url/i.test(name)) return 'https://example.org/a';
  if (/address/i.test(name)) return by.one(['192.168.1.20', 'http://10.0.0.7/']);
  return undefined;
};

/** A value that the schema takes, as far as it says so. */
const fitting = (scene: Scene, schema: Schema, name = '', depth = 0): unknown => {
  const { by } = scene;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return by.one(schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fitting(scene, by.one(choices), name, depth + 1);
  if (schema.type === 'null') return null;
  const named = byName(scene, name, schema);
  if (named !== undefined && schema.type !== 'object' && schema.type !== 'array' && schema.type !== 'boolean') {
    if (schema.type === 'string' || Number.isFinite(Number(named))) return named;
  }
  switch (schema.type ?? 'string') {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(() => by.is(0.93))
          .map(([key, inner]) => [key, fitting(scene, inner, key, depth + 1)]),
      );
    case 'array': {
      const length = depth > 6 ? 0 : by.one([1, 1, 2, 3]);
      return Array.from({ length }, () => fitting(scene, schema.items ?? {}, name.replace(/s$/, ''), depth + 1));
    }
    case 'integer':
    case 'number': {
      const ofIds = tableOf[name] ?? (name === 'id' ? 'meters' : undefined);
      const id = ofIds === undefined ? Number.NaN : Number(some(scene, ofIds));
      if (Number.isFinite(id)) return id;
      const { minimum = 0, maximum = 1e9 } = schema;
      return by.one([minimum, Math.min(maximum, minimum + 1), Math.min(maximum, 12), Math.min(maximum, 1_760_000_000)]);
    }
    case 'boolean':
      return by.is(0.5);
    default:
      if (schema.format === 'uuid')
        return by.is(0.12) ? foreign(scene) : some(scene, tableOf[name] ?? 'connected_devices');
      if (schema.format === 'date') return by.one(days);
      if (schema.format === 'date-time') return recent(by);
      return by.one(texts);
  }
};

/** Every place in a value, and what sets it. */
const places = (value: unknown, found: ((made: unknown) => void)[] = [], limit = 200): ((made: unknown) => void)[] => {
  if (typeof value !== 'object' || value === null || found.length > limit) return found;
  for (const [key, inner] of Object.entries(value)) {
    found.push((made) => {
      (value as Record<string, unknown>)[key] = made;
    });
    places(inner, found, limit);
  }
  return found;
};

const wrongTypes = [
  'text/plain',
  'application/xml',
  'application/json; charset=latin9',
  'x',
  'multipart/form-data',
  'application/x-www-form-urlencoded',
  '',
];

/** In place of a text: others of the kind, and some that no test knows by name. */
const oddOne = (scene: Scene): unknown => {
  const { by } = scene;
  return by.one<() => unknown>([
    () => nasty(by),
    () => nasty(by),
    () => by.one(numbers),
    () => foreign(scene),
    () => ({ toString: 1, length: -1 }),
    () => '\u0301'.repeat(200),
    () => `${by.one(days)}T24:00:00Z`,
    () => '2026-10-25T02:30:00+02:00',
    () => '-271821-04-20T00:00:00Z',
    () => 'Z'.repeat(by.one([41, 81, 121, 1001, 20_001])),
    () => [[[]]],
    () => String(by.one(numbers)),
    () => by.one([-0, 1e21, 2 ** 53, 0.1 + 0.2, -1]),
  ])();
};

const tricks: readonly ((path: string, by: Chance) => string)[] = [
  (path) => path.replace('/', '//'),
  (path) => path.replace(/\/([^/]*)$/, '/%2e%2e/$1'),
  (path) => `${path}/`,
  (path) => `${path}/..`,
  (path) => `${path}%00`,
  (path) => `${path};a=b`,
  (path) => path.replace(/\/v1\//, '/v1/./'),
  (path) => path.replace(/[a-z]/, (one) => one.toUpperCase()),
  (path) => `${path}%`,
  (path) => `${path}%2f%2f`,
  (path) => `${path}/${'a'.repeat(6000)}`,
  (path) => path.replaceAll('/', '\\'),
  (path, by) => `${path}/${part(by)}`,
  (path) => `http://example.org${path}`,
  (path) => `${path}?`,
];

const pathOf = ({ path, query }: Draft): string =>
  query.length === 0 ? path : `${path}?${query.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')}`;

const utf8 = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** One thing is wrong with it, or in one of eight cases nothing. */
const finish = (scene: Scene, draft: Draft): Made => {
  const { by } = scene;
  let path = pathOf(draft);
  let { method, body, type } = draft;
  const headers = { ...draft.headers };
  const spots = typeof body === 'object' && body !== null ? places(body) : [];
  const change = by.one<() => void>([
    () => undefined,
    () => (spots.length > 0 ? by.one(spots)(oddOne(scene)) : undefined),
    () => (spots.length > 0 ? by.one(spots)(oddOne(scene)) : undefined),
    () => (spots.length > 0 ? by.one(spots)(undefined) : undefined),
    () => {
      const at = Math.floor(Number(by.one(['0', '1', '2', '3'])));
      const query = draft.query.map(([name, value], i): [string, string] => [
        name,
        i === at % draft.query.length ? utf8(oddOne(scene)).slice(0, 3000) : value,
      ]);
      path = pathOf({ ...draft, query });
    },
    () => {
      const query: [string, string][] = [
        ...draft.query,
        by.one(draft.query.length > 0 ? draft.query : [['household', foreign(scene)] as [string, string]]),
      ];
      path = pathOf({ ...draft, query });
    },
    () => {
      const parts = draft.path.split('/');
      const at = parts.length - 1 - Number(by.one(['0', '1', '0']));
      parts[at] = by.is(0.4) ? encode(foreign(scene)) : part(by);
      path = pathOf({ ...draft, path: parts.join('/') });
    },
    () => {
      path = by.one(tricks)(path, by);
    },
    () => {
      if (body === undefined)
        method = by.one(['HEAD', 'OPTIONS', 'POST', 'DELETE', 'PATCH', 'PUT', 'TRACE', 'PROPFIND', 'QUERY']);
      else
        by.one<() => void>([
          () => {
            type = by.one(wrongTypes);
          },
          () => {
            const sent = utf8(body);
            body = sent.slice(0, Math.floor(sent.length * Number(by.one(['.2', '.5', '.9', '.99']))));
          },
          () => {
            body = `${utf8(body)}${by.one(['\0', '}', ' ,', '\ufeff', '\ud800'])}`;
          },
          () => {
            body = [body];
          },
        ])();
    },
    () => {
      const household = draft.query.findIndex(([name]) => name === 'household');
      if (household >= 0)
        path = pathOf({ ...draft, query: draft.query.with(household, ['household', foreign(scene)]) });
      else path = path.replace(scene.cast.household, foreign(scene));
    },
    () => {
      Object.assign(
        headers,
        by.one<Record<string, string>>([
          { 'content-encoding': by.one(['gzip', 'br', 'deflate', 'identity', 'x']) },
          { 'if-none-match': by.one(['*', '"a"', 'W/"', '"'.repeat(100)]) },
          { 'accept-encoding': by.one(['gzip;q=0', 'br', '*;q=0', 'x']) },
          { accept: by.one(['text/event-stream', 'image/png', '*/*;q=x', ',']) },
          { range: by.one(['bytes=0-', 'bytes=9-1', 'bytes=0-0,2-3', 'items=1']) },
          { 'accept-language': by.one(['hi', 'xx-'.repeat(500), '*;q=0']) },
          { origin: by.one(['null', 'https://evil.example', '']) },
          { expect: '100-continue' },
          { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'ftp' },
          { 'last-event-id': by.one(['-1', '9'.repeat(30), 'x']) },
          { 'x-upsert': by.one(['true', 'x']) },
        ]),
      );
    },
  ]);
  change();
  return {
    method,
    path,
    ...(body !== undefined && { body: utf8(body) }),
    ...(type !== undefined && { type }),
    headers,
  } as Made;
};

const at = (by: Chance) => `${by.one(days)}T0${by.one(['0', '1', '2'])}:00:00Z`;

/** Files as people and hardware send them, by the type of the body. */
const documents: Readonly<Record<string, (scene: Scene) => string>> = {
  'text/csv': ({ by }) =>
    by.one([
      `time,value\n${at(by)},1.5\n${at(by)},2.5\n`,
      `date;kWh\n01.11.2026;1,5\n02.11.2026;2,5\n`,
      `day,mean\n2026-11-01,9.5\n2026-11-02,-40\n`,
      '"a\nb",c\n1',
    ]),
  'application/xml': () =>
    '<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><entry><content><UsagePoint xmlns="http://naesb.org/espi"><ServiceCategory><kind>0</kind></ServiceCategory></UsagePoint></content></entry><entry><content><IntervalBlock xmlns="http://naesb.org/espi"><interval><duration>3600</duration><start>1760000000</start></interval><IntervalReading><timePeriod><duration>3600</duration><start>1760000000</start></timePeriod><value>12</value></IntervalReading></IntervalBlock></content></entry></feed>',
  'application/x-www-form-urlencoded': ({ by }) =>
    `data=${encode(JSON.stringify([[by.one([0, -10, 1e12]), 'node', by.one(numbers)]]))}`,
};
const plain: Readonly<Record<string, (scene: Scene) => string>> = {
  '/api/v2/write': ({ by, cast }) =>
    `energy,meter=${by.one(cast.meterKeys)} value=${by.one([1, 2e5, -1])} ${Date.now()}`,
  '/api/v1/dsmr': () =>
    '/XMX5LGBBFG1009394887\r\n\r\n1-3:0.2.8(50)\r\n0-0:1.0.0(260102120000W)\r\n1-0:1.8.1(000051.775*kWh)\r\n1-0:1.8.2(000000.000*kWh)\r\n!\r\n',
  '/api/v1/prices': ({ by }) => `time,price\n${at(by)},0.1\n${at(by)},0.3\n`,
  '/api/v1/tariffs/urdb': () =>
    JSON.stringify({
      items: [{ label: 'a', name: 'b', energyratestructure: [[{ rate: 0.1 }]], energyweekdayschedule: [[0]] }],
    }),
};

const damaged = ({ by }: Scene, whole: string): string => {
  if (by.is(0.4)) return whole;
  const cut = Math.floor(whole.length * Number(by.one(['0', '.1', '.3', '.5', '.7', '.9'])));
  return `${whole.slice(0, cut)}${by.is(0.6) ? text(by) : ''}${by.is(0.7) ? whole.slice(cut + 1) : ''}`;
};

const ofOperation = (scene: Scene, { method, path, parameters, body }: Operation): Draft => {
  const { by } = scene;
  const filled = path.replace(/([\w-]+\/)?\{(\w+)\}/g, (_all, before: string | undefined, name: string) => {
    const schema = parameters.find((one) => one.name === name)?.schema ?? {};
    const table = tableOf[name] ?? tableOf[(before ?? '').slice(0, -1)] ?? (before ?? '').slice(0, -1);
    const value = schema.enum ? by.one(schema.enum) : some(scene, name === 'item' ? 'community_posts' : table);
    return `${before ?? ''}${encode(String(value))}`;
  });
  const query = parameters
    .filter((one) => one.in === 'query' && by.is(0.75))
    .map(({ name, schema }): [string, string] => [name, utf8(fitting(scene, schema ?? {}, name))]);
  const draft = { method: method.toUpperCase(), path: filled, query };
  if (!body) return draft;
  if (body.type === 'application/json') return { ...draft, body: fitting(scene, body.schema), type: body.type };
  const whole = (plain[path] ?? documents[body.type] ?? (() => 'a,b\n1,2'))(scene);
  return { ...draft, body: damaged(scene, whole), type: body.type };
};

export const nearlyService = (scene: Scene): Made =>
  finish(scene, ofOperation(scene, scene.by.one(scene.world.operations)));

const cell = (scene: Scene, { name, type, checks, isNeeded }: Column): unknown => {
  const { by, cast } = scene;
  if (name === 'household_id') return cast.household;
  if (name === 'user_id') return cast.owner.userId;
  if (type === 'uuid') return by.is(0.1) ? foreign(scene) : some(scene, `${name.replace(/_id$/, '')}s`);
  if (type === 'date') return by.one(days);
  // Not those by which the other home's numbers are known.
  if (/int|numeric|double|real/.test(type)) return by.one([1, 0, 7, 60, 12.5]);
  const [value] = candidates(
    { name, type, checks, isNeeded },
    { household: cast.household, userId: cast.owner.userId },
  );
  if (type.startsWith('json')) return JSON.parse(value ?? '{}');
  return /^(mark-|\d{5})/.test(String(value)) ? by.one(texts) : value;
};

const operators = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'in', 'is', 'like', 'ilike', 'not.eq'];

export const nearlyTable = (scene: Scene): Made => {
  const { by, world, cast } = scene;
  const table: Table = by.one(world.tables.filter(({ schema }) => schema === 'public'));
  const { name, columns, owner } = table;
  const path = `/rest/v1/${name}`;
  const column = () => by.one(columns);
  const condition = (): [string, string] => {
    const one = column();
    const value = utf8(cell(scene, one));
    const operator = by.one(operators);
    return [one.name, `${operator}.${operator === 'in' ? `(${value})` : operator === 'is' ? 'null' : value}`];
  };
  const read: [string, string][] = [
    ['select', by.one(['*', column().name, `${column().name},${column().name}`, `*,${by.one(world.tables).name}(*)`])],
    ...(by.is(0.5) ? [condition()] : []),
    ...(by.is(0.3) ? [['order', `${column().name}.desc`] as [string, string]] : []),
    ...(by.is(0.3) ? [['limit', by.one(['1', '10', '1000'])] as [string, string]] : []),
  ];
  const row = (share: number) =>
    Object.fromEntries(
      columns
        .filter((one) => one.isNeeded || one.name === owner || by.is(share))
        .map((one) => [one.name, cell(scene, one)]),
    );
  const own: [string, string] = cast.ids[name]
    ? ['id', `eq.${some(scene, name)}`]
    : [owner ?? column().name, `eq.${cast.household}`];
  const type = 'application/json';
  const headers = by.is(0.5)
    ? { prefer: by.one(['return=representation', 'count=exact', 'return=minimal', 'resolution=merge-duplicates']) }
    : {};
  return finish(
    scene,
    by.one<() => Draft>([
      () => ({ method: 'GET', path, query: read, headers }),
      () => ({ method: 'GET', path, query: read, headers }),
      () => ({
        method: 'POST',
        path,
        query: by.is(0.3) ? [['on_conflict', 'id']] : [],
        body: by.is(0.8) ? row(0.15) : [row(0.1), row(0.1)],
        type,
        headers,
      }),
      () => ({ method: 'PATCH', path, query: [own], body: { [column().name]: cell(scene, column()) }, type, headers }),
      () => {
        const one = column();
        return { method: 'PATCH', path, query: [own], body: { [one.name]: cell(scene, one) }, type, headers };
      },
      () => ({ method: 'DELETE', path, query: [own, condition()], headers }),
    ])(),
  );
};

export const nearlyFunction = (scene: Scene): Made => {
  const { by, world, cast } = scene;
  const { name, args } = by.one(world.functions);
  const body = Object.fromEntries(
    args.map((arg) => [
      arg,
      /household/.test(arg)
        ? cast.household
        : by.one<unknown>([some(scene, 'connected_devices'), 'hall', 1, '2026-01-01', {}, []]),
    ]),
  );
  return finish(scene, { method: 'POST', path: `/rest/v1/rpc/${name}`, query: [], body, type: 'application/json' });
};

export const nearlyAuth = (scene: Scene): Made => {
  const { by, cast } = scene;
  const type = 'application/json';
  const post = (path: string, body: unknown, query: [string, string][] = []): Draft => ({
    method: 'POST',
    path: `/auth/v1/${path}`,
    query,
    body,
    type,
  });
  const factor = () => some(scene, 'factors');
  const name = () => `n${by.one([1, 2, 3, 4, 5])}${cast.madeAt}@example.org`;
  return finish(
    scene,
    by.one<() => Draft>([
      () =>
        post('signup', {
          email: name(),
          password: 'kestrel under ice 7',
          data: { display_name: 'Ben', language: 'es' },
        }),
      () => post('token', { email: name(), password: 'kestrel under ice 7' }, [['grant_type', 'password']]),
      () => post('token', { refresh_token: by.one(cast.refreshTokens) }, [['grant_type', 'refresh_token']]),
      () => post('token', { auth_code: 'a', code_verifier: 'b' }, [['grant_type', 'pkce']]),
      () => ({ method: 'GET', path: '/auth/v1/user', query: [] }),
      () => ({
        method: 'PUT',
        path: '/auth/v1/user',
        query: [],
        body: { data: { display_name: 'Cleo', theme: 'dark' } },
        type,
      }),
      () => ({ method: 'PUT', path: '/auth/v1/user', query: [], body: { email: name() }, type }),
      () => post('recover', { email: name() }),
      () => post('resend', { type: by.one(['signup', 'email_change']), email: name() }),
      () => post('verify', { type: 'recovery', token_hash: 'a'.repeat(40) }),
      () => ({
        method: 'GET',
        path: '/auth/v1/verify',
        query: [
          ['token', 'a'.repeat(40)],
          ['type', 'signup'],
          ['redirect_to', '/x'],
        ],
      }),
      () => ({
        method: 'GET',
        path: '/auth/v1/authorize',
        query: [
          ['provider', 'google'],
          ['code_challenge', 'a'.repeat(43)],
          ['code_challenge_method', 's256'],
        ],
      }),
      () => ({
        method: 'GET',
        path: '/auth/v1/callback',
        query: [
          ['state', 'a'],
          ['code', 'b'],
        ],
      }),
      () => post('factors', { factor_type: 'totp', friendly_name: `App ${by.one([1, 2, 3])}`, issuer: 'W' }),
      () => post(`factors/${factor()}/challenge`, {}),
      () => post(`factors/${factor()}/verify`, { challenge_id: factor(), code: '123456' }),
      () => ({ method: 'DELETE', path: `/auth/v1/factors/${factor()}`, query: [] }),
      () => post('passkeys/registration/options', {}),
      () => post('passkeys/registration/verify', passkey(by)),
      () => post('passkeys/authentication/options', {}),
      () => post('passkeys/authentication/verify', passkey(by)),
      () => ({ method: 'GET', path: '/auth/v1/passkeys', query: [] }),
      () => ({ method: 'DELETE', path: `/auth/v1/passkeys/${factor()}`, query: [] }),
      () => post('reauthenticate', { password: 'kestrel under ice 7' }),
      () => post('logout', {}, [['scope', by.one(['others', 'local'])]]),
      () => ({
        method: 'GET',
        path: `/auth/v1/${by.one(['settings', 'health', '.well-known/jwks.json', 'reauthenticate'])}`,
        query: [],
      }),
    ])(),
  );
};

const passkey = (by: Chance) => {
  const bytes = Buffer.from(
    `{"type":"webauthn.create","challenge":"${by.one(['a', 'YWJj'])}","origin":"http://127.0.0.1"}`,
  ).toString('base64url');
  return {
    id: 'YWJj',
    rawId: 'YWJj',
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: bytes,
      attestationObject: 'o2NmbXRkbm9uZQ',
      authenticatorData: 'AAAA',
      signature: 'AAAA',
      userHandle: 'AAAA',
    },
  };
};

export const nearlyStorage = (scene: Scene): Made => {
  const { by, cast } = scene;
  const name = by.one(['a.txt', 'Lamp.txt', 'b/c.pdf', 'é.csv']);
  const place = `bills/${cast.household}/${encodeURI(name)}`;
  const type = 'application/json';
  return finish(
    scene,
    by.one<() => Draft>([
      () => ({
        method: 'POST',
        path: `/storage/v1/object/${place}`,
        query: [],
        body: 'a,b\n1,2',
        type: by.one(['text/plain', 'text/csv', 'application/pdf', 'image/png']),
        headers: { 'x-upsert': 'true', 'cache-control': by.one(['max-age=60', 'x'.repeat(300), 'no-cache']) },
      }),
      () => ({
        method: 'PUT',
        path: `/storage/v1/object/${place}`,
        query: [],
        body: '%PDF-1.4',
        type: 'application/pdf',
      }),
      () => ({
        method: 'POST',
        path: `/storage/v1/object/${place}`,
        query: [],
        body: '--b\r\nContent-Disposition: form-data; name="cacheControl"\r\n\r\n60\r\n--b\r\nContent-Disposition: form-data; name=""; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nabc\r\n--b--\r\n',
        type: 'multipart/form-data; boundary=b',
      }),
      () => ({
        method: 'GET',
        path: `/storage/v1/object/${by.one(['', 'authenticated/', 'info/', 'public/'])}${place}`,
        query: [],
      }),
      () => ({
        method: 'POST',
        path: '/storage/v1/object/list/bills',
        query: [],
        body: { prefix: cast.household, limit: 10, offset: 0, search: '', sortBy: { column: 'name', order: 'asc' } },
        type,
      }),
      () => ({
        method: 'DELETE',
        path: '/storage/v1/object/bills',
        query: [],
        body: { prefixes: [`${cast.household}/${name}`] },
        type,
      }),
    ])(),
  );
};

export const nearlyHardware = (scene: Scene): Made => {
  const hardware = scene.world.operations.filter(({ path }) =>
    /^\/(api\/v1\/(readings|dsmr|wmbus)|api\/v2|input)/.test(path),
  );
  const { by, cast } = scene;
  if (by.is(0.5)) return finish(scene, ofOperation(scene, by.one(hardware)));
  const readings = Array.from({ length: by.one([1, 2, 5]) }, () => ({
    meter: by.one(cast.meterKeys),
    at: recent(by),
    value: by.one([1, 12_000, 1e6, 0.5]),
  }));
  return finish(scene, {
    method: 'POST',
    path: '/api/v1/readings',
    query: [],
    body: { readings },
    type: 'application/json',
  });
};

/** What each tool of `/mcp` takes, as its own list says. */
export interface McpTool {
  readonly name: string;
  readonly inputSchema: Schema;
}

export const nearlyMcp = (scene: Scene, tools: readonly McpTool[]): Made => {
  const { by } = scene;
  const tool = by.one(tools);
  const call = (method: string, params: unknown): unknown => ({
    jsonrpc: '2.0',
    id: by.one([1, 'a', 2 ** 40]),
    method,
    params,
  });
  const initialize = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a', version: '1' } };
  const body = by.one<() => unknown>([
    () => call('initialize', initialize),
    () => call('tools/list', {}),
    () => call('ping', {}),
    () => ({ jsonrpc: '2.0', method: 'notifications/initialized' }),
    () => call('tools/call', { name: tool.name, arguments: fitting(scene, tool.inputSchema) }),
    () => call('tools/call', { name: tool.name, arguments: fitting(scene, tool.inputSchema) }),
    () => call('tools/call', { name: tool.name, arguments: fitting(scene, tool.inputSchema) }),
  ])();
  const headers = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' };
  return finish(scene, { method: 'POST', path: '/mcp', query: [], body, type: 'application/json', headers });
};

export const nearlyStream = (scene: Scene): Made => {
  const { by, cast } = scene;
  return finish(
    scene,
    by.one<() => Draft>([
      () => ({
        method: 'GET',
        path: '/api/v1/usage/stream',
        query: [['household', cast.household]],
        headers: { accept: 'text/event-stream' },
      }),
      () => ({
        method: 'GET',
        path: '/api/v1/community/stream',
        query: [['after', by.one(['0', '1', '999999'])]],
        headers: { accept: 'text/event-stream' },
      }),
      () => ({
        method: 'POST',
        path: '/api/v1/assistant',
        query: [],
        body: { text: by.one(texts), language: 'en', household: cast.household },
        type: 'application/json',
      }),
    ])(),
  );
};
