/** What comes of a question to a provider, as it comes. */
import type { AssistantFault, AssistantResult } from '@wattershed/contracts';
import type { ToolOutcome } from '../tools/tool.ts';

/** What a tool returned, with the result that shows it. */
export interface ToolFacts {
  readonly result: AssistantResult;
  readonly facts: ToolOutcome['facts'];
}

export type ProviderEvent =
  | { readonly kind: 'text'; readonly delta: string }
  | { readonly kind: 'result'; readonly result: AssistantResult }
  /** At most one in an answer; nothing happens before the person presses it. */
  | { readonly kind: 'proposal'; readonly device: string; readonly on: boolean }
  | { readonly kind: 'fault'; readonly code: AssistantFault; readonly hadText: boolean }
  /** Always the last one. `text` is all that came as text; `leaked`: it began to tell what nobody should read, and a refusal replaces it. */
  | { readonly kind: 'end'; readonly text: string; readonly facts: readonly ToolFacts[]; readonly leaked: boolean };

/** What may be logged of it: never words of the provider, which can hold parts of the key. */
export type ProviderLine =
  | { readonly code: AssistantFault; readonly status: number | null }
  | { readonly code: 'tool-crashed'; readonly tool: string; readonly err: unknown };
