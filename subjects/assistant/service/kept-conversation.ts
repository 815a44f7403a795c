/** A person's conversation: what was said, kept under their own name, and what the next question may go on from. */
import type { Sql } from '#kernel/db.ts';
import type { AssistantAction, AssistantEvent, AssistantExtras, AssistantFault } from '../contract/assistant.ts';
import type { Intent } from './intent.ts';
import type { FoundResult } from './asking.ts';

export interface Said {
  readonly role: 'user' | 'assistant';
  /** Markdown. */
  readonly content: string;
  readonly extras: KeptExtras;
}

interface KeptExtras extends AssistantExtras {
  /** What the question was understood as: "and yesterday?" goes on from it. */
  readonly asked?: Intent;
}

interface NewMessage extends Omit<Said, 'role'> {
  readonly id: string;
  /** What it answers; a question has none. */
  readonly question?: string;
}

export interface Conversation {
  /** The last messages, oldest first. */
  latest(count: number): Promise<readonly Said[]>;
  /** An answer whose question was taken back meanwhile is kept no more. */
  keep(message: NewMessage): Promise<void>;
}

/** As the table has them; the database writes JSON with more spaces than we do. */
const maxContent = 20_000;
const maxExtras = 45_000;

const ownLink = /\[((?:[^\]\\]|\\.)*)\]\([^)\s]*\)/g;

/** What was said without the addresses behind its figures. */
export const withoutLinks = (markdown: string): string => markdown.replace(ownLink, '$1');

/** PostgreSQL has no such letter. */
const withoutNull = (text: string): string => text.replaceAll('\0', '');
const jsonOf = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) => (typeof one === 'string' ? withoutNull(one) : one));

/** Rows and points can be asked for again; what was said is kept. */
const fitting = (extras: KeptExtras): KeptExtras => {
  if (JSON.stringify(extras).length <= maxExtras) return extras;
  const results = extras.results?.map(({ id, tool, title, link }) => ({ id, tool, title, link }));
  return { ...extras, ...(results && { results }) };
};

export const openConversation = (sql: Sql, userId: string, household: string): Conversation => ({
  latest: async (count) => {
    const [row] = await sql<{ said: Said[] }[]>`
      select private.assistant_history(${userId}, ${household}, ${count}) as said`;
    return row?.said ?? [];
  },
  keep: async ({ id, question = null, content, extras }) => {
    const whole = withoutNull(content);
    const text = whole.length <= maxContent ? whole : withoutLinks(whole).slice(0, maxContent);
    await sql`select private.keep_assistant_message(${userId}, ${household}, ${id}, ${question}, ${text},
      ${jsonOf(fitting(extras))}::text::jsonb)`;
  },
});

/** For logs and for those who read the stream; pages say it in the reader's language, by the code. */
const messages: Record<AssistantFault, string> = {
  'provider-refused': 'The AI provider does not accept our requests; its key or model has to be looked at.',
  'provider-busy': 'The AI provider has too much to do at the moment.',
  'provider-unavailable': 'The AI provider does not answer.',
  'provider-silent': 'The AI provider has fallen silent.',
  'provider-broken': 'The answer of the AI provider broke off.',
  'provider-too-long': 'The AI provider sent more than an answer may hold; it was cut off.',
  'budget-used': "Today's questions to the AI provider are used up.",
  'not-authenticated': 'You were signed out meanwhile.',
  forbidden: 'You are no longer in this household.',
  stopping: 'It was stopped.',
  internal: 'Something went wrong on our side.',
};

/** An answer while it is being given: what was sent of it is what is kept of it. */
export type Draft = ReturnType<typeof startDraft>;

export const startDraft = () => {
  let text = '';
  let extras: KeptExtras = {};
  const results: NonNullable<KeptExtras['results']> = [];
  return {
    /** What was said so far. */
    get text(): string {
      return text;
    },
    say: (delta: string): AssistantEvent => {
      text += delta;
      return { event: 'text', data: { delta } };
    },
    found: (found: FoundResult): AssistantEvent => {
      const result = { id: `r${results.length + 1}`, ...found };
      results.push(result);
      return { event: 'result', data: result };
    },
    propose: (action: AssistantAction): AssistantEvent => {
      extras = { ...extras, actions: [...(extras.actions ?? []), action] };
      return { event: 'action', data: action };
    },
    fault: (code: AssistantFault): AssistantEvent => {
      extras = { ...extras, error: code };
      return { event: 'error', data: { code, message: messages[code] } };
    },
    /** What can be asked next: told at the end. */
    suggest: (suggestions: readonly string[]): void => {
      if (suggestions.length > 0) extras = { ...extras, suggestions: [...suggestions] };
    },
    /** `content`: what was said, with its figures checked. */
    end: (by: 'own' | 'provider', content = text, unverified: readonly string[] = []): AssistantEvent => {
      text = content;
      const { suggestions = [] } = extras;
      extras = { ...extras, by, ...(unverified.length > 0 && { unverified: [...unverified] }) };
      return { event: 'end', data: { by, content, unverified: [...unverified], suggestions } };
    },
    /** What is kept beside the text. */
    extras: (asked: Intent | null): KeptExtras => ({
      ...extras,
      ...(results.length > 0 && { results }),
      ...(asked && { asked }),
    }),
  };
};
