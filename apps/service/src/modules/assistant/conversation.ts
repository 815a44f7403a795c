/** A person's conversation: what was said, kept under their own name, and what the next question may go on from. */
import type { AssistantExtras } from '@wattershed/contracts';
import type { Sql } from '../../platform/db.ts';
import type { Question } from './question.ts';

export interface Said {
  readonly role: 'user' | 'assistant';
  /** Markdown. */
  readonly content: string;
  readonly extras: KeptExtras;
}

export interface KeptExtras extends AssistantExtras {
  /** What the question was understood as: "and yesterday?" goes on from it. */
  readonly asked?: Question;
}

export interface NewMessage extends Said {
  readonly id: string;
}

export interface Conversation {
  /** The last messages, oldest first. */
  latest(count: number): Promise<readonly Said[]>;
  keep(message: NewMessage): Promise<void>;
}

/** As the table has them; the database writes JSON with more spaces than we do. */
const mostContent = 20_000;
const mostExtras = 45_000;

const ownLink = /\[((?:[^\]\\]|\\.)*)\]\([^)\s]*\)/g;

/** What was said without the addresses behind its figures. */
export const withoutLinks = (markdown: string): string => markdown.replace(ownLink, '$1');

/** PostgreSQL has no such letter. */
const withoutNull = (text: string): string => text.replaceAll('\0', '');
const jsonOf = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) => (typeof one === 'string' ? withoutNull(one) : one));

/** Rows and points can be asked for again; what was said is kept. */
const fitting = (extras: KeptExtras): KeptExtras => {
  if (JSON.stringify(extras).length <= mostExtras) return extras;
  const results = extras.results?.map(({ id, tool, title, link }) => ({ id, tool, title, link }));
  return { ...extras, ...(results && { results }) };
};

export const openConversation = (sql: Sql, userId: string, household: string): Conversation => ({
  latest: async (count) => {
    const [row] = await sql<{ said: Said[] }[]>`
      select private.assistant_history(${userId}, ${household}, ${count}) as said`;
    return row?.said ?? [];
  },
  keep: async ({ id, role, content, extras }) => {
    const whole = withoutNull(content);
    const text = whole.length <= mostContent ? whole : withoutLinks(whole).slice(0, mostContent);
    await sql`select private.keep_assistant_message(${userId}, ${household}, ${id}, ${role}, ${text},
      ${jsonOf(fitting(extras))}::text::jsonb)`;
  },
});
