import { followBackend } from './session.ts';

/** A refusal of the table API: PostgREST's code (e.g. 42501, 23514) and message. */
export class TableError extends Error {
  override name = 'TableError';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

interface TableAnswer<T> {
  data: T;
  error: { code?: string; message: string } | null;
}

/** Asks the table API as the signed-in user, under row-level security. Throws a TableError. */
export async function askTables<T>(
  ask: (tables: Awaited<ReturnType<typeof followBackend>>['tables']) => PromiseLike<TableAnswer<unknown>>,
): Promise<T> {
  const { tables } = await followBackend();
  const { data, error } = await ask(tables);
  if (error !== null) throw new TableError(error.code ?? '', error.message);
  return data as T;
}
