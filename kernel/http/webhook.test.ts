import { expect, test } from 'vitest';
import { makeWebhookSecret, webhookHeaders } from './webhook.ts';

// The example that the libraries of Standard Webhooks are tested by.
test('a message is signed as the libraries of Standard Webhooks verify it', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  expect(webhookHeaders(secret, 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1_614_265_330_000, '{"test": 2432232314}')).toEqual({
    'content-type': 'application/json',
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('a secret holds 192 random bits', () => {
  const secrets = [makeWebhookSecret(), makeWebhookSecret()];
  expect(new Set(secrets).size).toBe(2);
  for (const one of secrets) expect(Buffer.from(one.replace('whsec_', ''), 'base64')).toHaveLength(24);
});

test('the example of the guide takes what is ours and refuses what was changed or is old', async () => {
  const { readFileSync } = await import('node:fs');
  const guide = readFileSync(new URL('../../docs/guide/notices.md', import.meta.url), 'utf8');
  const [, example = ''] = /```js\n([\s\S]*?)```/.exec(guide) ?? [];
  const module = `data:text/javascript,${encodeURIComponent(example)}`;
  type IsOurs = (secret: string, headers: Record<string, string>, body: string) => boolean;
  const { isOurs } = (await import(/* @vite-ignore */ module)) as { isOurs: IsOurs };
  const secret = makeWebhookSecret();
  const body = '{"type":"test"}';
  const headers = webhookHeaders(secret, 'a', Date.now(), body);
  expect(isOurs(secret, headers, body)).toBe(true);
  expect(isOurs(secret, headers, `${body} `)).toBe(false);
  expect(isOurs(makeWebhookSecret(), headers, body)).toBe(false);
  expect(isOurs(secret, webhookHeaders(secret, 'a', Date.now() - 600_000, body), body)).toBe(false);
});
