import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { asha, sessionAnswer, storeSession } from '#apps/web/testing/auth-answers.ts';
import { server } from '#apps/web/testing/server.ts';
import { sessionState } from './session.ts';
import { startSession } from './arrival.ts';
import { askTables } from '../data/tables.ts';

let asked: (string | null)[];

/** The table API that takes these tokens and no others. */
function takeOnly(...tokens: string[]): void {
  asked = [];
  server.use(
    http.get('*/rest/v1/households', ({ request }) => {
      const bearer = request.headers.get('authorization');
      asked.push(bearer);
      return tokens.some((token) => bearer === `Bearer ${token}`)
        ? HttpResponse.json([{ id: 'home' }])
        : HttpResponse.json({ code: 'PGRST301', message: 'JWT expired' }, { status: 401 });
    }),
  );
}

const households = () => askTables((tables) => tables.from('households').select('id'));

test('C7.9 C7.16 a token that the table API takes no more is renewed once, and the question asked again', async () => {
  server.use(http.post('*/auth/v1/token', () => HttpResponse.json(sessionAnswer(asha, 'token-2'))));
  takeOnly('token-2');
  storeSession();
  await startSession();
  expect(await households()).toEqual([{ id: 'home' }]);
  expect(asked).toEqual(['Bearer token-1', 'Bearer token-2']);
  expect(sessionState()).toMatchObject({ accessToken: 'token-2' });
});

test('C7.5 C8.5 where the session was ended elsewhere, it ends here as well', async () => {
  server.use(
    http.post('*/auth/v1/token', () =>
      HttpResponse.json({ error_code: 'refresh_token_not_found', msg: 'gone' }, { status: 400 }),
    ),
  );
  takeOnly();
  storeSession();
  await startSession();
  await expect(households()).rejects.toMatchObject({ status: 401, code: 'PGRST301' });
  expect(asked).toHaveLength(1);
  expect(sessionState()).toEqual({ status: 'signed-out', hasEnded: true });
});

test('C7.16 a visitor asks with the public key, and is refused without further ado', async () => {
  takeOnly();
  await startSession();
  await expect(households()).rejects.toMatchObject({ status: 401 });
  expect(asked).toEqual(['Bearer public-anonymous-key']);
});
