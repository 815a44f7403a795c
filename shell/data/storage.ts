import type { StorageClient, StorageError } from '@supabase/storage-js';
import { asPerson } from '../session/as-person.ts';
import { environment } from './env.ts';
import { mayAsk } from './online.ts';
import { ServiceError, type ServiceErrorCode } from './service-error.ts';
import { followBackend } from '../session/session.ts';

type Bucket = ReturnType<StorageClient['from']>;

/** A refusal of the storage. Its status line may say 400 for all of them; `statusCode` says which one it is. */
class StorageFailure extends ServiceError {
  override name = 'StorageFailure';
  readonly statusCode: string;

  constructor({ message, status = 0, statusCode = '' }: Pick<StorageError, 'message'> & Partial<StorageError>) {
    super(codeOf(Number(statusCode) || status), Number(statusCode) || status, message);
    this.statusCode = statusCode;
  }
}

const codes: Record<number, ServiceErrorCode> = {
  0: 'network',
  401: 'not-authenticated',
  403: 'forbidden',
  404: 'not-found',
  413: 'body-too-large',
  429: 'rate-limited',
  503: 'database-unavailable',
};

function codeOf(status: number): ServiceErrorCode {
  return codes[status] ?? (status >= 500 ? 'internal' : 'body-malformed');
}

/** Long enough for ten megabytes over a slow line. */
const maxMs = 180_000;

let client: Promise<StorageClient> | undefined;

async function openStorage(): Promise<StorageClient> {
  const [{ auth }, { StorageClient: Client }] = await Promise.all([followBackend(), import('@supabase/storage-js')]);
  const { backend } = environment();
  if (backend === undefined) throw new Error('Backend not configured');
  const send = asPerson(auth, backend.anonKey);
  return new Client(`${backend.url}/storage/v1`, {}, (input, init) =>
    send(input, { signal: AbortSignal.timeout(maxMs), ...init }),
  );
}

/** Asks the backend's storage as the signed-in user, under row-level security. Throws a StorageFailure. */
export async function askStorage<T>(
  bucket: string,
  ask: (files: Bucket) => PromiseLike<{ data: T | null; error: StorageError | null }>,
): Promise<T> {
  if (!(await mayAsk())) throw new StorageFailure({ message: 'offline' });
  client ??= openStorage().catch((error: unknown) => {
    // A failed download of the client (offline) may be tried again.
    client = undefined;
    throw error;
  });
  const { data, error } = await ask((await client).from(bucket));
  if (error !== null) throw new StorageFailure(error);
  return data as T;
}

/** For tests: the next call makes a new client. */
export function forgetStorage(): void {
  client = undefined;
}
