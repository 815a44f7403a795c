import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#shell/data/query-client.ts';
import { sessionState } from '#shell/session/session.ts';
import { startSession } from '#shell/session/arrival.ts';
import { asha, sessionAnswer, storeSession } from '#apps/web/testing/auth-answers.ts';
import { setConfig } from '#apps/web/testing/config.ts';
import { renderPart } from '#apps/web/testing/render-app.tsx';
import { server } from '#apps/web/testing/server.ts';
import { PasskeyCard } from './passkey-card.tsx';
import { SignInDialog } from '../sign-in/sign-in-dialog.tsx';

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
  expect(await screen.findByText('The passkey was not used. Nothing was changed.')).toBeVisible();
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

test('a browser that knows none says so', async () => {
  vi.stubGlobal('PublicKeyCredential', undefined);
  Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
  const { user } = await renderPart(<SignInDialog view="sign-in" />);
  await user.click(screen.getByRole('button', { name: 'Sign in with a passkey' }));
  expect(await screen.findByText('This browser knows no passkeys.')).toBeVisible();
});
