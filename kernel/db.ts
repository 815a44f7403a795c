/** The only ways to the database: as a person, under policies; or through the engine's functions, which check for themselves. */
import { availableParallelism } from 'node:os';
import postgres from 'postgres';
import { createLines, watchLines } from './database-line.ts';

export type Sql = postgres.Sql<{ bigint: number }>;
export type Transaction = postgres.TransactionSql<{ bigint: number }>;

export interface Claims {
  readonly sub: string;
  readonly role?: string;
  /** `aal2`: a second factor was shown. */
  readonly aal?: string;
}

export interface Database {
  /** Connections that may execute `private` functions and nothing else. */
  readonly engine: Sql;
  /** Runs `work` in one transaction with the person's role and claims: their policies hold. */
  asUser<T>(claims: Claims, work: (sql: Transaction) => Promise<T>): Promise<T>;
  /** What a connection is before `asUser`: the anonymous role. For health checks, and for the test that forgets the role. */
  readonly anonymous: Sql;
  /** `again`: the connection that hears was lost and is back; what was said meanwhile is not known. */
  listen(channel: string, heard: (payload: string) => void, again?: () => void): Promise<() => Promise<void>>;
  stop(): Promise<void>;
}

/** int8 fits a double here: Wh, mL and seconds stay far below 2^53. */
const bigint = { to: 20, from: [20], serialize: String, parse: Number };

const hasSeveralHosts = (url: string): boolean => /^[^/]*\/\/(?:[^/?#]*@)?[^/?#@]*,/.test(url);

/** Between two tries to reach it. The driver counts the failures of all connections together, and its own pause would be twenty seconds after a moment. */
const reconnectS = (failures: number): number => Math.min(2 ** failures / 100, 0.5);

/** A connection that nobody needed for so long is closed: each holds its own copy of the catalogue. */
const idleS = 60;

interface DatabaseOptions {
  readonly engine?: number;
  readonly people?: number;
  readonly idleS?: number;
  /** It is reached by a network, whose lines may die without a word. */
  readonly isFar?: boolean;
  /** Sees each statement, where traces are wanted. */
  readonly follow?: ((sql: Sql) => Sql) | undefined;
}

export const openDatabase = (url: string, limits: DatabaseOptions = {}): Database => {
  const { follow = (sql) => sql } = limits;
  const [asking, listening] = [createLines(), createLines()];
  const open = (role: string, max: number, settings: Record<string, string> = {}, lines = asking): Sql =>
    postgres(url, {
      max,
      types: { bigint },
      fetch_types: false,
      connect_timeout: 10,
      backoff: reconnectS,
      // Of several the one that is not a copy.
      ...(hasSeveralHosts(url) && { target_session_attrs: 'primary' }),
      ...(limits.isFar && { socket: lines.open }),
      idle_timeout: limits.idleS ?? idleS,
      onnotice: () => {},
      connection: { application_name: `wattershed-${role}`, role, ...settings },
    });
  // The engine's functions are written for one plan each: without this, small arrays are planned anew at every call.
  const engine = follow(
    open('wattershed_engine', limits.engine ?? Math.max(4, 2 * availableParallelism()), {
      plan_cache_mode: 'force_generic_plan',
      jit: 'off',
    }),
  );
  const people = follow(open('anon', limits.people ?? 4));
  const listener = open('anon', 1, {}, listening);
  const watching = limits.isFar
    ? watchLines({
        listening,
        asking,
        listen: (...asked) => listener.listen(...asked),
        notify: (...said) => listener.notify(...said),
      }).catch(() => () => {})
    : null;
  return {
    engine,
    anonymous: people,
    asUser: async <T>(claims: Claims, work: (sql: Transaction) => Promise<T>): Promise<T> => {
      const result = await people.begin(async (sql) => {
        const json = JSON.stringify({ ...claims, role: 'authenticated' });
        await sql`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${json}, true),
          private.begin_request()`;
        return work(sql);
      });
      return result as T;
    },
    listen: async (channel, heard, again) => {
      const subscription = await listener.listen(channel, heard, again);
      return () => subscription.unlisten();
    },
    stop: async () => {
      (await watching)?.();
      await Promise.all([engine, people, listener].map((sql) => sql.end({ timeout: 3 })));
    },
  };
};

/** A PostgreSQL array as text: the driver's own serialiser is several times slower on thousands of numbers. */
export const pgArray = (values: readonly (number | null)[]): string => {
  let out = '{';
  for (let i = 0; i < values.length; i += 1) {
    if (i > 0) out += ',';
    const value = values[i];
    out += value === null || value === undefined ? 'NULL' : value;
  }
  return `${out}}`;
};

/** The same for texts and truths, each in quotes. */
export const pgTexts = (values: readonly (string | boolean | null)[]): string =>
  `{${values.map((value) => (value === null ? 'NULL' : `"${String(value).replace(/["\\]/g, '\\$&')}"`)).join(',')}}`;

