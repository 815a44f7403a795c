import type { PartState, Readiness } from '@wattershed/contracts';
import { environment } from '../../platform/env.ts';

export const partNames = ['service', 'auth', 'data', 'ingest', 'documents', 'mail', 'assistant', 'mqtt'] as const;
export type PartName = (typeof partNames)[number];

export interface SeenPart {
  /** `unknown`: what would tell does not answer. */
  readonly state: PartState | 'unknown';
  /** How long the answer took to this browser; absent where the service tells of another part. */
  readonly tookMs?: number;
}

export interface SeenParts {
  readonly at: number;
  readonly parts: Readonly<Record<PartName, SeenPart>>;
}

const patienceMs = 8_000;
/** People begin to wait. */
const slowMs = 1_500;

/** Asks every part as this browser reaches it. Never rejects: what does not answer is down. */
export async function lookAtParts(signal: AbortSignal): Promise<SeenParts> {
  const [service, auth, data, told] = await Promise.all([
    look(() => ask('/healthz', signal)),
    look(() => askBackend('/auth/v1/health', signal)),
    look(() => askBackend('/rest/v1/faq_entries?select=id&limit=1', signal)),
    readiness(signal),
  ]);
  const of = (name: string): SeenPart => ({
    state: told === undefined ? 'unknown' : (told.parts[name] ?? 'not-set-up'),
  });
  return {
    at: Date.now(),
    parts: {
      service,
      auth,
      data,
      ingest: of('ingest'),
      documents: of('documents'),
      mail: of('mail'),
      assistant: of('assistant'),
      mqtt: of('mqtt'),
    },
  };
}

async function look(probe: () => Promise<Response>): Promise<SeenPart> {
  const begun = performance.now();
  try {
    const answer = await probe();
    const tookMs = performance.now() - begun;
    if (!answer.ok) return { state: 'down', tookMs };
    return { state: tookMs > slowMs ? 'slow' : 'up', tookMs };
  } catch {
    return { state: 'down' };
  }
}

function ask(url: string, signal: AbortSignal, headers: HeadersInit = {}): Promise<Response> {
  return fetch(url, { headers, cache: 'no-store', signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]) });
}

/** As a visitor, whoever is signed in: without the client, which this page would have to load for it. */
function askBackend(path: string, signal: AbortSignal): Promise<Response> {
  const { backend } = environment();
  if (backend === undefined) return Promise.reject(new Error('The backend is not configured'));
  const { url, anonKey } = backend;
  return ask(`${url}${path}`, signal, { apikey: anonKey, Authorization: `Bearer ${anonKey}` });
}

/** Also a service that is not ready tells of its parts. */
async function readiness(signal: AbortSignal): Promise<Readiness | undefined> {
  try {
    const answer = await ask('/readyz', signal);
    return (await answer.json()) as Readiness;
  } catch {
    return undefined;
  }
}
