import type { CreatedToken } from '#subjects/identity/contract/tokens.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { giveFactor, makeFactors } from '#apps/service/testing/second-factors.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { openAssistantStage } from '../testing-assistant.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
  await makeFactors(stage.seed.owner);
});
afterAll(() => stage.end());

/** A token of a new home that has something to tell, and what another assistant reads with it. */
const openToken = async () => {
  const { url } = await openAssistantStage(stage);
  const home = await stage.seed.home();
  const { userId, household } = home;
  const { meterId } = await home.device('Oven', 'kitchen', 'electricity');
  await stage.seed.owner`update profiles set language = 'es' where user_id = ${userId}`;
  await stage.seed.owner`insert into notices (household_id, kind, meter_id, since, noticed_at, mail_at)
    values (${household}, 'silent-meter', ${meterId}, now(), now(), now())`;
  const made = await fetch(`${url}/api/v1/assistant/tokens`, {
    method: 'POST',
    headers: { ...(await stage.session(userId)), 'content-type': 'application/json' },
    body: '{}',
  });
  const { token } = (await made.json()) as CreatedToken;
  const read = async () => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'alerts', arguments: {} } };
    const answer = await fetch(`${url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify(body),
    });
    return answer.ok ? answer.text() : answer.status;
  };
  return { userId, read };
};

test('a token for other assistants that was made with the second factor shown reads on, though it cannot show it', async () => {
  const { userId, read } = await openToken();
  const before = await read();
  expect(before).toContain('silent-meter');
  await giveFactor(stage.seed.owner, userId, 'verified');
  await stage.seed.owner`update auth.mfa_factors set created_at = now() - interval '1 day' where user_id = ${userId}`;
  expect(await read()).toBe(before);
  await giveFactor(stage.seed.owner, userId, 'verified');
  expect(await read()).toBe(before);
});

test('one from before the first factor works no more once that is verified', async () => {
  const { userId, read } = await openToken();
  await giveFactor(stage.seed.owner, userId, 'unverified');
  expect(await read()).toContain('silent-meter');
  await stage.seed.owner`update auth.mfa_factors set status = 'verified' where user_id = ${userId}`;
  expect(await read()).toBe(401);
});
