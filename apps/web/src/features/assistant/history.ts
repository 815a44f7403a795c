import type { AssistantExtras } from '@wattershed/contracts';
import type { AssistantMessage } from '@wattershed/database';
import { askTables } from '../../platform/tables.ts';
import { type Answer, type ChatMessage, nothingElse } from './conversation.ts';

const mostRecalled = 50;

/** The latest messages of a person's own conversation, oldest first. */
export async function fetchHistory(userId: string, householdId: string): Promise<ChatMessage[]> {
  const rows = await askTables<AssistantMessage[]>((tables) =>
    tables
      .from('assistant_messages')
      .select('*')
      .eq('household_id', householdId)
      .eq('user_id', userId)
      .order('created_at', { ascending: false })
      .limit(mostRecalled),
  );
  return rows.reverse().map(toMessage);
}

export async function deleteHistory(userId: string): Promise<void> {
  await askTables((tables) => tables.from('assistant_messages').delete().eq('user_id', userId));
}

function toMessage({ id, role, content, created_at: createdAt, extras }: AssistantMessage): ChatMessage {
  const message: ChatMessage = { id, role, content, createdAt };
  return role === 'user' ? message : { ...message, answer: toAnswer(extras) };
}

function toAnswer({ results = [], unverified = [], error, action }: AssistantExtras): Answer {
  return {
    ...nothingElse,
    results,
    hasUnverified: unverified.length > 0,
    ...(error === 'stopping' && { status: 'stopped' as const }),
    ...(error !== undefined && error !== 'stopping' && { fault: { code: error, at: 0 } }),
    ...(action !== undefined && { action: { proposed: action, state: 'over' as const } }),
  };
}
