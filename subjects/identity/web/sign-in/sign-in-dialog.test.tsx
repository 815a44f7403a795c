import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { asha, sessionAnswer, userAnswer } from '#apps/web/testing/auth-answers.ts';
import { setConfig } from '#apps/web/testing/config.ts';
import { type FarSide, firebase, openFarSide, refusal, stubRecaptcha } from '#apps/web/testing/firebase-far-side.ts';
import { renderPart } from '#apps/web/testing/render-app.tsx';
import { server } from '#apps/web/testing/server.ts';
import { startSession } from '#shell/session/arrival.ts';
import { dropInvitation, takeInvitation } from '#shell/session/invitation-token.ts';
import { forgetFirebase } from '#shell/session/provider/firebase/firebase-client.ts';
import { sessionState } from '#shell/session/session.ts';
import { SignInDialog } from './sign-in-dialog.tsx';

describe('sign in dialog', () => {
  const open = (view: 'sign-in' | 'sign-up' | 'reset', language: 'en' | 'es' | 'hi' = 'en') =>
    renderPart(<SignInDialog view={view} />, language);
  const refuse = (path: string, status: number, body: object) =>
    server.use(http.post(`*/auth/v1/${path}`, () => HttpResponse.json(body, { status })));

  test('C5.2 password sign-in needs an address and a password, and the focus goes to what is missing', async () => {
    const { user } = await open('sign-in');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(screen.getByText('Please enter your e-mail address.')).toBeVisible();
    expect(screen.getByText('Please enter your password.')).toBeVisible();
    expect(screen.getByLabelText('E-mail')).toHaveFocus();
    await user.keyboard('someone');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(screen.getByText('This does not look like an e-mail address.')).toBeVisible();
  });

  test('a password is hidden, may be shown and pasted, is not cut, and is offered to a keeper of passwords', async () => {
    const { user } = await open('sign-in');
    const field = screen.getByLabelText('Password');
    expect(field).toHaveAttribute('type', 'password');
    expect(field).toHaveAttribute('autocomplete', 'current-password');
    await user.click(field);
    const long = 'correct horse '.repeat(15);
    await user.paste(long);
    expect(field).toHaveValue(long);
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(field).toHaveAttribute('type', 'text');
  });

  test('C7.1 C1.3 signing in works, and C8.5 a wrong password is told in words first', async () => {
    refuse('token', 400, { error_code: 'invalid_credentials', msg: 'Invalid login credentials' });
    const { user } = await open('sign-in');
    await user.type(screen.getByLabelText('E-mail'), asha.email);
    await user.type(screen.getByLabelText('Password'), 'not-it{Enter}');
    expect(await screen.findByText('This e-mail and password do not belong together.')).toBeVisible();
    server.use(http.post('*/auth/v1/token', () => HttpResponse.json(sessionAnswer(asha))));
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(sessionState().status).toBe('signed-in'));
  });

  test.each([
    [
      'en',
      'Create account',
      'This password is too easy to guess.',
      'It is known from a data leak or easy to guess, so others may try it.',
    ],
    [
      'es',
      'Crear la cuenta',
      'Esta contraseña es demasiado fácil de adivinar.',
      'Se conoce por una filtración de datos o es fácil de adivinar, y otros podrían probarla.',
    ],
    [
      'hi',
      'खाता बनाएँ',
      'इस पासवर्ड का अनुमान लगाना बहुत आसान है।',
      'यह किसी डेटा लीक में आ चुका है या इसे बूझना आसान है, इसलिए दूसरे इसे आज़मा सकते हैं।',
    ],
  ] as const)('C5.2 C1.4 a weak password shows the backend’s reasons (%s)', async (language, button, told, reason) => {
    refuse('signup', 422, { error_code: 'weak_password', msg: 'weak', weak_password: { reasons: ['pwned'] } });
    const { user } = await open('sign-up', language);
    const [email, password] = document.querySelectorAll('input');
    await user.type(email as HTMLInputElement, asha.email);
    await user.type(password as HTMLInputElement, '123456');
    await user.click(screen.getByRole('button', { name: button }));
    expect(await screen.findByText(told)).toBeVisible();
    expect(screen.getByText(reason)).toBeVisible();
  });

  test('C9.8 a new password has at least 6 characters', async () => {
    const { user } = await open('sign-up');
    await user.type(screen.getByLabelText('E-mail'), asha.email);
    await user.type(screen.getByLabelText('New password'), '12345{Enter}');
    expect(screen.getByText('At least 6 characters, please.')).toBeVisible();
  });

  test('C7.2 after a sign-up without a session one is asked to open the mail', async () => {
    server.use(http.post('*/auth/v1/signup', () => HttpResponse.json(userAnswer(asha))));
    const { user } = await open('sign-up');
    await user.type(screen.getByLabelText('E-mail'), asha.email);
    await user.type(screen.getByLabelText('New password'), 'secret-7x{Enter}');
    expect(await screen.findByText('Check your e-mail')).toBeVisible();
    expect(screen.getByText(`We have sent a link to ${asha.email}. Open it to finish.`)).toBeVisible();
  });

  test('C7.2 whoever was invited is told how the invitation goes on, and the mail leads back to it without its token', async () => {
    const asked: Request[] = [];
    server.use(
      http.post('*/auth/v1/signup', ({ request }) => {
        asked.push(request.clone());
        return HttpResponse.json(userAnswer(asha));
      }),
    );
    history.replaceState(null, '', '/join#token-of-invitation');
    takeInvitation();
    const { user } = await open('sign-up');
    await user.type(screen.getByLabelText('E-mail'), asha.email);
    await user.type(screen.getByLabelText('New password'), 'secret-7x{Enter}');
    expect(await screen.findByText(/it brings you back to your invitation/)).toBeVisible();
    const [request] = asked;
    expect(new URL(request?.url ?? '').searchParams.get('redirect_to')).toBe(`${location.origin}/join`);
    expect(`${request?.url}${await request?.text()}`).not.toContain('token-of-invitation');
    expect(localStorage.getItem('wattershed-invitation')).toContain('token-of-invitation');
    dropInvitation();
  });

  test('C7.7 a forgotten password is reset from the same dialog; the answer does not tell whether the account exists', async () => {
    server.use(http.post('*/auth/v1/recover', () => HttpResponse.json({})));
    const { user } = await open('sign-in');
    await user.click(screen.getByRole('button', { name: 'Forgot your password?' }));
    await user.type(screen.getByLabelText('E-mail'), asha.email);
    await user.click(screen.getByRole('button', { name: 'Send the link' }));
    expect(await screen.findByText(/If asha@example.com has an account, a link is on its way/)).toBeVisible();
  });

  test('C8.5 too many attempts, and a network that fails, each have their own words', async () => {
    refuse('recover', 429, { error_code: 'over_email_send_rate_limit', msg: 'slow down' });
    const { user } = await open('reset');
    await user.type(screen.getByLabelText('E-mail'), `${asha.email}{Enter}`);
    expect(await screen.findByText(/That was too often in a short time/)).toBeVisible();
    server.use(http.post('*/auth/v1/recover', () => HttpResponse.error()));
    await user.click(screen.getByRole('button', { name: 'Send the link' }));
    expect(await screen.findByText(/No answer\./)).toBeVisible();
  });

  test('C7.3 Google is offered only where the backend has it', async () => {
    const { unmount } = await open('sign-in');
    expect(screen.queryByRole('button', { name: 'Continue with Google' })).not.toBeInTheDocument();
    unmount();
    setConfig({ googleSignIn: true });
    await open('sign-in');
    expect(screen.getByRole('button', { name: 'Continue with Google' })).toBeVisible();
  });

  test('C7.4 C5.6 the guest is one press, and is told until when it is kept', async () => {
    server.use(
      http.post('*/auth/v1/signup', () =>
        HttpResponse.json(sessionAnswer({ ...asha, email: 'guest-1@guest.wattershed.invalid' })),
      ),
    );
    const { user } = await open('sign-in');
    expect(screen.getByText(/A private view of a simulated household, kept until/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Explore the demo as a guest' }));
    await waitFor(() => expect(sessionState()).toMatchObject({ status: 'signed-in', user: { isGuest: true } }));
    expect(location.pathname).toBe('/dashboard');
  });
});

describe('firebase dialog', () => {
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
});
