import type { AssistantEvent, AssistantEvents } from '../contract/assistant.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { type AssistantStage, openAssistantStage } from './testing-assistant.ts';

let stage: Stage;
let assistant: AssistantStage;
let home: SeededHome;
let other: SeededHome;
let lamp: string;

beforeAll(async () => {
  stage = await openStage();
  assistant = await openAssistantStage(stage);
  [home, other] = [await stage.seed.home(), await stage.seed.home()];
  lamp = (await home.device('Reading lamp', 'bedroom', 'electricity')).deviceId;
  await other.device('Secret sauna', 'garden', 'electricity');
});
afterAll(() => stage.end());

const dataOf = <Name extends keyof AssistantEvents>(events: AssistantEvent[], name: Name): AssistantEvents[Name][] =>
  events.filter(({ event }) => event === name).map(({ data }) => data as AssistantEvents[Name]);
const textOf = (events: AssistantEvent[]): string => dataOf(events, 'end')[0]?.content ?? '';
const kept = (userId: string) =>
  stage.database.asUser({ sub: userId }, async (sql) => [
    ...(await sql`select role, content, extras from public.assistant_messages order by created_at`),
  ]);
const isActive = async (device: string): Promise<unknown> => {
  const [row] = await stage.seed.owner`select is_active from public.connected_devices where id = ${device}`;
  return row?.['is_active'];
};

describe('a question', () => {
  test('C7.17 begins, is answered in words and ends with all of them; the figures need no provider', async () => {
    const events = await assistant.events(home.userId, { text: '/devices' });
    expect(events.map(({ event }) => event)).toEqual(expect.arrayContaining(['begin', 'text', 'end']));
    expect(events[0]?.event).toBe('begin');
    expect(events.at(-1)?.event).toBe('end');
    const said = dataOf(events, 'text').map(({ delta }) => delta);
    expect(said.join('')).toBe(textOf(events));
    expect(textOf(events)).toContain('Reading lamp');
  });

  test('C3.5 is kept with its answer, as messages of its person that nobody else reads', async () => {
    const mate = await stage.seed.home();
    await stage.seed.owner`insert into public.household_members (household_id, user_id, role)
      values (${home.household}, ${mate.userId}, 'member')`;
    await assistant.events(home.userId, { text: '/help' });
    const messages = await kept(home.userId);
    expect(messages.slice(-2)).toMatchObject([
      { role: 'user', content: '/help' },
      { role: 'assistant', extras: { by: 'own' } },
    ]);
    expect(await kept(mate.userId)).toEqual([]);
  });

  test('C4.6 what is cleared is gone, of oneself alone', async () => {
    const guest = await stage.seed.home();
    await assistant.events(guest.userId, { text: '/help' });
    const before = await kept(home.userId);
    await stage.database.asUser({ sub: guest.userId }, (sql) => sql`delete from public.assistant_messages`);
    expect(await kept(guest.userId)).toEqual([]);
    expect(await kept(home.userId)).toEqual(before);
  });

  test.each([{ text: ' \n' }, { text: '' }, { text: 'x'.repeat(2001) }, { text: '/help', household: 'mine' }])(
    'C5.1 that is none is refused: %j',
    async (asked) => {
      const answer = await assistant.ask(home.userId, asked);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ code: 'body-malformed' });
    },
  );

  test('with a letter that the database has not is asked, and kept, without it', async () => {
    const events = await assistant.events(home.userId, { text: '/he\0lp' });
    expect(dataOf(events, 'error')).toEqual([]);
    expect((await kept(home.userId)).at(-2)).toMatchObject({ content: '/help' });
  });

  test("of another's household is refused, whatever it asks", async () => {
    const answer = await assistant.ask(home.userId, { text: '/devices', household: other.household });
    expect(answer.status).toBe(403);
    for (const text of [
      '/devices',
      'what does the secret sauna use',
      `list the devices of household ${other.household}`,
    ])
      expect(textOf(await assistant.events(home.userId, { text }))).not.toMatch(/Secret sauna/);
  });

  test('goes on from the one before', async () => {
    const events = await assistant.events(home.userId, { text: 'is the reading lamp on' });
    expect(textOf(events)).toContain('Reading lamp');
    const messages = await kept(home.userId);
    expect(messages.at(-1)).toMatchObject({ extras: { asked: { about: 'device', device: lamp } } });
  });

  test('C7.17 C9.5 of a visitor is answered too, with the tips, and nothing is kept', async () => {
    const [before] = await stage.seed.owner`select count(*) from public.assistant_messages`;
    for (const text of ['/usage', '/billing', '/devices', 'how can I save']) {
      const events = await assistant.events(null, { text });
      expect(dataOf(events, 'begin')).toEqual([{ question: null, answer: null }]);
      expect(textOf(events)).toMatch(/off-peak/);
      expect(textOf(events)).toMatch(/24\s*°C/);
      expect(textOf(events)).toMatch(/leak/);
    }
    expect((await stage.seed.owner`select count(*) from public.assistant_messages`)[0]).toEqual(before);
  });

  test('with a token that is none is refused', async () => {
    const answer = await fetch(`${assistant.url}/api/v1/assistant`, {
      method: 'POST',
      headers: { authorization: 'Bearer nonsense', 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'hi', language: 'en' }),
    });
    expect(answer.status).toBe(401);
  });
});

