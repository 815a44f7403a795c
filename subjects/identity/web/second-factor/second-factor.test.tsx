import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  asha,
  phoneFactor,
  sessionAnswer,
  sessionOfLevel,
  storeSession,
  userWithFactors,
} from '#apps/web/testing/auth-answers.ts';
import { setConfig } from '#apps/web/testing/config.ts';
import { renderPart } from '#apps/web/testing/render-app.tsx';
import { server } from '#apps/web/testing/server.ts';
import { fail, succeed } from '#shell/data/outcome.ts';
import { createQueryClient } from '#shell/data/query-client.ts';
import { startSession } from '#shell/session/arrival.ts';
import type { SecondFactorStep } from '#shell/session/provider/auth-provider.ts';
import { authFailure } from '#shell/session/provider/failure.ts';
import { sessionState } from '#shell/session/session.ts';
import { askToProve } from '#shell/session/session-prompts.ts';
import { sessionStorageKey } from '#shell/session/stored-session.ts';
import { SecondFactorForm, SignInDialog } from '../sign-in/sign-in-dialog.tsx';
import { PasskeyCard } from './passkey-card.tsx';
import { TotpCard } from './totp-card.tsx';

describe('second factor', () => {
  const tablet = { ...phoneFactor, id: 'fac70000-0000-4000-8000-000000000002', friendly_name: 'Tablet' };
  let factors: (typeof phoneFactor)[];
  let asked: unknown[];

  beforeEach(() => {
    setConfig({ secondFactor: true });
    factors = [phoneFactor];
    asked = [];
    server.use(
      http.post('*/auth/v1/token', () => HttpResponse.json(sessionOfLevel(asha, 'aal1', factors))),
      http.get('*/auth/v1/user', () => HttpResponse.json(userWithFactors(asha, factors))),
      http.post('*/auth/v1/factors/:id/challenge', ({ params }) =>
        HttpResponse.json({ id: `challenge-of-${String(params['id'])}`, type: 'totp', expires_at: 4_000_000_000 }),
      ),
      http.post('*/auth/v1/factors/:id/verify', async ({ request, params }) => {
        const body = (await request.json()) as { code: string };
        asked.push({ id: params['id'], ...body });
        return body.code === '123456'
          ? HttpResponse.json(sessionOfLevel(asha, 'aal2', factors))
          : HttpResponse.json({ error_code: 'mfa_verification_failed', msg: 'Invalid TOTP code' }, { status: 422 });
      }),
    );
  });

  async function signInByPassword() {
    const { user } = await renderPart(<SignInDialog view="sign-in" />);
    await user.type(screen.getByLabelText('E-mail'), asha.email);
    await user.type(screen.getByLabelText('Password'), 'secret-7x{Enter}');
    return user;
  }

  test('C7.1 C8.5 after the password a code is asked for; nobody is signed in before it is right', async () => {
    const user = await signInByPassword();
    const code = await screen.findByLabelText('Code');
    expect(code).toHaveAttribute('autocomplete', 'one-time-code');
    expect(code).toHaveAttribute('inputmode', 'numeric');
    expect(sessionState().status).not.toBe('signed-in');

    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(screen.getByText('Please enter the code.')).toBeVisible();
    await user.type(code, '12345{Enter}');
    expect(screen.getByText('The code has six digits.')).toBeVisible();
    await user.type(code, '7{Enter}');
    expect(await screen.findByText('This code is not right. Please try the newest one.')).toBeVisible();
    expect(sessionState().status).not.toBe('signed-in');

    await user.clear(code);
    await user.type(code, '123 456{Enter}');
    await waitFor(() => expect(sessionState().status).toBe('signed-in'));
    expect(asked.at(-1)).toMatchObject({
      id: phoneFactor.id,
      code: '123456',
      challenge_id: `challenge-of-${phoneFactor.id}`,
    });
  });

  test('C4.1 a session that still lacks its code is nobody’s when the page is opened', async () => {
    localStorage.setItem(sessionStorageKey, JSON.stringify(sessionOfLevel(asha, 'aal1')));
    await startSession();
    expect(sessionState().status).toBe('signed-out');
  });

  test('C4.1 one that has had its code is, and so is one of an account without any', async () => {
    localStorage.setItem(sessionStorageKey, JSON.stringify(sessionOfLevel(asha, 'aal2')));
    await startSession();
    expect(sessionState().status).toBe('signed-in');
  });

  test('with several apps one says which', async () => {
    factors = [phoneFactor, tablet];
    const user = await signInByPassword();
    await user.selectOptions(await screen.findByLabelText('Where the code comes from'), 'The app: Tablet');
    await user.type(screen.getByLabelText('Code'), '123456{Enter}');
    await waitFor(() => expect(asked).toMatchObject([{ id: tablet.id }]));
  });

  test('C7.20 a code by message is sent when it is asked for, and may be sent again', async () => {
    const send = vi.fn<SecondFactorStep['send']>(() => Promise.resolve(succeed(undefined)));
    const confirm = vi.fn<SecondFactorStep['confirm']>(() => Promise.resolve(succeed(undefined)));
    send.mockResolvedValueOnce(fail(authFailure('rate-limited')));
    const step = { factors: [{ id: 'sms-1', kind: 'sms' as const, hint: '+1 ***-0143' }], send, confirm };
    const done = vi.fn<() => void>();
    const { user } = await renderPart(<SecondFactorForm step={step} onDone={done} />);
    expect(screen.queryByLabelText('Code')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Send a code to +1 ***-0143' }));
    expect(await screen.findByText(/Too many tries/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Send a code to +1 ***-0143' }));
    await user.type(await screen.findByLabelText('Code'), '654321{Enter}');
    expect(screen.getByRole('button', { name: 'Send another code' })).toBeVisible();
    expect(send.mock.calls.at(-1)?.[1]).toBeInstanceOf(HTMLElement);
    await waitFor(() => expect(done).toHaveBeenCalledOnce());
    expect(confirm).toHaveBeenCalledWith('sms-1', '654321');
  });

  async function showCard() {
    localStorage.setItem(sessionStorageKey, JSON.stringify(sessionOfLevel(asha, 'aal2', factors)));
    await startSession();
    return renderPart(
      <QueryClientProvider client={createQueryClient()}>
        <TotpCard />
      </QueryClientProvider>,
    );
  }

  test('an app is added with its drawing, its letters and its first code', async () => {
    factors = [];
    server.use(
      http.get('*/rest/v1/*', () => HttpResponse.json([])),
      http.post('*/auth/v1/factors', async ({ request }) => {
        asked.push(await request.json());
        const totp = { qr_code: '<svg fill="#000"/>', secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x' };
        return HttpResponse.json({ ...tablet, type: 'totp', status: 'unverified', totp });
      }),
    );
    const { user } = await showCard();
    await user.click(await screen.findByRole('button', { name: 'Add an app' }));
    const name = screen.getByLabelText('Name of the app');
    await user.clear(name);
    await user.type(name, 'Tablet');
    await user.click(screen.getByRole('button', { name: 'Next' }));

    const drawing = await screen.findByRole('img', { name: 'Code for the app to scan' });
    expect(decodeURIComponent(drawing.getAttribute('src') ?? '')).toBe('data:image/svg+xml,<svg fill="#000"/>');
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible();
    expect(asked[0]).toMatchObject({ friendly_name: 'Tablet', factor_type: 'totp', issuer: 'Wattershed' });

    factors = [tablet];
    await user.type(screen.getByLabelText('Code'), '123456');
    await user.click(screen.getByRole('button', { name: 'Switch on' }));
    expect(await screen.findByText('Tablet')).toBeVisible();
  });

  test('an app is removed after it was asked once more; the backend may want the code first', async () => {
    let refuses = true;
    server.use(
      http.get('*/rest/v1/*', () => HttpResponse.json([])),
      http.delete('*/auth/v1/factors/:id', () => {
        if (refuses)
          return HttpResponse.json({ error_code: 'insufficient_aal', msg: 'AAL2 required' }, { status: 422 });
        factors = [];
        return HttpResponse.json({ id: phoneFactor.id });
      }),
    );
    const { user } = await showCard();
    await user.click(await screen.findByRole('button', { name: 'Remove My phone' }));
    const dialog = screen.getByRole('dialog', { name: 'Remove My phone?' });
    await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
    expect(await within(dialog).findByText('Please sign in again with your code first.')).toBeVisible();
    refuses = false;
    await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByText('My phone')).not.toBeInTheDocument());
  });
});

describe('passkeys', () => {
  /** What a browser gives back when somebody touched the sensor. */
  class FakeKey {
    id = 'a2V5';
    rawId = new Uint8Array([107, 101, 121]).buffer;
    type = 'public-key';
    authenticatorAttachment = 'platform';
    response = {
      clientDataJSON: new ArrayBuffer(4),
      attestationObject: new ArrayBuffer(4),
      authenticatorData: new ArrayBuffer(4),
      signature: new ArrayBuffer(4),
      userHandle: null,
    };
    getClientExtensionResults = () => ({});
  }

  const options = {
    challenge_id: 'challenge-1',
    expires_at: 4_000_000_000,
    options: {
      challenge: 'YWJj',
      rp: { id: 'localhost', name: 'x' },
      user: { id: 'YQ', name: 'a', displayName: 'a' },
      pubKeyCredParams: [],
    },
  };
  const kept = {
    id: '9a500000-0000-4000-8000-000000000001',
    friendly_name: 'Laptop',
    created_at: '2026-11-20T10:00:00Z',
  };
  let keys: object[];
  let touch: () => Promise<unknown>;

  beforeEach(() => {
    setConfig({ passkeys: true });
    keys = [kept];
    touch = () => Promise.resolve(new FakeKey());
    vi.stubGlobal('PublicKeyCredential', FakeKey);
    vi.stubGlobal(
      'navigator',
      Object.create(navigator, {
        credentials: { value: { create: () => touch(), get: () => touch() } },
        onLine: { value: true },
      }),
    );
    server.use(
      http.get('*/rest/v1/*', () => HttpResponse.json([])),
      http.get('*/auth/v1/passkeys', () => HttpResponse.json(keys)),
      http.post('*/auth/v1/passkeys/:what/options', () => HttpResponse.json(options)),
      http.post('*/auth/v1/passkeys/registration/verify', () => {
        const added = { ...kept, id: '9a500000-0000-4000-8000-000000000002', friendly_name: 'New key' };
        keys = [...keys, added];
        return HttpResponse.json(added);
      }),
      http.post('*/auth/v1/passkeys/authentication/verify', () => HttpResponse.json(sessionAnswer(asha))),
      http.delete('*/auth/v1/passkeys/:id', () => {
        keys = [];
        return new HttpResponse(null, { status: 204 });
      }),
    );
  });
  afterEach(() => vi.unstubAllGlobals());

  async function showCard() {
    storeSession();
    await startSession();
    return renderPart(
      <QueryClientProvider client={createQueryClient()}>
        <PasskeyCard />
      </QueryClientProvider>,
    );
  }

  test('passkeys are listed, added and removed', async () => {
    const { user } = await showCard();
    expect(await screen.findByText('Laptop')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Add a passkey' }));
    expect(await screen.findByText('New key')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Remove Laptop' }));
    const dialog = screen.getByRole('dialog', { name: 'Remove Laptop?' });
    await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByText('Laptop')).not.toBeInTheDocument());
  });

  test('C8.5 who turns back is told that nothing happened', async () => {
    touch = () => Promise.reject(Object.assign(new Error('not allowed'), { name: 'NotAllowedError' }));
    const { user } = await showCard();
    await user.click(await screen.findByRole('button', { name: 'Add a passkey' }));
    expect(await screen.findByText('You did not use the passkey. Nothing was changed.')).toBeVisible();
  });

  test('C1.3 one signs in with a passkey where the backend offers it, and is not offered it elsewhere', async () => {
    const { user, unmount } = await renderPart(<SignInDialog view="sign-in" />);
    await user.click(screen.getByRole('button', { name: 'Sign in with a passkey' }));
    await waitFor(() => expect(sessionState().status).toBe('signed-in'));
    unmount();
    setConfig();
    await renderPart(<SignInDialog view="sign-in" />);
    expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).not.toBeInTheDocument();
  });

  test.each([
    ['one’s own', asha.id, true],
    ['somebody else’s', 'b0000000-0000-4000-8000-000000000001', false],
  ])('C7.8 who came in long ago, and is asked once more, shows a passkey that is %s', async (_, id, isBelieved) => {
    server.use(
      http.post('*/auth/v1/passkeys/authentication/verify', () => HttpResponse.json(sessionAnswer({ ...asha, id }))),
    );
    storeSession();
    await startSession();
    const proved = askToProve();
    const { user } = await renderPart(<SignInDialog view="prove" />);
    await user.click(await screen.findByRole('button', { name: 'Sign in with a passkey' }));
    await expect(proved).resolves.toBe(isBelieved);
  });

  test('a browser that knows none says so', async () => {
    vi.stubGlobal('PublicKeyCredential', undefined);
    Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
    const { user } = await renderPart(<SignInDialog view="sign-in" />);
    await user.click(screen.getByRole('button', { name: 'Sign in with a passkey' }));
    expect(await screen.findByText('This browser does not support passkeys.')).toBeVisible();
  });
});
