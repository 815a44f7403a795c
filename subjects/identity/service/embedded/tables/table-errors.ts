/** Errors of the tables, in PostgREST's shape. */

export interface DatabaseError {
  code: string;
  message: string;
  detail?: string | undefined;
  hint?: string | undefined;
}

/** By class, then by code: PostgREST's own table, for the codes that lite answers with 500. */
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

function statusOfSqlState(code: string, isAnonymous: boolean): number {
  if (code === '42501') return isAnonymous ? 401 : 403;
  // A function says its own status, as with PostgREST: PT429.
  if (/^PT[45]\d\d$/.test(code)) return Number(code.slice(2));
  return CODE_STATUS[code] ?? CLASS_STATUS[code.slice(0, 2)] ?? 400;
}

export function postgrestError(error: DatabaseError, isAnonymous: boolean): Response {
  const { code, message, detail = null, hint = null } = error;
  return Response.json({ code, message, details: detail, hint }, { status: statusOfSqlState(code, isAnonymous) });
}

/** Whether it is what was asked that the database does not take, and no fault of ours. */
export function isRefusal(error: DatabaseError): boolean {
  return statusOfSqlState(error.code, false) < 500;
}

/** An error that no database told. */
export function tableApiError(
  status: number,
  code: string,
  message: string,
  headers: Record<string, string> = {},
): Response {
  return Response.json({ code, message, details: null, hint: null }, { status, headers });
}

export function tablesUnavailable(status: 503 | 504): Response {
  const code = status === 503 ? 'PGRST001' : 'PGRST003';
  return tableApiError(status, code, 'The table service is not available just now.', { 'retry-after': '1' });
}
