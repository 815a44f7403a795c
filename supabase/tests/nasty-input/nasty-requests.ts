/** Requests that nobody would send who means well: every door, every place where something may be said. */
import type { Chance, Made, Schema, Target } from '../cross-household/target.ts';
import type { Table } from '../cross-household/victim.ts';
import { encode, json, maybe, nasty, numbers, part, text } from './nasty-values.ts';

export interface NastyTarget extends Pick<Target, 'tables' | 'operations'> {
  readonly functions: readonly { name: string; args: string[] }[];
  readonly household: string;
}

const grants = ['password', 'refresh_token', 'pkce', 'id_token', 'web3', 'magic'];
const authFields = [
  'email',
  'password',
  'phone',
  'token',
  'token_hash',
  'type',
  'refresh_token',
  'auth_code',
  'code_verifier',
  'code_challenge',
  'code_challenge_method',
  'data',
  'provider',
  'nonce',
  'scope',
  'gotrue_meta_security',
  'channel',
  'app_metadata',
  'factor_type',
  'create_user',
  'options',
  'id_token',
];
const authRoutes: readonly (readonly [method: string, route: string])[] = [
  ['POST', 'signup'],
  ['POST', 'signup'],
  ['POST', 'token'],
  ['POST', 'token'],
  ['POST', 'recover'],
  ['POST', 'resend'],
  ['POST', 'verify'],
  ['GET', 'verify'],
  ['GET', 'user'],
  ['PUT', 'user'],
  ['PUT', 'user'],
  ['GET', 'authorize'],
  ['GET', 'callback'],
  ['POST', 'callback'],
  ['GET', 'settings'],
  ['GET', 'reauthenticate'],
  ['POST', 'factors'],
  ['POST', 'otp'],
  ['POST', 'magiclink'],
  ['POST', 'sso'],
  ['POST', 'invite'],
  ['GET', 'admin/users'],
  ['PUT', 'admin/users/x'],
  ['GET', 'user/identities/authorize'],
  ['DELETE', 'user/identities/x'],
];

/** Now and then one that is good as far as it goes, so that what comes after is reached. */
const authValue = (by: Chance, name: string): unknown => {
  if (by.is(0.5)) return nasty(by);
  if (name === 'email')
    return by.one([`n${Math.floor(1e9 * Number(by.is(0.5)))}@example.org`, 'ada@example.org', text(by)]);
  if (name === 'password') return by.one(['kestrel under ice', `kestrel${text(by)}`]);
  if (name === 'data') return { [by.one(['display_name', 'language', text(by)])]: nasty(by) };
  return by.one(['signup', 'recovery', 'email_change', 's256', '00000000-0000-4000-8000-000000000000', 'x']);
};

export const ofAuth = (by: Chance): Made => {
  const [method, route] = by.one(authRoutes);
  const query = [
    route === 'token' ? `grant_type=${by.is(0.8) ? by.one(grants) : part(by)}` : '',
    maybe(
      by,
      0.3,
      () => `${by.one([...authFields, 'redirect_to', 'provider', 'state', 'code', 'token', 'type'])}=${part(by)}`,
    ),
    maybe(by, 0.5, () => `${by.one(['token', 'code', 'state', 'provider', 'type'])}=${part(by)}`),
  ];
  const path = `/auth/v1/${route}?${query.filter(Boolean).join('&')}`;
  if (method === 'GET') return { method, path };
  const names = [...(by.is(0.7) ? ['email', 'password'] : []), ...authFields.filter(() => by.is(0.15))];
  return { method, path, body: json(by, () => Object.fromEntries(names.map((name) => [name, authValue(by, name)]))) };
};

const types = [
  'int',
  'text',
  'uuid',
  'jsonb',
  'date',
  'interval',
  'numeric',
  'int[]',
  'boolean',
  'regclass',
  'nothing',
  'point',
];
const operators =
  'eq neq gt gte lt lte like ilike match imatch is isdistinct in cs cd ov sl sr nxr nxl adj fts plfts phfts wfts not.eq not.is eq(any) like(all) nonsense'.split(
    ' ',
  );

const column = (by: Chance, { columns }: Table): string => (by.is(0.9) ? by.one(columns).name : part(by));

const selected = (by: Chance, { tables, functions }: NastyTarget, table: Table): string => {
  const one = () => column(by, table);
  const other = () => by.one(tables).name;
  return by.one([
    () => '*',
    () => `${one()}::${by.one(types)}`,
    () => `${one()}::${part(by)}`,
    () => `${one()}.${by.one(['sum', 'avg', 'max', 'count', 'nonsense'])}()`,
    () => `${one()}.sum()::${by.one(types)}`,
    () => `count(),${one()}`,
    () => `${one()}->${part(by)}->>${part(by)}`,
    () => `*,${other()}(*)`,
    () => `*,${other()}!inner(${one()}::${by.one(types)})`,
    () => `*,...${other()}(${one()})`,
    () => `*,${other()}!${part(by)}(*)`,
    () => `*,${other()}(*,${other()}(*,${other()}(*)))`,
    () => `a:${one()},a:${one()}`,
    () => `${part(by)}:${one()}`,
    () => by.one(functions).name,
    () => '('.repeat(300),
    () => `${one()}(`.repeat(200),
    () => part(by),
    () => '',
  ])();
};

