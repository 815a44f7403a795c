import type { ErrorCode, Problem } from '#catalogue/error-codes.ts';

/** `network`: no answer came. Everything else is the service's own code. */
export type ServiceErrorCode = ErrorCode | 'network';

export class ServiceError extends Error {
  override name = 'ServiceError';
  readonly code: ServiceErrorCode;
  readonly status: number;
  readonly requestId: string | undefined;

  constructor(code: ServiceErrorCode, status: number, detail: string, requestId?: string) {
    super(detail);
    this.code = code;
    this.status = status;
    this.requestId = requestId;
  }
}

/** Whether the same request may succeed a moment later. */
export function isWorthRetrying(error: unknown): boolean {
  return !(error instanceof ServiceError) || error.code === 'network' || error.status >= 500;
}

export async function readProblem(answer: Response): Promise<ServiceError> {
  const body = await readJson(answer);
  const code = body.code !== undefined ? body.code : answer.status >= 500 ? 'internal' : 'not-found';
  return new ServiceError(code, answer.status, body.detail ?? answer.statusText, body.requestId);
}

async function readJson(answer: Response): Promise<Partial<Problem>> {
  try {
    return (await answer.json()) as Partial<Problem>;
  } catch {
    return {};
  }
}

const firstMs = 500;
const maxMs = 30_000;

/** Doubles from half a second to half a minute, with a quarter of chance so that many browsers do not come back at once. */
export function retryDelayMs(failures: number, chance: number = Math.random()): number {
  return Math.min(maxMs, firstMs * 2 ** failures) * (0.75 + chance / 2);
}

/** Waits, or ends early when the signal says so. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}
