import type { AssistantEvent, AssistantFault } from '../contract/assistant.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  beginConversation,
  type ChatMessage,
  type Conversation,
  type ConversationEvent,
  converse,
  questionOf,
} from './conversation.ts';

const at = '2026-11-22T10:00:00.000Z';
const started = beginConversation('Hello', at);
const asked = { type: 'asked', question: 'q', answer: 'a', text: '/usage', at } satisfies ConversationEvent;
const came = (event: AssistantEvent): ConversationEvent => ({ type: 'came', event });
const text = (delta: string) => came({ event: 'text', data: { delta } });
const error = (code: AssistantFault) => came({ event: 'error', data: { code, message: code } });
const end = (content: string, unverified: string[] = []) =>
  came({ event: 'end', data: { by: 'own', content, unverified, suggestions: [] } });
const after = (...events: ConversationEvent[]) => events.reduce<Conversation>(converse, started);
const answerOf = ({ messages }: Conversation) => messages.at(-1)?.answer;

test('C3.5 a message is id, role, content, createdAt', () => {
  expect(after(asked).messages).toMatchObject([
    { id: 'greeting', role: 'assistant', content: 'Hello', createdAt: at },
    { id: 'q', role: 'user', content: '/usage', createdAt: at },
    { id: 'a', role: 'assistant', content: '', createdAt: at },
  ]);
});

test('C4.6 a question adds itself and an empty answer, which is pending until the end; its text is replaced by the whole', () => {
  expect(after(asked).pending).toBe('a');
  expect(answerOf(after(asked))?.status).toBe('coming');
  const streaming = after(asked, text('12 '), text('kWh'));
  expect(streaming.messages.at(-1)?.content).toBe('12 kWh');
  const done = converse(streaming, end('[12 kWh](/analytics)', ['12']));
  expect(done.pending).toBeUndefined();
  expect(done.messages.at(-1)).toMatchObject({
    content: '[12 kWh](/analytics)',
    answer: { status: 'done', hasUnverified: true },
  });
});

test('C5.1 a second question while an answer is pending is ignored', () => {
  expect(after(asked, { ...asked, question: 'q2', answer: 'a2' })).toEqual(after(asked));
});

test('C4.6 an error fills the pending message; what came before it and what comes after stay', () => {
  const failed = after(asked, text('So '), error('provider-broken'), text('far'), end('So far'));
  expect(failed.messages.at(-1)).toMatchObject({
    content: 'So far',
    answer: { fault: { code: 'provider-broken', at: 3 } },
  });
  expect(failed.pending).toBeUndefined();
  const other = after(asked, text('So '), error('provider-broken'), end('Anew'));
  expect(answerOf(other)?.fault).toEqual({ code: 'provider-broken', at: 0 });
});

test('a connection that breaks ends the answer, and says why once', () => {
  const broken = after(asked, error('provider-silent'), { type: 'failed', code: 'network' });
  expect(answerOf(broken)).toMatchObject({ status: 'done', fault: { code: 'provider-silent' } });
  expect(answerOf(after(asked, { type: 'failed', code: 'network' }))?.fault).toEqual({ code: 'network', at: 0 });
});

test('what was stopped keeps its part, and nothing that comes later changes it', () => {
  const stopped = after(asked, text('Half'), { type: 'stopped' });
  expect(stopped.messages.at(-1)).toMatchObject({ content: 'Half', answer: { status: 'stopped' } });
  expect(converse(converse(stopped, text(' more')), end('Whole'))).toEqual(stopped);
});

test('C4.6 Clear keeps only the first greeting', () => {
  expect(after(asked, end('Done'), { type: 'cleared' })).toEqual(started);
});

test('what was said before comes between the greeting and what was said now, each message once', () => {
  const earlier = ['1', '2', 'kept-q', 'kept-a'].map((id) => ({
    id,
    role: 'user' as const,
    content: id,
    createdAt: at,
  }));
  const begin = came({ event: 'begin', data: { question: 'kept-q', answer: 'kept-a' } });
  const recalled: ConversationEvent = { type: 'recalled', messages: earlier };
  const ids = ['greeting', '1', '2', 'kept-q', 'kept-a'];
  expect(after(asked, begin, recalled).messages.map(({ id }) => id)).toEqual(ids);
  const late = after(asked, recalled, begin, text('x'));
  expect(late.messages.map(({ id }) => id)).toEqual(ids);
  expect(late.messages.at(-1)).toMatchObject({ content: 'x', answer: { status: 'coming' } });
});

test('what is asked again takes the place of the answer that failed', () => {
  const failed = after(asked, { type: 'failed', code: 'network' });
  expect(questionOf(failed, 'a')?.content).toBe('/usage');
  const again = converse(converse(failed, { ...asked, question: 'q2', answer: 'a2' }), {
    type: 'withdrawn',
    answer: 'a',
  });
  expect(again.messages.map(({ id }) => id)).toEqual(['greeting', 'q2', 'a2']);
  expect(again.pending).toBe('a2');
  const row: ChatMessage = { id: 'q', role: 'user', content: '/usage', createdAt: at };
  const late = converse(again, { type: 'recalled', messages: [{ ...row, id: 'earlier' }, row] });
  expect(late.messages.map(({ id }) => id)).toEqual(['greeting', 'earlier', 'q2', 'a2']);
});

test('of two actions each is settled by its own press', () => {
  const until = '2026-11-22T12:10:00Z';
  const both = ['tv', 'lamp'].map((id) => ({
    id,
    device: { id, name: id, room: 'hall', commands: true },
    on: false,
    until,
  }));
  const open = after(asked, ...both.map((data) => came({ event: 'action', data })), end('Shall I?'));
  const one = converse(open, { type: 'settled', answer: 'a', action: 'lamp', state: 'done' });
  expect(answerOf(one)?.actions.map(({ proposed, state }) => [proposed.id, state])).toEqual([
    ['tv', 'open'],
    ['lamp', 'done'],
  ]);
});

test('an action waits to be pressed, and is settled once it was', () => {
  const data = { id: 'act', device: { id: 'd', name: 'Lamp', room: 'hall', commands: true }, on: false, until: at };
  const open = after(asked, came({ event: 'action', data }), end('Shall I?'));
  expect(answerOf(open)?.actions).toEqual([{ proposed: data, state: 'open' }]);
  const done = converse(open, { type: 'settled', answer: 'a', action: data.id, state: 'done' });
  expect(answerOf(done)?.actions[0]?.state).toBe('done');
});

test('whatever comes in whatever order: the greeting stays first, names are single, one answer at most is pending', () => {
  const event = fc.oneof(
    fc.nat(9).map(
      (n): ConversationEvent => ({
        ...asked,
        question: `q${n}`,
        answer: `a${n}`,
      }),
    ),
    fc.constantFrom<ConversationEvent>(
      text('x'),
      error('internal'),
      end('y'),
      { type: 'stopped' },
      { type: 'cleared' },
      { type: 'failed', code: 'network' },
    ),
    fc.nat(9).map((n): ConversationEvent => ({ type: 'withdrawn', answer: `a${n}` })),
  );
  fc.assert(
    fc.property(fc.array(event, { maxLength: 30 }), (events) => {
      const seen = events.reduce<Conversation>((now, one) => {
        const isKnown = one.type === 'asked' && now.messages.some(({ id }) => id === one.question);
        return isKnown ? now : converse(now, one);
      }, started);
      expect(seen.messages[0]?.id).toBe('greeting');
      const coming = seen.messages.filter(({ answer }) => answer?.status === 'coming');
      expect(coming.length).toBeLessThanOrEqual(1);
    }),
  );
});
