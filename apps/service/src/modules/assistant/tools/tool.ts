/** What a program may ask of a household, be it a provider's model or another assistant: named arguments in, facts out. */
import type { AssistantTool } from '@wattershed/contracts';
import type { z } from 'zod';
import type { Asking, FoundResult } from '../own-answer.ts';

export interface ToolOutcome {
  /**
   * JSON for the model: small, each amount as it may be said (`"12.4 kWh"`) and as a number with its unit in the name (`kWh`, `L`, `EUR`).
   * Words of the household (names of devices and rooms) stand as values only.
   */
  readonly facts: Readonly<Record<string, unknown>>;
  readonly result: FoundResult;
  readonly proposes?: { readonly device: string; readonly on: boolean };
}

export interface Tool {
  /** As the model calls it: letters and underscores. */
  readonly name: string;
  readonly tool: AssistantTool;
  /** In English, for the model. */
  readonly description: string;
  readonly args: z.ZodObject;
  /** It would change something: asked of the person first, and never offered to other programs. */
  readonly acts?: true;
  /** Throws `ToolRefusal` with what the model should be told. */
  run(asking: Asking, args: unknown): Promise<ToolOutcome>;
}

/** Words for the model: there is no such room, or no such time. Not a fault of ours. */
export class ToolRefusal extends Error {
  override readonly name = 'ToolRefusal';
}
