/** What people asked the assistant, what it would do, and who else may ask in their name. */

/** One message of a person's conversation; only they can read it. */
export interface AssistantMessage {
  household_id: string;
  id: string;
  user_id: string;
  role: 'user' | 'assistant';
  content: string;
  extras: AssistantExtrasRow;
  created_at: string;
}

/** As the contract's `assistantExtras` has it; `asked` is what a question was understood as. */
export type AssistantExtrasRow = Record<string, unknown>;

/** A switch that the assistant proposed, and what came of it. */
export interface AssistantActionRow {
  household_id: string;
  id: string;
  user_id: string;
  device_id: string;
  wanted: boolean;
  proposed_at: string;
  until: string;
  settled_at: string | null;
  result: 'done' | 'noted' | 'no-answer' | 'declined' | null;
}

/** By it another program asks in a person's name, and only reads. */
export interface AssistantToken {
  id: string;
  household_id: string;
  user_id: string;
  name: string;
  hint: string;
  created_at: string;
  last_used_at: string | null;
}
