import { expect, test } from 'vitest';
import { createLiveSessions } from './authentication.ts';

const opened = () => {
  const there = new Set(['one']);
  let asked = 0;
  let clock = 0;
  const sessions = createLiveSessions(
    async (session) => {
      asked += 1;
      return there.has(session);
    },
    () => clock,
  );
  return { sessions, there, asked: () => asked, pass: (ms: number) => (clock += ms) };
};

test('C4.1 an ended session is refused within half a minute, and a living one is asked for once in that time', async () => {
  const { sessions, there, asked, pass } = opened();
  expect(await Promise.all([sessions.isLive('one'), sessions.isLive('one')])).toEqual([true, true]);
  there.clear();
  pass(10_000);
  expect(await sessions.isLive('one')).toBe(true);
  expect(asked()).toBe(1);
  pass(20_000);
  expect(await sessions.isLive('one')).toBe(false);
});

test('C7.5 who ends a session has the others asked for anew', async () => {
  const { sessions, there } = opened();
  await sessions.isLive('one');
  there.clear();
  sessions.forget();
  expect(await sessions.isLive('one')).toBe(false);
});

test('a question that failed is asked again', async () => {
  let isAway = true;
  const sessions = createLiveSessions(async () => {
    if (isAway) throw new Error('the database is away');
    return true;
  });
  await expect(sessions.isLive('one')).rejects.toThrow('away');
  isAway = false;
  expect(await sessions.isLive('one')).toBe(true);
});
