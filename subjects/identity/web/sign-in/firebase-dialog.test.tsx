import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { asha } from '#apps/web/testing/auth-answers.ts';
import { setConfig } from '#apps/web/testing/config.ts';
import { type FarSide, firebase, openFarSide, refusal, stubRecaptcha } from '#apps/web/testing/firebase-far-side.ts';
import { renderPart } from '#apps/web/testing/render-app.tsx';
import { forgetFirebase } from '#shell/session/provider/firebase/firebase-client.ts';
import { sessionState } from '#shell/session/session.ts';
import { startSession } from '#shell/session/arrival.ts';
import { SignInDialog } from './sign-in-dialog.tsx';

let far: FarSide;

beforeEach(async () => {
  stubRecaptcha();
  far = await openFarSide();
  far.answer('GET recaptchaConfig', refusal('NO_SUCH_KEY'), 400);
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  await startSession();
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await forgetFirebase();
});

test('C4.2 C1.4 the dialog offers what is set up, and nothing else', async () => {
  const { unmount } = await renderPart(<SignInDialog view="sign-in" />, 'es');
  for (const name of ['Continuar con Google', 'Continuar con un teléfono'])
    expect(screen.getByRole('button', { name })).toBeVisible();
  unmount();
  setConfig({ identityProvider: 'firebase', firebase: { ...firebase, appId: '' } });
  await renderPart(<SignInDialog view="sign-in" />, 'es');
  expect(screen.queryByRole('button', { name: /^Continuar con/ })).toBeNull();
});

test('C7.20 C5.3 a phone: its number, a wrong code in words, the right one', async () => {
  far.answer('POST accounts:signInWithPhoneNumber', refusal('INVALID_CODE'), 400);
  const { user } = await renderPart(<SignInDialog view="phone" />);
  await user.click(await screen.findByRole('button', { name: 'Send a code' }));
  expect(screen.getByText('Please enter a phone number.')).toBeVisible();
  await user.type(screen.getByLabelText('Phone number'), '+34 600 12 34 56{Enter}');
  await user.type(await screen.findByLabelText('Code'), '000 000{Enter}');
  expect(await screen.findByText('This code is not right. Please try the newest one.')).toBeVisible();
  expect(sessionState().status).toBe('signed-out');
});

test('C7.20 the code of a second step is asked for before anybody is signed in', async () => {
  const hint = { mfaEnrollmentId: 'factor-1', phoneInfo: '+*******3456', enrolledAt: '2026-01-01T00:00:00Z' };
  far.answer('POST accounts:signInWithPassword', { localId: 'uid-1', mfaPendingCredential: 'half', mfaInfo: [hint] });
  const { user } = await renderPart(<SignInDialog view="sign-in" />);
  await user.type(screen.getByLabelText('E-mail'), asha.email);
  await user.type(screen.getByLabelText('Password'), 'secret-7x{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Send a code to +*******3456' }));
  expect(await screen.findByLabelText('Code')).toBeVisible();
  expect(sessionState().status).toBe('signed-out');
});
