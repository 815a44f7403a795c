import { refreshSession } from './auth.ts';
import { askInSession, SessionLeftError } from './ending-session.ts';
import { mayAsk, reportAnswer } from './online.ts';
import { readProblem, ServiceError } from './service-error.ts';
import { sessionState } from './session.ts';

export interface ServiceRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON, unless it is a Blob or a form. */
  body?: unknown;
  query?: Record<string, string | undefined>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** Asks our service as the signed-in user. Throws a ServiceError with the answer's code. */
export async function callService<T>(path: `/api/v1/${string}`, request: ServiceRequest = {}): Promise<T> {
  const answer = await fetchService(path, request);
  if (answer.status === 204) return undefined as T;
  return (await answer.json()) as T;
}

/** The same, answering the response itself: for streams and files. */
export async function fetchService(path: `/api/v1/${string}`, request: ServiceRequest = {}): Promise<Response> {
  let answer = await send(path, request);
  // The clock may have passed the token's end between two refreshes: refresh it once and ask again.
  if (answer.status === 401 && sessionState().status === 'signed-in' && (await refreshSession()).ok) {
    answer = await send(path, request);
  }
  if (!answer.ok) throw await readProblem(answer);
  return answer;
}

async function send(path: string, { method = 'GET', body, query, headers: given, signal }: ServiceRequest) {
  const url = new URL(path, location.origin);
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) url.searchParams.set(name, value);
  const headers = new Headers(given);
  const isRaw = body instanceof Blob || body instanceof FormData;
  if (body !== undefined && !isRaw) headers.set('Content-Type', 'application/json');
  const init: RequestInit = { method, headers, ...(signal !== undefined && { signal }) };
  if (body !== undefined) init.body = isRaw ? body : JSON.stringify(body);
  if (!(await mayAsk())) throw new ServiceError('network', 0, 'offline');
  try {
    const answer = await askInSession(init, (stop) => {
      const session = sessionState();
      if (session.status === 'signed-in') headers.set('Authorization', `Bearer ${session.accessToken}`);
      return fetch(url, { ...init, signal: stop });
    });
    reportAnswer(true);
    return answer;
  } catch (error) {
    if (signal?.aborted === true) throw error;
    if (error instanceof SessionLeftError) throw new ServiceError('not-authenticated', 401, error.message);
    reportAnswer(false);
    throw new ServiceError('network', 0, String(error));
  }
}
