/** Uses of tools that a provider asks for, each after one more look whether who asked still may. */
import type { ChatCompletionFunctionTool } from 'openai/resources/chat/completions';
import { z } from 'zod';
import type { Sql } from '#kernel/db.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import type { AssistantFault } from '../../contract/assistant.ts';
import type { Asking } from '../asking.ts';
import { type Tool, type ToolOutcome, ToolRefusal, toSchema } from '../tools/tool.ts';
import type { ProviderLine } from './provider.ts';
import type { ToolCall } from './stream-round.ts';

// That who asked may still ask, looked at once more before each use of a tool: an answer can take a minute, and rights end at once.

/** The session has ended, or the household is no longer theirs: the answer ends here. */
export class AskerGone extends Error {
  override readonly name = 'AskerGone';
  readonly code: Extract<AssistantFault, 'not-authenticated' | 'forbidden'>;
  constructor(code: AskerGone['code']) {
    super(code);
    this.code = code;
  }
}

/** Throws `AskerGone`. */
export type StillIn = () => Promise<void>;

/** `signedIn` throws once the session has ended. */
export const createStillIn =
  (sql: Sql, userId: string, household: string, signedIn: () => Promise<unknown>): StillIn =>
  async () => {
    await signedIn().catch((error: unknown) => {
      const isOut = error instanceof ProblemError && error.code === 'not-authenticated';
      throw isOut ? new AskerGone('not-authenticated') : error;
    });
    const [row] = await sql<{ role: string | null }[]>`select private.role_in(${userId}, ${household}) as role`;
    if (!row?.role) throw new AskerGone('forbidden');
  };

export const askedFirst = (tools: readonly Tool[], stillIn: StillIn): Tool[] =>
  tools.map((tool) => ({
    ...tool,
    run: async (asking, args) => {
      await stillIn();
      return tool.run(asking, args);
    },
  }));

// What a model's calls of tools find; whatever is wrong with a call is told to the model in words. Throws `AskerGone`.

interface CallDeps {
  readonly tools: readonly Tool[];
  readonly asking: Asking;
  readonly log: (line: ProviderLine) => void;
}

/** What is said to the model, and what was found for the person. */
export interface CallOutcome {
  readonly told: string;
  readonly found?: ToolOutcome;
}

export const toDefinitions = (tools: readonly Tool[]): ChatCompletionFunctionTool[] =>
  tools.map(({ name, description, args }) => ({
    type: 'function',
    function: { name, description, parameters: toSchema(args, 'input') },
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

// What a tool found, as a provider's model or another assistant reads it: words of the household stand in it as JSON, and can neither give orders nor end it.

/** Controls, marks of direction and what nobody sees; joiners stay, Hindi is written with them. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]+/gu;

const cleaned = (text: string, longest: number): string => {
  const plain = text.replace(unseen, ' ');
  return plain.length > longest ? `${plain.slice(0, longest).replace(/[\ud800-\udbff]$/, '')}…` : plain;
};

/** `longest`: of each text in it. */
export const quoted = (data: unknown, longest: number): string =>
  JSON.stringify(data, (_, value: unknown) => (typeof value === 'string' ? cleaned(value, longest) : value)).replace(
    /[<>`]/g,
    (mark) => `\\u00${mark.charCodeAt(0).toString(16)}`,
  );

/** An answer of the FAQ may be that long. */
const maxTextLength = 2000;
const maxFactsLength = 24_000;

export const tooMuch =
  'That is more than can be read at once. Ask for less: fewer days, one room, or without the devices.';

/** Throws `ToolRefusal` where it is too much. */
export const toldFacts = (facts: Readonly<Record<string, unknown>>): string => {
  const text = quoted(facts, maxTextLength);
  if (text.length > maxFactsLength) throw new ToolRefusal(tooMuch);
  return text;
};

/** A refusal can name rooms and devices, so it is data too. */
export const toldRefusal = ({ message }: ToolRefusal): string => quoted({ refused: message }, maxTextLength);
