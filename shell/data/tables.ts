import { mayAsk } from './online.ts';
import { followBackend } from '../session/session.ts';

/** A refusal of the table API: PostgREST's code (e.g. 42501, 23514) and message. */
export class TableError extends Error {
  override name = 'TableError';
  readonly code: string;
  /** 0: no answer came. */
  readonly status: number;

  constructor(code: string, message: string, status: number) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

interface TableAnswer<T> {
  data: T;
  error: { code?: string; message: string } | null;
  status: number;
}

/** Whose row it is may not be written again, so this is no upsert: the row with these keys is changed, or made. Throws a TableError. */
export async function changeOrAdd(
  table: string,
  keys: Readonly<Record<string, string>>,
  values: object,
): Promise<void> {
  const [key = ''] = Object.keys(keys);
  const changed = await askTables<unknown[]>((tables) => tables.from(table).update(values).match(keys).select(key));
  if (changed.length === 0) await askTables((tables) => tables.from(table).insert({ ...keys, ...values } as never));
}

/**
 * Asks the table API as the signed-in user, under row-level security. Throws a TableError, and an AbortError where the
 * session was left meanwhile.
 */
export async function askTables<T>(
  ask: (tables: Awaited<ReturnType<typeof followBackend>>['tables']) => PromiseLike<TableAnswer<unknown>>,
): Promise<T> {
  if (!(await mayAsk())) throw new TableError('', 'offline', 0);
  const { tables } = await followBackend();
  const { data, error, status } = await ask(tables);
  // The client of the tables keeps of what was thrown only its name and words.
  if (error?.message.startsWith('AbortError:') === true) throw new DOMException(error.message, 'AbortError');
  if (error !== null) throw new TableError(error.code ?? '', error.message, status);
  return data as T;
}
