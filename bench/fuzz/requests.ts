/** Which request is number so-and-so of a seed: by which door, who sends it, and what it says. */
import {
  ofFunction as foreignFunction,
  ofService as foreignService,
  ofStorage as foreignStorage,
  ofTable as foreignTable,
} from '../../supabase/tests/cross-household/doors.ts';
import { type Chance, chance, type Made } from '../../supabase/tests/cross-household/target.ts';
import {
  ofAuth,
  ofFunction,
  ofHardware,
  ofService,
  ofStorage,
  ofTable,
} from '../../supabase/tests/nasty-input/nasty-requests.ts';
import { nastyHeaders } from '../../supabase/tests/nasty-input/nasty-values.ts';
import type { BrokerAsked } from './broker.ts';
import type { Cast, Sender, SenderName, World } from './homes.ts';
import {
  type McpTool,
  nearlyAuth,
  nearlyFunction,
  nearlyHardware,
  nearlyMcp,
  nearlyService,
  nearlyStorage,
  nearlyStream,
  nearlyTable,
  type Scene,
} from './nearly.ts';
import { type Asked, rawRequest } from './send.ts';

type Spoken = 'auth' | 'table' | 'storage' | 'service' | 'hardware' | 'stream' | 'mcp';
type Door = Spoken | 'mqtt' | 'raw HTTP';

/** Out of a hundred requests; half are right but for one thing. */
const shares: readonly (readonly [share: number, door: Door, kind: 'nasty' | 'nearly' | 'foreign'])[] = [
  [5, 'auth', 'nasty'],
  [7, 'auth', 'nearly'],
  [10, 'table', 'nasty'],
  [12, 'table', 'nearly'],
  [4, 'table', 'foreign'],
  [3, 'storage', 'nasty'],
  [5, 'storage', 'nearly'],
  [1, 'storage', 'foreign'],
  [7, 'service', 'nasty'],
  [20, 'service', 'nearly'],
  [5, 'service', 'foreign'],
  [3, 'hardware', 'nasty'],
  [5, 'hardware', 'nearly'],
  [2, 'stream', 'nearly'],
  [5, 'mcp', 'nearly'],
  [4, 'mqtt', 'nasty'],
  [2, 'raw HTTP', 'nasty'],
];
const whole = shares.flatMap(([share, ...rest]) => Array.from({ length: share }, () => rest));

const people: readonly SenderName[] = [
  'owner',
  'owner',
  'owner',
  'owner',
  'member',
  'member',
  'viewer',
  'guest',
  'guest',
  'administrator',
  'nobody',
];
const programs: Partial<Record<Door, SenderName>> = { hardware: 'ingest token', mcp: 'assistant token' };

/** What ends a session, an account, a home or a token: of the people that the rest is asked with, only now and then. */
const selfHarm =
  /sessions|account\/(ending|access\/end)|\/logout|\/transfer|^DELETE \/api\/v1\/household|^DELETE \/api\/v1\/tokens|(DELETE|PATCH|PUT|POST) \/rest\/v1\/(households|household_members|ingest_tokens|assistant_tokens)|^PUT \/auth\/v1\/user/;

const senderOf = (by: Chance, { forged }: World, { senders }: Cast, door: Door, made: Made): Sender => {
  const program = programs[door];
  if (by.is(0.07)) {
    const { name, token } = by.one(forged);
    return { name: `forged: ${name}`, token, userId: '' };
  }
  const isProgram = program !== undefined && by.is(0.85);
  const stray: readonly SenderName[] = ['ingest token', 'assistant token'];
  const wanted: SenderName = isProgram ? program : by.one(by.is(0.04) ? stray : people);
  const spared: readonly SenderName[] = ['passer-by', 'nobody'];
  return senders[selfHarm.test(`${made.method} ${made.path}`) && by.is(0.97) ? by.one(spared) : wanted];
};

