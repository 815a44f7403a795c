import type { AssistantExtras } from '@wattershed/contracts';
import type { AssistantActionRow, AssistantMessage } from '@wattershed/database';
import { serviceNow } from '../../platform/clock.ts';
import { askTables } from '../../platform/tables.ts';
import { type ActionState, type Answer, type ChatMessage, nothingElse } from './conversation.ts';

const mostRecalled = 50;

type Outcome = Pick<AssistantActionRow, 'id' | 'result' | 'until' | 'settled_at'>;

/** The latest messages of a person's own conversation, oldest first, and what came of what was proposed in them. */
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
  const proposed = rows.flatMap(({ extras }) => (extras as AssistantExtras).action?.id ?? []);
  const outcomes = proposed.length === 0 ? [] : await fetchOutcomes(householdId, proposed);
  return rows.reverse().map((row) => toMessage(row, outcomes));
}

function fetchOutcomes(householdId: string, ids: readonly string[]): Promise<Outcome[]> {
  return askTables<Outcome[]>((tables) =>
    tables
      .from('assistant_actions')
      .select('id, result, until, settled_at')
      .eq('household_id', householdId)
      .in('id', ids),
  );
}

/** The conversations of the person's other households stay. */
export async function deleteHistory(userId: string, householdId: string): Promise<void> {
  await askTables((tables) =>
    tables.from('assistant_messages').delete().eq('household_id', householdId).eq('user_id', userId),
  );
}

export async function deleteMessages(ids: readonly string[]): Promise<void> {
  await askTables((tables) => tables.from('assistant_messages').delete().in('id', ids));
}

function toMessage(row: AssistantMessage, outcomes: readonly Outcome[]): ChatMessage {
  const { id, role, content, created_at: createdAt, extras } = row;
  const message: ChatMessage = { id, role, content, createdAt };
  return role === 'user' ? message : { ...message, answer: toAnswer(extras, outcomes) };
}

function toAnswer(extras: AssistantExtras, outcomes: readonly Outcome[]): Answer {
  const { results = [], unverified = [], error, action } = extras;
  return {
    ...nothingElse,
    results,
    hasUnverified: unverified.length > 0,
    ...(error === 'stopping' && { status: 'stopped' as const }),
    ...(error !== undefined && error !== 'stopping' && { fault: { code: error, at: 0 } }),
    ...(action !== undefined && {
      action: {
        proposed: action,
        state: stateOf(outcomes.find(({ id }) => id === action.id)),
        isEarlier: true as const,
      },
    }),
  };
}

function stateOf(outcome: Outcome | undefined): ActionState {
  if (outcome === undefined) return 'over';
  if (outcome.result !== null) return outcome.result;
  return outcome.settled_at === null && Date.parse(outcome.until) > serviceNow() ? 'open' : 'over';
}
