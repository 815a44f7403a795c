/** What a program may ask of a household, be it a provider's model or another assistant: named arguments in, facts out. */
import { z } from 'zod';
import type { AssistantTool } from '../../contract/assistant.ts';
import type { Asking, FoundResult } from '../asking.ts';

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

interface ToolParts<Shape extends z.ZodRawShape> extends Omit<Tool, 'args' | 'run'> {
  /** Any other argument is refused. */
  readonly args: Shape;
  readonly run: (asking: Asking, args: z.output<z.ZodObject<Shape>>) => Promise<ToolOutcome>;
}

/** A tool whose arguments are read before it runs; what is wrong with them is said to the model. */
export const createTool = <Shape extends z.ZodRawShape>({ args: shape, run, ...tool }: ToolParts<Shape>): Tool => {
  const args = z.strictObject(shape);
  return {
    ...tool,
    args,
    run: async (asking, given) => {
      const read = args.safeParse(given);
      if (!read.success) throw new ToolRefusal(z.prettifyError(read.error));
      return run(asking, read.data);
    },
  };
};