const condition = (by: Chance, table: Table): string =>
  by.one([
    () => `${column(by, table)}=${by.one(operators)}.${part(by)}`,
    () => `${column(by, table)}=${by.one(operators)}.${part(by)}`,
    () => `${column(by, table)}=in.(${part(by)},${part(by)})`,
    () => `${column(by, table)}=${by.one(['cs', 'cd', 'ov'])}.{${part(by)}}`,
    () => `${column(by, table)}->${part(by)}=eq.${part(by)}`,
    () => `or=(${column(by, table)}.${by.one(operators)}.${part(by)},and(${part(by)}))`,
    () => `and=${'(and'.repeat(by.one([1, 300]))}`,
    () => `${part(by)}=${part(by)}`,
    () => `${column(by, table)}=${part(by)}`,
  ])();

const row = (by: Chance, { columns }: Table): unknown =>
  Object.fromEntries(columns.filter(() => by.is(0.4)).map(({ name }) => [by.is(0.95) ? name : text(by), nasty(by)]));

export const ofTable = (by: Chance, target: NastyTarget): Made => {
  const table = by.one(target.tables);
  const path = `/rest/v1/${by.is(0.97) ? table.name : part(by)}`;
  const query = [
    maybe(by, 0.7, () => `select=${selected(by, target, table)}`),
    maybe(by, 0.5, () => condition(by, table)),
    maybe(by, 0.2, () => condition(by, table)),
    maybe(
      by,
      0.3,
      () => `order=${column(by, table)}${by.one(['', '.asc', '.desc.nullslast', `.${part(by)}`, `->${part(by)}`])}`,
    ),
    maybe(
      by,
      0.2,
      () => `${by.one(['limit', 'offset'])}=${by.one(['-1', '0', '1e9', '99999999999999999999', part(by)])}`,
    ),
    maybe(by, 0.1, () => `on_conflict=${by.is(0.5) ? column(by, table) : part(by)}`),
    maybe(by, 0.1, () => `columns=${by.is(0.5) ? column(by, table) : part(by)}`),
    maybe(by, 0.05, () => `${by.one(target.tables).name}.${condition(by, table)}`),
  ];
  const asked = `${path}?${query.filter(Boolean).join('&')}`;
  const rows = () => (by.is(0.7) ? row(by, table) : [row(by, table), row(by, table)]);
  const method = by.one(['GET', 'GET', 'GET', 'HEAD', 'POST', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND']);
  if (/GET|HEAD|OPTIONS|DELETE/.test(method)) return { method, path: asked };
  return { method, path: asked, body: json(by, rows) };
};

export const ofFunction = (by: Chance, target: NastyTarget): Made => {
  const { name, args } = by.one(target.functions);
  const given = () => Object.fromEntries(args.map((arg) => [by.is(0.95) ? arg : text(by), nasty(by)]));
  if (by.is(0.3))
    return { method: 'GET', path: `/rest/v1/rpc/${name}?${args.map((arg) => `${arg}=${part(by)}`).join('&')}` };
  return { method: 'POST', path: `/rest/v1/rpc/${name}?select=${part(by)}`, body: json(by, given) };
};

const place = (by: Chance, { household }: NastyTarget): string =>
  by.one([
    `bills/${household}/${part(by)}`,
    `${part(by)}/${part(by)}`,
    `bills/${household}/a.txt`,
    `bills/${'x/'.repeat(200)}`,
  ]);

export const ofStorage = (by: Chance, target: NastyTarget): Made =>
  by.one<() => Made>([
    () => ({
      method: by.one(['GET', 'HEAD']),
      path: `/storage/v1/object/${by.one(['', 'authenticated/', 'public/', 'info/', 'sign/'])}${place(by, target)}`,
    }),
    () => ({
      method: by.one(['POST', 'PUT']),
      path: `/storage/v1/object/${place(by, target)}`,
      body: text(by),
      type: by.one(['text/plain', 'text/csv', text(by)]),
    }),
    () => ({
      method: 'POST',
      path: `/storage/v1/object/${place(by, target)}`,
      body: `--b\r\nContent-Disposition: form-data; name="${text(by)}"\r\n\r\n${text(by)}`,
      type: 'multipart/form-data; boundary=b',
    }),
    () => ({
      method: 'POST',
      path: `/storage/v1/object/list/${by.one(['bills', part(by)])}`,
      body: json(by, () => ({
        [by.one(['prefix', 'search', 'limit', 'offset', 'sortBy'])]: nasty(by),
        prefix: by.is(0.5) ? text(by) : '',
      })),
    }),
    () => ({
      method: 'DELETE',
      path: `/storage/v1/object/${by.one(['bills', part(by)])}`,
      body: json(by, () => ({ prefixes: [nasty(by), text(by)] })),
    }),
    () => ({ method: 'POST', path: `/storage/v1/${part(by)}`, body: json(by, () => nasty(by)) }),
    () => ({ method: 'GET', path: `/storage/v1/bucket/${part(by)}` }),
  ])();

/** What a schema asks for, mostly, so that what lies behind the first check is reached. */
const fitting = (by: Chance, target: NastyTarget, schema: Schema): unknown => {
  if (by.is(0.12)) return nasty(by);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return by.one(schema.enum);
  if (schema.anyOf) return fitting(by, target, by.one(schema.anyOf));
  switch (schema.type ?? 'string') {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(() => by.is(0.9))
          .map(([name, inner]) => [name, /^household$/i.test(name) ? target.household : fitting(by, target, inner)]),
      );
    case 'array':
      return [fitting(by, target, schema.items ?? {})];
    case 'integer':
    case 'number':
      return by.one([...numbers, 1, 12, 60, 1_760_000_000]);
    case 'boolean':
      return by.is(0.5);
    default:
      if (schema.format === 'uuid') return by.one([target.household, text(by)]);
      if (schema.format?.startsWith('date')) return by.one(['2026-11-01T00:00:00Z', '2026-11-01', text(by)]);
      return by.one(['electricity', 'Europe/Madrid', 'EUR', 'text', text(by), text(by)]);
  }
};

export const ofService = (by: Chance, target: NastyTarget): Made => {
  const { method, path, parameters, body } = by.one(target.operations);
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) =>
    name === 'household' && by.is(0.8) ? target.household : part(by),
  );
  const query = parameters
    .filter((one) => one.in === 'query' && by.is(0.8))
    .map(({ name }) => {
      if (name === 'household' && by.is(0.9)) return `${name}=${target.household}`;
      if (by.is(0.5)) return `${name}=${part(by)}`;
      return `${name}=${by.one(['2026-11-01', '2026-11-02T00:00:00Z', '1', 'electricity', 'day', 'month', '1760000000'])}`;
    });
  const asked = { method: method.toUpperCase(), path: `${filled}?${query.join('&')}` };
  if (!body) return asked;
  if (body.type !== 'application/json') return { ...asked, body: lines(by), type: body.type };
  return { ...asked, body: json(by, () => fitting(by, target, body.schema)) };
};

