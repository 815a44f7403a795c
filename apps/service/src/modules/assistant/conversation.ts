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

/** As the table has them. */
const mostContent = 20_000;
const mostExtras = 60_000;

const ownLink = /\[((?:[^\]\\]|\\.)*)\]\([^)\s]*\)/g;

/** What was said without the addresses behind its figures. */
export const withoutLinks = (markdown: string): string => markdown.replace(ownLink, '$1');

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
    const text = content.length <= mostContent ? content : withoutLinks(content).slice(0, mostContent);
    await sql`select private.keep_assistant_message(${userId}, ${household}, ${id}, ${role}, ${text},
      ${JSON.stringify(fitting(extras))}::text::jsonb)`;
  },
});
