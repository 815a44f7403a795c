import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';
import { sessionState } from '#shell/session/session.ts';
import { startSession } from '#shell/session/arrival.ts';
import { asha, linkHash, storeSession, userAnswer } from '#apps/web/testing/auth-answers.ts';
import { renderPart } from '#apps/web/testing/render-app.tsx';
import { server } from '#apps/web/testing/server.ts';
import { ResetPasswordPage } from './reset-password-page.tsx';

const arriveWith = (hash: string) => history.replaceState(null, '', `/reset-password${hash}`);

test('C2.11 C7.8 a good link is verified, and the new password must be long enough and the same twice', async () => {
  const saved: unknown[] = [];
  server.use(
    http.get('*/auth/v1/user', () => HttpResponse.json(userAnswer(asha))),
    http.put('*/auth/v1/user', async ({ request }) => {
      saved.push(await request.json());
      return HttpResponse.json(userAnswer(asha));
    }),
  );
  arriveWith(linkHash(asha, 'recovery'));
  const { user } = await renderPart(<ResetPasswordPage />);
  expect(screen.getByText('Verifying reset link...')).toBeVisible();
  await startSession();

  await user.type(await screen.findByLabelText('New password'), '12345');
  await user.type(screen.getByLabelText('Repeat the new password'), '123456{Enter}');
  expect(screen.getByText('At least 6 characters, please.')).toBeVisible();
  expect(screen.getByText('The two passwords are not the same.')).toBeVisible();

  await user.type(screen.getByLabelText('New password'), '6{Enter}');
  expect(await screen.findByText('Your password is changed')).toBeVisible();
  expect(saved).toMatchObject([{ password: '123456' }]);
});

test('C7.2 C7.8 who confirmed a sign-up elsewhere chooses a password anew, and reads why', async () => {
  server.use(http.get('*/auth/v1/user', () => HttpResponse.json(userAnswer(asha))));
  arriveWith(linkHash(asha, 'signup'));
  await startSession();
  await renderPart(<ResetPasswordPage />);
  expect(await screen.findByText(/The account was created in another browser or on another device/)).toBeVisible();
  expect(screen.getByLabelText('New password')).toBeVisible();
});

test('C2.11 an expired link says so and offers a new one', async () => {
  const asked: unknown[] = [];
  server.use(
    http.post('*/auth/v1/recover', async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json({});
    }),
  );
  arriveWith('#error=access_denied&error_code=otp_expired&error_description=expired');
  await startSession();
  const { user } = await renderPart(<ResetPasswordPage />);
  expect(screen.getByText('This link no longer works')).toBeVisible();
  await user.type(screen.getByLabelText('E-mail'), asha.email);
  await user.click(screen.getByRole('button', { name: 'Send a new link' }));
  expect(await screen.findByText('Check your e-mail')).toBeVisible();
  expect(asked).toMatchObject([{ email: asha.email }]);
});

test('C2.11 C9.6 a link that got no answer is not called invalid, and can be tried again', async () => {
  server.use(
    http.get('*/auth/v1/user', () => HttpResponse.error(), { once: true }),
    http.get('*/auth/v1/user', () => HttpResponse.json(userAnswer(asha))),
  );
  arriveWith(linkHash(asha, 'recovery'));
  await startSession();
  const { user } = await renderPart(<ResetPasswordPage />);
  expect(await screen.findByText('No answer. Check the connection and try again.')).toBeVisible();
  expect(screen.queryByText('This link no longer works')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText('New password')).toBeVisible();
});

test('C2.11 while nobody answers whose link it is, nobody’s password is asked for', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  server.use(http.get('*/auth/v1/user', () => new Promise<never>(() => undefined)));
  storeSession(asha);
  arriveWith(linkHash(asha, 'recovery'));
  void startSession();
  await vi.advanceTimersByTimeAsync(3000);
  vi.useRealTimers();
  expect(sessionState().status).toBe('signed-in');
  await renderPart(<ResetPasswordPage />);
  expect(screen.getByText('Verifying reset link...')).toBeVisible();
});