/** What was given is no such text, number or instant as it should be, or too much of it: the first look at it let it through. */
const unfitStates = /^(22(021|P02|P03|P05|001|003|007|008|009|023|032)|54\d{3})$/;
export const isUnfitInput = (error: unknown): boolean => {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && unfitStates.test(code);
};

/** As the database writes one. */
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
export const isUuid = (text: string): boolean => uuid.test(text);

const connectionStates = new Set(['57P01', '57P02', '57P03', '08000', '08003', '08006', '53300']);
const connectionCodes = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
]);

/** The database is away for the moment (restarting, unreachable): worth another try. */
export const isConnectionError = (error: unknown): boolean => {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && (connectionStates.has(code) || connectionCodes.has(code));
};

/** Its disk is full or broken, or its memory used up: worth another try when somebody has seen to it. */
export const isExhausted = (error: unknown): boolean =>
  ['53100', '53200', '58030'].includes(String((error as { code?: unknown } | null)?.code));

/** Two waited for each other, and this one was undone: worth another try at once. */
export const isUndone = (error: unknown): boolean =>
  ['40001', '40P01'].includes(String((error as { code?: unknown } | null)?.code));

// Gathers concurrent small requests into one statement: while one batch is at the database, the next one fills.

interface Coalescer<Item, Result> {
  /** Resolves with `item`'s own result when its batch is through; rejects with what the batch failed with. */
  add(item: Item): Promise<Result>;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly done: (result: Result) => void;
  readonly failed: (error: unknown) => void;
}

interface CoalescerOptions<Item> {
  /** At most so many batches run at once. */
  readonly lanes: number;
  /** A batch takes items until `weigh` sums to `most`. */
  readonly most: number;
  readonly weigh: (item: Item) => number;
  /** Whether one item alone may be to blame: then each is run by itself, so that it does not spoil the others. */
  readonly blamesOne: (error: unknown) => boolean;
}

/** No batch waits longer for company; one of this share of what it may weigh not at all. */
const maxTurns = 4;
const enough = 1 / 20;

/** `run` gets the items of one batch, and gives a result for each. */
export const createCoalescer = <Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  options: CoalescerOptions<Item>,
): Coalescer<Item, Result> => {
  const queue: Waiting<Item, Result>[] = [];
  let running = 0;

  const weightOf = (waiting: readonly Waiting<Item, Result>[]): number =>
    waiting.reduce((sum, { item }) => sum + options.weigh(item), 0);

  const take = (): Waiting<Item, Result>[] => {
    let weight = 0;
    let count = 0;
    while (count < queue.length && (count === 0 || weight < options.most)) {
      weight += options.weigh((queue[count] as Waiting<Item, Result>).item);
      count += 1;
    }
    return queue.splice(0, count);
  };

  const finish = async (batch: readonly Waiting<Item, Result>[]): Promise<void> => {
    try {
      const results = await run(batch.map((one) => one.item));
      batch.forEach((one, i) => one.done(results[i] as Result));
    } catch (error) {
      if (batch.length > 1 && options.blamesOne(error)) for (const one of batch) await finish([one]);
      else for (const one of batch) one.failed(error);
    }
  };

  let gathering = false;

  /** Begins a batch once it is worth a statement of its own, or a turn of the event loop brought nothing more. */
  const gather = (turns: number, known: number): void => {
    if (turns < maxTurns && queue.length > known && weightOf(queue) < options.most * enough)
      setImmediate(gather, turns + 1, queue.length);
    else {
      gathering = false;
      void start();
    }
  };

  const next = (): void => {
    if (gathering || running >= options.lanes || queue.length === 0) return;
    gathering = true;
    queueMicrotask(() => gather(0, 0));
  };

  const start = async (): Promise<void> => {
    running += 1;
    const batch = take();
    next();
    await finish(batch);
    running -= 1;
    next();
  };

  return {
    add: (item) =>
      new Promise((done, failed) => {
        queue.push({ item, done, failed });
        next();
      }),
  };
};
