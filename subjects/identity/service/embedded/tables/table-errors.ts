/** Errors of the tables, in PostgREST's shape. */

interface Words {
  readonly message: string;
  readonly details?: unknown;
  readonly hint?: string | null;
}

/** What somebody asked and is not to be had. Nothing of it is done. */
export class TableError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: unknown;
  readonly hint: string | null;

  constructor(status: number, code: string, message: string, details: unknown = null, hint: string | null = null) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.hint = hint;
  }

  toResponse(headers: Record<string, string> = {}): Response {
    return tell(this.status, this.code, this, headers);
  }
}

export const badText = (where: string, text: string): TableError =>
  new TableError(400, 'PGRST100', `"failed to parse ${where} (${text.slice(0, 100)})"`);
export const notEmbedded = (name: string): TableError =>
  new TableError(400, 'PGRST108', `'${name}' is not an embedded resource in this request`);

const tell = (status: number, code: string, { message, details = null, hint = null }: Words, headers = {}): Response =>
  Response.json({ code, message, details, hint }, { status, headers });

/** As PostgreSQL tells it. */
export interface DatabaseError {
  readonly code: string;
  readonly message: string;
  readonly detail?: string | undefined;
  readonly hint?: string | undefined;
}

/** By class, then by code: PostgREST's own table. */
const CLASS_STATUS: Record<string, number> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '54': 413,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
};

const CODE_STATUS: Record<string, number> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '53400': 500,
  P0001: 400,
};

export function statusOfSqlState(code: string, isVisitor: boolean): number {
  if (code === '42501') return isVisitor ? 401 : 403;
  // A function says its own status, as with PostgREST: PT429.
  if (/^PT[45]\d\d$/.test(code)) return Number(code.slice(2));
  return CODE_STATUS[code] ?? CLASS_STATUS[code.slice(0, 2)] ?? 400;
}

export function postgrestError({ code, message, detail, hint }: DatabaseError, isVisitor: boolean): Response {
  return tell(statusOfSqlState(code, isVisitor), code, { message, details: detail ?? null, hint: hint ?? null });
}

export function tablesUnavailable(status: 503 | 504): Response {
  const code = status === 503 ? 'PGRST001' : 'PGRST003';
  const words = { message: 'The table service is not available just now.' };
  return tell(status, code, words, { 'retry-after': '1' });
}
