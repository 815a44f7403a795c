import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type BackendLog, silentLog } from '#kernel/postgres/backend-log.ts';
import { type LiteSite, openLiteSite } from './testing-lite.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 120_000 });

let site: LiteSite;
beforeAll(async () => {
  site = await openLiteSite({
    timeOutMs: 8_000,
    arrange: `
      create function public.sleep_long() returns void language sql as 'select pg_sleep(14)';
      grant execute on function public.sleep_long() to anon;`,
  });
});
afterAll(() => site.stop());

test('C8.5 a thread that dies is replaced; what it was doing is told as retryable', async () => {
  const before = site.lite.threadId();
  const hanging = fetch(`${site.origin}/rest/v1/rpc/sleep_long`, {
    method: 'POST',
    headers: { apikey: site.database.anonKey },
  });
  const settled = site.client().auth.signInWithPassword({ email: 'ada@example.org', password: 'x' });
  expect((await settled).error?.code).toBe('invalid_credentials');
  await site.lite.crash();
  const gone = await hanging;
  expect(gone.status).toBe(503);
  expect(await gone.json()).toMatchObject({ code: 'PGRST001', message: expect.any(String), details: null, hint: null });
  const { data } = await site.client().auth.signUp({ email: 'after@example.org', password: 'correct horse' });
  expect(data.session).not.toBeNull();
  expect(site.lite.threadId()).not.toBe(before);
});

test('C8.5 an answer that takes too long is a retryable error, and the others go on', async () => {
  const slow = fetch(`${site.origin}/rest/v1/rpc/sleep_long`, {
    method: 'POST',
    headers: { apikey: site.database.anonKey },
  });
  expect(
    (await site.client().auth.signUp({ email: 'meanwhile@example.org', password: 'correct horse' })).error,
  ).toBeNull();
  expect((await slow).status).toBe(504);
  expect(await (await slow).json()).toMatchObject({ code: 'PGRST003', message: expect.any(String) });
});

test('the thread ends by itself when the service stops, which else would wait for it', async () => {
  const warn = vi.fn<BackendLog['warn']>();
  const stopped = await openLiteSite({ log: { ...silentLog, warn } });
  const { error } = await stopped.client().auth.signUp({ email: 'last@example.org', password: 'correct horse' });
  expect(error).toBeNull();
  await stopped.stop();
  expect(warn).not.toHaveBeenCalled();
});
