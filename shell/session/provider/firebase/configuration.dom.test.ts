import { deleteApp, getApps, initializeApp } from '@firebase/app';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setConfig } from '#apps/web/testing/config.ts';
import { firebase, openFarSide } from '#apps/web/testing/firebase-far-side.ts';
import { signIn, signInAsGuest, signInWithGoogle, signUp, startProvider } from '../../auth.ts';
import { sessionState } from '../../session.ts';
import { startSession } from '../../arrival.ts';
import { sendPhoneCode, waysIn } from '../ways-in.ts';
import { firebaseConfiguration } from './configuration.ts';
import { forgetFirebase } from './firebase-client.ts';

let warned: string[];

beforeEach(async () => {
  await openFarSide();
  warned = [];
  vi.spyOn(console, 'warn').mockImplementation((words: unknown) => void warned.push(String(words)));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await forgetFirebase();
});

test('C4.2 a whole configuration is taken as it stands, without a word', () => {
  expect(firebaseConfiguration()).toEqual({
    apiKey: firebase.apiKey,
    authDomain: firebase.authDomain,
    projectId: firebase.projectId,
    appId: firebase.appId,
  });
  expect(waysIn()).toEqual({ google: true, provider: '', phone: true, guest: true, byPopup: true });
  expect(warned).toEqual([]);
});

test.each([
  ['apiKey', '', 'FIREBASE_API_KEY'],
  ['apiKey', 'your-api-key', 'FIREBASE_API_KEY'],
  ['apiKey', 'AIzaSy...', 'FIREBASE_API_KEY'],
  ['authDomain', 'your-project.firebaseapp.com', 'FIREBASE_AUTH_DOMAIN'],
  ['authDomain', '<project>.firebaseapp.com', 'FIREBASE_AUTH_DOMAIN'],
  ['projectId', 'xxx', 'FIREBASE_PROJECT_ID'],
  ['projectId', 'changeme', 'FIREBASE_PROJECT_ID'],
  ['appId', '   ', 'FIREBASE_APP_ID'],
  ['appId', '1:xxxxxxxx:web:xxxx', 'FIREBASE_APP_ID'],
])(
  'C4.2 %s as %j: the features are off, the console warns once, and loading ends at once',
  async (name, value, setting) => {
    setConfig({ identityProvider: 'firebase', firebase: { ...firebase, [name]: value } });
    await startSession();
    await startProvider();
    expect(sessionState().status).toBe('signed-out');
    expect(waysIn()).toMatchObject({ google: false, phone: false, guest: false });
    expect(await signIn('a@example.org', 'secret-7x')).toMatchObject({ ok: false });
    expect(warned).toEqual([`Firebase sign-in is off: ${setting} not set, or still an example.`]);
  },
);

test('C8.8 what is not set up is said to the letter', async () => {
  setConfig({ identityProvider: 'firebase', firebase: { ...firebase, apiKey: '' } });
  const messageOf = async (asking: Promise<unknown>) => {
    const outcome = (await asking) as { failure: { cause: Error; code: string } };
    return [outcome.failure.code, outcome.failure.cause.message];
  };
  for (const ask of [signIn, signUp] as const)
    expect(await messageOf(ask('a@example.org', 'secret-7x'))).toEqual([
      'provider-not-configured',
      'Firebase auth not configured',
    ]);
  expect(await messageOf(signInAsGuest())).toEqual(['provider-not-configured', 'Firebase auth not configured']);
  expect(await messageOf(signInWithGoogle())).toEqual(['google-unavailable', 'Google provider unavailable']);
  expect(await sendPhoneCode('+34600123456', document.body)).toMatchObject({
    ok: false,
    failure: { code: 'way-closed' },
  });
});

test('C5.4 C8.9 an API key with a colon is refused', async () => {
  setConfig({ identityProvider: 'firebase', firebase: { ...firebase, apiKey: 'AIza:test' } });
  const outcome = await signIn('a@example.org', 'secret-7x');
  expect(outcome).toMatchObject({
    ok: false,
    failure: { code: 'invalid-api-key', cause: { code: 'auth/invalid-api-key' } },
  });
});

test('C8.8 what cannot begin says that it was not initialized', async () => {
  // Something else on the page has taken its place.
  await Promise.all(getApps().map(deleteApp));
  const other = initializeApp({ ...firebase, projectId: 'other' });
  const outcome = await signIn('a@example.org', 'secret-7x');
  await deleteApp(other);
  expect(outcome).toMatchObject({
    ok: false,
    failure: { code: 'provider-not-initialized', cause: { message: 'Firebase not initialized' } },
  });
});
