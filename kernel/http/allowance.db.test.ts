import type { FastifyRequest } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { createTakeAllowance, hashedAddress } from './client-address.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.end());

const hour = { kind: 'letters', count: 3, seconds: 86_400 };

test('as many as allowed, then rate-limited with the seconds to wait; another person is not touched', async () => {
  const take = createTakeAllowance(stage.sql);
  const attempts = await Promise.allSettled(Array.from({ length: 8 }, () => take(hour, 'ada')));
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  const refused = attempts.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
  expect(refused.reason).toMatchObject({ code: 'rate-limited' });
  expect(refused.reason.retryAfterS).toBeGreaterThan(0);
  expect(refused.reason.retryAfterS).toBeLessThanOrEqual(86_400);
  await take(hour, 'ben');
  await take({ ...hour, kind: 'likes' }, 'ada');
});

test('an address is counted by a keyed hash', () => {
  const from = (ip: string) => ({ ip }) as FastifyRequest;
  expect(hashedAddress('a', from('192.0.2.7'))).toBe(hashedAddress('a', from('192.0.2.7')));
  expect(hashedAddress('a', from('192.0.2.7'))).not.toBe(hashedAddress('b', from('192.0.2.7')));
  expect(hashedAddress('a', from('192.0.2.7'))).not.toContain('192');
});
