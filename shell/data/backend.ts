import type { Backend } from './backend-client.ts';
import { environment } from './env.ts';

let loading: Promise<Backend> | undefined;

/** Loads the backend client once, when a session is stored or sign-in is asked for. Rejects when it is not configured. */
export function loadBackend(): Promise<Backend> {
  if (loading !== undefined) return loading;
  const { backend, missing } = environment();
  if (backend === undefined) return Promise.reject(new Error(`Backend not configured: ${missing.join(', ')} missing`));
  loading = import('./backend-client.ts').then(({ createBackend }) => createBackend(backend));
  // A failed download (offline) may be tried again.
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

/** For tests: the next call makes a new client. */
export async function forgetBackend(): Promise<void> {
  const backend = await loading?.catch(() => undefined);
  await backend?.auth.stopAutoRefresh();
  loading = undefined;
}
