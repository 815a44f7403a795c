/** Attempts through the other doors: the service's own interface as it describes itself, storage, sign-in. */
import type { Chance, Made, Schema, Target } from './target.ts';

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