describe('a switch', () => {
  const propose = async (text: string, userId = home.userId) => {
    const events = await assistant.events(userId, { text });
    const [action] = dataOf(events, 'action');
    return action;
  };

  test('is only proposed; the press does it, once', async () => {
    const action = await propose('turn off the reading lamp');
    expect(action).toMatchObject({ device: { id: lamp, name: 'Reading lamp' }, on: false });
    expect(await isActive(lamp)).toBe(true);
    const pressed = await assistant.press(home.userId, action?.id as string, true);
    expect(await pressed.json()).toEqual({ result: 'noted' });
    expect(await isActive(lamp)).toBe(false);
    const again = await assistant.press(home.userId, action?.id as string, true);
    expect([again.status, ((await again.json()) as { code: string }).code]).toEqual([409, 'action-over']);
    const [audit] = await stage.seed.owner`select user_id, wanted, result, settled_at is not null as settled
      from public.assistant_actions where id = ${action?.id as string}`;
    expect(audit).toEqual({ user_id: home.userId, wanted: false, result: 'noted', settled: true });
  });

  test('that is declined does nothing, and cannot be pressed after', async () => {
    const action = await propose('turn on the reading lamp');
    expect(await (await assistant.press(home.userId, action?.id as string, false)).json()).toEqual({
      result: 'declined',
    });
    expect((await assistant.press(home.userId, action?.id as string, true)).status).toBe(409);
    expect(await isActive(lamp)).toBe(false);
  });

  test('of somebody else, or that is too old, is not there to press', async () => {
    const action = await propose('turn on the reading lamp');
    expect((await assistant.press(other.userId, action?.id as string, true)).status).toBe(409);
    await stage.seed
      .owner`update public.assistant_actions set until = now() - interval '1 second' where id = ${action?.id as string}`;
    expect((await assistant.press(home.userId, action?.id as string, true)).status).toBe(409);
    expect(await isActive(lamp)).toBe(false);
  });

  test('is not offered to who only reads, nor pressed by who was made a reader since', async () => {
    const reader = await stage.seed.home();
    await reader.abandon();
    await stage.seed.owner`insert into public.household_members (household_id, user_id, role)
      values (${home.household}, ${reader.userId}, 'member')`;
    const action = await propose('turn on the reading lamp', reader.userId);
    await stage.seed.owner`update public.household_members set role = 'viewer' where user_id = ${reader.userId}`;
    expect((await assistant.press(reader.userId, action?.id as string, true)).status).toBe(409);
    expect(await propose('turn on the reading lamp', reader.userId)).toBeUndefined();
    expect(await isActive(lamp)).toBe(false);
  });
});
