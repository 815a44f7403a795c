/** What nobody would say who means well, as values, parts of an address, bodies and headers. */
import type { Chance } from '../cross-household/target.ts';

const texts: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfff y',
  `${'a'.repeat(250)}@example.org`,
  'é'.repeat(300),
  '🙂'.repeat(100),
  'x'.repeat(9000),
  "'; drop table households; --",
  '"',
  '\\',
  '%',
  '%00',
  '../../etc/passwd',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-0',
  '1e999',
  '9'.repeat(40),
  '-9223372036854775809',
  '9223372036854775807',
  '2147483648',
  '0x10',
  '1.5',
  '2026-13-45',
  '9999999-01-01',
  '-infinity',
  '0000-00-00',
  '+275760-09-13T00:00:01Z',
  '2026-02-30T25:61:61Z',
  '4714-01-01 BC',
  '{',
  '{}',
  '{"a":1}',
  '{null}',
  '[',
  '(',
  ')',
  '()',
  ',',
  '.',
  '*',
  '::int',
  '$1',
  '$$',
  'a.b.c',
  'true',
  '\u202e',
  '\uffff',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-fffffffffffg',
  '__proto__',
  'constructor',
  'toString',
  'public.households',
  'Europe/Madrid\0',
  '<script>alert(1)</script>',
];

export const numbers = [0, -1, 1.5, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 2 ** 63, 1e19, 1e308, -1e308, 5e-324, 1e-7];

const deep = (levels: number): unknown => {
  let inner: unknown = 1;
  for (let level = 0; level < levels; level++) inner = level % 2 ? { a: inner } : [inner];
  return inner;
};

export const text = (by: Chance): string => by.one(texts);

export const nasty = (by: Chance): unknown =>
  by.one<() => unknown>([
    () => text(by),
    () => text(by),
    () => text(by),
    () => by.one(numbers),
    () => null,
    () => by.is(0.5),
    () => [],
    () => ({}),
    () => [nasty(by)],
    () => ({ [text(by)]: text(by) }),
    () => Array.from({ length: 1200 }, () => 1),
    () => deep(by.one([5, 90, 800])),
  ])();

/** Bodies as bytes: some are no JSON, some no text, one is deeper than any stack. */
const rawBodies: readonly string[] = [
  '',
  'null',
  'true',
  '0',
  '""',
  '[]',
  '[null]',
  '{',
  '{"a":',
  '{"a":1e999}',
  '{"a":1,"a":2}',
  '{"__proto__":{"a":1}}',
  '"\\ud800"',
  '\ufeff{}',
  '['.repeat(50_000),
  '['.repeat(20_000) + ']'.repeat(20_000),
  '{"a":'.repeat(20_000) + '1' + '}'.repeat(20_000),
  `{"a":${'9'.repeat(5000)}}`,
];

export const encode = (said: string): string => {
  try {
    return encodeURIComponent(said);
  } catch {
    return '%ED%A0%80';
  }
};
/** As parts of an address, also such as no encoder would make. */
export const part = (by: Chance): string =>
  by.is(0.1) ? by.one(['%', '%zz', '%00', '%FF', '%ED%A0%80', '%C0%80']) : encode(text(by));

export const maybe = (by: Chance, share: number, make: () => string): string => (by.is(share) ? make() : '');

export const json = (by: Chance, make: () => unknown): string =>
  by.is(0.06) ? by.one(rawBodies) : (JSON.stringify(make()) ?? '');

/** Headers that say how the answer should be. */
export const nastyHeaders = (by: Chance): Record<string, string> => {
  const latin = () => text(by).replace(/[^\x20-\x7e\xa0-\xff]/g, '?');
  return {
    ...(by.is(0.3) && {
      prefer: by.one([
        'return=representation',
        'count=exact',
        'count=planned',
        'count=estimated',
        'resolution=merge-duplicates',
        'missing=default,return=representation',
        'tx=rollback',
        'max-affected=x,handling=strict',
        'return=headers-only',
        latin(),
      ]),
    }),
    ...(by.is(0.2) && {
      range: by.one(['0-0', '5-1', '-5', '0-', 'x-y', 'bytes=0-1', 'bytes=99-1', '99999999999999999999-', latin()]),
      'range-unit': by.one(['items', latin()]),
    }),
    ...(by.is(0.15) && {
      accept: by.one([
        'text/csv',
        'application/vnd.pgrst.object+json',
        'application/vnd.pgrst.plan',
        'application/xml',
        latin(),
      ]),
    }),
    ...(by.is(0.08) && { 'accept-profile': latin(), 'content-profile': latin() }),
    ...(by.is(0.08) && { 'user-agent': latin(), 'x-client-info': latin(), 'x-supabase-api-version': latin() }),
    ...(by.is(0.05) && {
      'if-none-match': latin(),
      'if-modified-since': latin(),
      'last-event-id': latin(),
      cookie: latin(),
    }),
  };
};