const lines = (by: Chance): string =>
  by.one([
    () => `at,value\n${text(by)},${text(by)}\n`,
    () => `meter,id=${text(by)} value=${by.one(numbers)} ${by.one(numbers)}\n`,
    () => `${text(by)}\n${text(by)}`,
    () => `/XMX5${text(by)}\r\n\r\n1-0:1.8.1(${text(by)}*kWh)\r\n!0000`,
  ])();

const tools = ['usage', 'bills', 'devices', 'tools/list', 'initialize', 'tools/call', 'resources/read', '__proto__'];

/** What hardware and other assistants say. */
export const ofHardware = (by: Chance): Made =>
  by.one<() => Made>([
    () => ({
      method: 'POST',
      path: `/api/v2/write?precision=${part(by)}&bucket=${part(by)}`,
      body: lines(by),
      type: 'text/plain',
    }),
    () => ({
      method: 'POST',
      path: '/api/v1/readings',
      body: json(by, () => ({ readings: [{ meter: nasty(by), at: nasty(by), value: nasty(by) }] })),
    }),
    () => ({
      method: by.one(['GET', 'POST']),
      path: `/input/post?node=${part(by)}&fulljson=${encode(JSON.stringify(nasty(by)) ?? '')}&time=${part(by)}`,
    }),
    () => ({
      method: 'POST',
      path: `/input/bulk?data=${encode(JSON.stringify([[by.one(numbers), text(by), nasty(by)]]))}&time=${part(by)}`,
    }),
    () => ({ method: 'POST', path: `/api/v1/dsmr?meter=${part(by)}`, body: lines(by), type: 'text/plain' }),
    () => ({
      method: 'POST',
      path: '/api/v1/wmbus',
      body: json(by, () => ({ name: nasty(by), id: nasty(by), total_m3: nasty(by), timestamp: nasty(by) })),
    }),
    () => ({
      method: 'POST',
      path: '/mcp',
      body: json(by, () => ({
        jsonrpc: by.one(['2.0', text(by)]),
        id: nasty(by),
        method: by.one(tools),
        params: by.is(0.5) ? nasty(by) : { name: by.one(tools), arguments: { [text(by)]: nasty(by), from: nasty(by) } },
      })),
    }),
  ])();