const doorOf = (scene: Scene, door: Spoken, kind: string, tools: readonly McpTool[]): Made => {
  const { by, world, cast } = scene;
  const target = {
    ...world,
    household: cast.household,
    tables: kind === 'nasty' ? world.tables.filter(({ schema }) => schema === 'public') : world.tables,
  };
  switch (door) {
    case 'auth':
      return kind === 'nasty' ? ofAuth(by) : nearlyAuth(scene);
    case 'table': {
      const isFunction = by.is(0.2);
      if (kind === 'nasty') return isFunction ? ofFunction(by, target) : ofTable(by, target);
      if (kind === 'foreign') return isFunction ? foreignFunction(by, target) : foreignTable(by, target);
      return isFunction ? nearlyFunction(scene) : nearlyTable(scene);
    }
    case 'storage':
      return kind === 'nasty'
        ? ofStorage(by, target)
        : kind === 'foreign'
          ? foreignStorage(by, target)
          : nearlyStorage(scene);
    case 'service':
      return kind === 'nasty'
        ? ofService(by, target)
        : kind === 'foreign'
          ? foreignService(by, target)
          : nearlyService(scene);
    case 'hardware':
      return kind === 'nasty' ? ofHardware(by) : nearlyHardware(scene);
    case 'stream':
      return nearlyStream(scene);
    case 'mcp':
      return nearlyMcp(scene, tools);
  }
};

const plain = (said: string): string => said.replace(/[^\x20-\x7e\xa0-\xff]/g, '?');

/** Each from an address of its own: limits by address are not what is tried. */
const addressOf = (index: number): string => `10.${(index >> 16) & 127}.${(index >> 8) & 255}.${index & 255}`;

/** A password is hashed, in a thread that works for a quarter of the time. */
export const isHashed = ({ method, path, body = '' }: Asked): boolean =>
  path.startsWith('/auth/v1/') &&
  ((/signup|grant_type=password|reauthenticate/.test(path) && method === 'POST') ||
    (/\/user/.test(path) && /password/.test(body)));

export type Numbered = { readonly asked: Asked; readonly broker?: BrokerAsked };

export interface Maker {
  readonly seed: number;
  readonly world: World;
  readonly tools: readonly McpTool[];
  readonly makeBroker: (by: Chance, cast: Cast) => BrokerAsked;
}

export const makeRequest = ({ seed, world, tools, makeBroker }: Maker, cast: Cast, index: number): Numbered => {
  const by = chance((seed ^ Math.imul(index + 1, 0x9e3779b1)) >>> 0);
  const [door, kind] = by.one(whole) as [Door, string];
  const base = { index, door, method: '', path: '', headers: {}, sender: '' };
  if (door === 'mqtt') {
    const broker = makeBroker(by, cast);
    return { asked: { ...base, sender: 'ingest token', path: broker.what }, broker };
  }
  const own = cast.senders[by.one(people)];
  if (door === 'raw HTTP')
    return { asked: { ...base, sender: own.name, raw: rawRequest(by, `Bearer ${own.token}`, world.anonKey) } };
  const scene = { by, world, cast };
  const made = doorOf(scene, door, kind, tools) as Made & { headers?: Record<string, string> };
  const sender = senderOf(by, world, cast, door, made);
  const { body } = made;
  const said = body === undefined || typeof body === 'string' ? body : (JSON.stringify(body) ?? '');
  const headers: Record<string, string> = {
    apikey: by.is(0.98) ? world.anonKey : 'x',
    'x-forwarded-for': addressOf(index),
    ...(sender.token && { authorization: `Bearer ${plain(sender.token)}` }),
    ...(said !== undefined && { 'content-type': plain(made.type ?? 'application/json') }),
    ...made.headers,
    ...(kind === 'nasty' && nastyHeaders(by)),
  };
  return {
    asked: {
      ...base,
      sender: sender.name,
      method: made.method,
      path: made.path.replace(/[^\x21-\x7e]/g, '?'),
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, plain(value)])),
      ...(said !== undefined && { body: said }),
    },
  };
};
