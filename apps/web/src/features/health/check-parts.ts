import type { HealthPart, PartState, Readiness } from '@wattershed/contracts';
import { environment } from '../../platform/env.ts';

export type ShownPart = 'app' | 'service' | 'data' | HealthPart;
/** In the order in which a fault of one shows in the next. */
export const shownParts: readonly ShownPart[] = [
  'app',
  'service',
  'auth',
  'data',
  'database',
  'ingest',
  'mqtt',
  'assistant',
  'mail',
];

export interface PartReport {
  state: PartState | 'slow';
  /** Round trip as seen from this browser; absent where the service reports for the part. */
  tookMs?: number;
}
export type HealthReport = Record<ShownPart, PartReport>;

const slowAfterMs = 1500;
const patienceMs = 8000;

/** How each part is, as seen from this browser. Never rejects. */
export async function checkParts(): Promise<HealthReport> {
  const { backend } = environment();
  const headers = { apikey: backend?.anonKey ?? '' };
  const [service, auth, data, ready] = await Promise.all([
    timed('/healthz'),
    backend === undefined ? undefined : timed(`${backend.url}/auth/v1/health`, { headers }),
    backend === undefined ? undefined : timed(`${backend.url}/rest/v1/households`, { headers, method: 'OPTIONS' }),
    readiness(),
  ]);
  const told = (part: HealthPart): PartReport => ({ state: ready?.parts[part] ?? 'down' });
  return {
    app: { state: 'up' },
    service,
    auth: auth ?? { state: 'down' },
    data: data ?? { state: 'down' },
    database: told('database'),
    ingest: told('ingest'),
    mqtt: told('mqtt'),
    assistant: told('assistant'),
    mail: told('mail'),
  };
}

/** Any answer that is not the part's own failure counts: a refusal is an answer too. */
async function timed(url: string, request: RequestInit = {}): Promise<PartReport> {
  const begun = performance.now();
  try {
    const { status } = await fetch(url, { ...request, cache: 'no-store', signal: AbortSignal.timeout(patienceMs) });
    const tookMs = Math.round(performance.now() - begun);
    if (status >= 500) return { state: 'down', tookMs };
    return { state: tookMs > slowAfterMs ? 'slow' : 'up', tookMs };
  } catch {
    return { state: 'down' };
  }
}

/** It answers 503 with the same body when a part is down. */
async function readiness(): Promise<Readiness | undefined> {
  try {
    const answer = await fetch('/readyz', { cache: 'no-store', signal: AbortSignal.timeout(patienceMs) });
    return (await answer.json()) as Readiness;
  } catch {
    return undefined;
  }
}
