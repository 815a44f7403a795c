import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { asha } from '#apps/web/testing/auth-answers.ts';
import { setConfig } from '#apps/web/testing/config.ts';
import {
  type FarSide,
  firebase,
  openFarSide,
  type Popup,
  refusal,
  stubPopups,
} from '#apps/web/testing/firebase-far-side.ts';
import { signInWithGoogle } from '../../auth.ts';
import { sessionState } from '../../session.ts';
import { startSession } from '../../arrival.ts';
import { forgetFirebase } from './firebase-client.ts';

let far: FarSide;
let popups: Popup[];

beforeEach(async () => {
  far = await openFarSide();
  popups = stubPopups();
  await startSession();
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await forgetFirebase();
});

const opened = (count: number) => vi.waitFor(() => expect(popups).toHaveLength(count));
const codeOf = async (asking: ReturnType<typeof signInWithGoogle>) => {
  const outcome = await asking;
  return outcome.ok ? 'let in' : outcome.failure.code;
};

test('C9.4 C7.20 Google opens in a pop-up of 500 by 600, and signs in', async () => {
  const asking = codeOf(signInWithGoogle());
  await opened(1);
  expect(popups[0]?.features).toMatchObject({ width: '500', height: '600' });
  expect(popups[0]?.url.origin).toBe('https://home.firebaseapp.com');
  popups[0]?.choose();
  expect(await asking).toBe('let in');
  expect(sessionState()).toMatchObject({ status: 'signed-in', user: { id: asha.id } });
  expect(popups[0]?.closed).toBe(true);
});

test('C4.3 C8.9 a new pop-up cancels the earlier one, which is closed', async () => {
  const first = codeOf(signInWithGoogle());
  await opened(1);
  const second = codeOf(signInWithGoogle());
  expect(await first).toBe('cancelled-popup-request');
  expect(popups[0]?.closed).toBe(true);
  await opened(2);
  popups[1]?.choose();
  expect(await second).toBe('let in');
});

test('C4.3 C9.7 C8.9 a closed pop-up is looked for every 2 s, and counts as cancelled after 8 s of grace', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let code: string | undefined;
  void codeOf(signInWithGoogle()).then((told) => {
    code = told;
  });
  while (popups.length === 0) await vi.advanceTimersByTimeAsync(1);
  const popup = popups[0] as Popup;
  await vi.advanceTimersByTimeAsync(5);
  popup.closed = true;
  await vi.advanceTimersByTimeAsync(7_900);
  expect(code).toBeUndefined();
  await vi.advanceTimersByTimeAsync(2_200);
  expect(code).toBe('popup-closed-by-user');
});

test('C4.3 who has chosen just before the window closed is signed in within the grace', async () => {
  const asking = codeOf(signInWithGoogle());
  await opened(1);
  Object.assign(popups[0] as Popup, { closed: true });
  popups[0]?.choose();
  expect(await asking).toBe('let in');
});

test('C5.4 C8.9 a host that is no allowed domain is refused', async () => {
  far.answer('GET projects', { authorizedDomains: ['other.example', 'home.firebaseapp.com'] });
  expect(await codeOf(signInWithGoogle())).toBe('unauthorized-domain');
  expect(sessionState().status).toBe('signed-out');
});

test('C8.9 a browser that keeps nothing is told so', async () => {
  popups = stubPopups({ keepsStorage: false });
  expect(await codeOf(signInWithGoogle())).toBe('web-storage-unsupported');
});

test('C8.8 a project without Google says that it is not offered', async () => {
  far.answer('POST accounts:signInWithIdp', refusal('OPERATION_NOT_ALLOWED'), 400);
  const asking = signInWithGoogle();
  await opened(1);
  popups[0]?.choose();
  const outcome = await asking;
  expect(outcome).toMatchObject({ ok: false, failure: { code: 'google-unavailable' } });
  expect(outcome.ok ? '' : (outcome.failure.cause as Error).message).toBe('Google provider unavailable');
});

test('C8.9 without a network that is told', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  setConfig({ identityProvider: 'firebase', firebase });
  expect(await codeOf(signInWithGoogle())).toBe('network');
});
