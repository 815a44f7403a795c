/** What a model's calls of tools find; whatever is wrong with a call is told to the model in words. Throws `AskerGone`. */
import type { ChatCompletionFunctionTool } from 'openai/resources/chat/completions';
import { z } from 'zod';
import type { Asking } from '../own-answer.ts';
import { AskerGone } from '../still-in.ts';
import { type Tool, ToolRefusal, type ToolOutcome } from '../tools/tool.ts';
import type { ProviderLine } from './provider-event.ts';
import type { ToolCall } from './stream-round.ts';
import { toldFacts, toldRefusal } from './told-facts.ts';

export interface CallDeps {
  readonly tools: readonly Tool[];
  readonly asking: Asking;
  readonly log: (line: ProviderLine) => void;
}

/** What is said to the model, and what was found for the person. */
export interface CallOutcome {
  readonly told: string;
  readonly found?: ToolOutcome;
}

const toSchema = (args: z.ZodObject): Record<string, unknown> => {
  const { $schema: _, ...schema } = z.toJSONSchema(args, { io: 'input' });
  return schema;
};

export const toDefinitions = (tools: readonly Tool[]): ChatCompletionFunctionTool[] =>
  tools.map(({ name, description, args }) => ({
    type: 'function',
    function: { name, description, parameters: toSchema(args) },
  }));

const readJson = (text: string): unknown => {
  try {
    return text.trim() === '' ? {} : JSON.parse(text);
  } catch {
    return undefined;
  }
};

const wrongArgs = (name: string, why: string): CallOutcome => ({
  told: `The arguments of ${name} are wrong. ${why.slice(0, 400)}`,
});

const runTool = async (tool: Tool, args: unknown, { asking, log }: CallDeps): Promise<CallOutcome> => {
  try {
    const found = await tool.run(asking, args);
    return { told: toldFacts(found.facts), found };
  } catch (error) {
    if (error instanceof AskerGone) throw error;
    if (error instanceof ToolRefusal) return { told: toldRefusal(error) };
    log({ code: 'tool-crashed', tool: tool.name, err: error });
    return { told: `${tool.name} could not be read just now.` };
  }
};

const runCall = async ({ name, args }: ToolCall, deps: CallDeps, mayPropose: boolean): Promise<CallOutcome> => {
  const tool = deps.tools.find((one) => one.name === name);
  if (!tool) return { told: `There is no such tool. There are: ${deps.tools.map((one) => one.name).join(', ')}.` };
  if (tool.acts && !mayPropose) return { told: 'Only one device can be proposed in an answer.' };
  const json = readJson(args);
  if (json === undefined) return wrongArgs(name, 'They are not JSON.');
  const read = tool.args.safeParse(json);
  return read.success ? runTool(tool, read.data, deps) : wrongArgs(name, z.prettifyError(read.error));
};

/** At the same time; the first call that acts is the only one. */
export const runCalls = (
  calls: readonly ToolCall[],
  deps: CallDeps,
  hasProposed: boolean,
): Promise<readonly CallOutcome[]> => {
  const acting = (call: ToolCall): boolean => deps.tools.some(({ name, acts }) => name === call.name && acts);
  const first = hasProposed ? undefined : calls.find(acting);
  return Promise.all(calls.map((call) => runCall(call, deps, call === first)));
};
