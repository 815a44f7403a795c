import { expect, test } from 'vitest';
import { createHttp } from './http/http.ts';
import { createLog } from './log.ts';

test('C9.9 a key in an address or a header is never logged', async () => {
  const lines: string[] = [];
  const app = createHttp(
    { TRUST_PROXY: false, PUBLIC_URL: undefined },
    createLog('trace', { write: (line) => void lines.push(line) }),
  );
  // As the pages do it; the library's own tells the address.
  app.setNotFoundHandler((_request, reply) => reply.code(404).send());
  app.get('/input/post', async () => 'ok');
  const headers = { authorization: 'Bearer ws_header' };
  await app.inject({ url: '/input/post?node=1&apikey=ws_address&json=1', headers });
  await app.inject({ url: '/nowhere?token=ws_address', headers });
  await app.inject({ url: '/api/v1/invitations/ws_invitation/accept' });
  await app.close();
  const text = lines.join('');
  expect(text).toContain('/input/post?node=1&apikey=…&json=1');
  expect(text).toContain('/api/v1/invitations/…/accept');
  expect(text).not.toContain('ws_');
});
