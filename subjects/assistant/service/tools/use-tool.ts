/** A program's way to figures of use: what all such tools take, and what all of them tell. */
import { z } from 'zod';
import type { Utility } from '#catalogue/index.ts';
import type { AskedPart, AskedPeriod } from '../intent.ts';
import { noReadings, originFacts, periodFacts, shape, toEachUtility } from './facts.ts';
import { createTool, dayArg, type Tool, type ToolOutcome } from './tool.ts';
import { type Voice, voiceOf } from '../usage/phrases.ts';
import { hasFigures } from '../usage/use-facts.ts';

export const periodArgs = { from: dayArg('The first day.'), until: dayArg('The last day, which counts too.') };

interface UseToolParts<Args extends z.ZodRawShape, More extends z.ZodRawShape, Each extends z.ZodType>
  extends Pick<Tool, 'name' | 'description'> {
  readonly tool?: Tool['tool'];
  /** It is asked of no part of it. */
  readonly isOfHome?: true;
  readonly args: Args;
  /** What it tells beside the period and the figures. */
  readonly more: More;
  /** What it tells of a utility. */
  readonly each: Each;
  readonly run: (
    voice: Voice,
    args: z.output<z.ZodObject<Args>>,
  ) => Promise<{
    readonly part?: AskedPart;
    readonly period: AskedPeriod;
    readonly facts: z.output<z.ZodObject<More>>;
    readonly each: readonly (readonly [Utility, z.output<Each>])[];
    readonly isSimulated?: boolean;
    readonly result: ToolOutcome['result'];
  }>;
}

/** Of a home without readings it tells that there are none. */
export const createUseTool = <Args extends z.ZodRawShape, Each extends z.ZodType, More extends z.ZodRawShape>({
  more,
  each: ofEach,
  isOfHome,
  run,
  ...tool
}: UseToolParts<Args, More, Each>): Tool =>
  createTool({
    tool: 'usage',
    ...tool,
    facts: shape.orNoReadings(
      z.strictObject({
        ...(isOfHome ? {} : { of: z.string() }),
        period: shape.period,
        ...more,
        ...shape.each(ofEach),
        ...shape.origin,
      }),
    ),
    run: async (asking, args) => {
      const voice = voiceOf(asking);
      const { part, period, facts, each, isSimulated = asking.home.kind !== 'home', result } = await run(voice, args);
      const told = {
        ...(part && { of: voice.plain(part) }),
        period: periodFacts(asking, period),
        ...facts,
        ...toEachUtility(each),
        ...originFacts(isSimulated),
      };
      // Of their parts the types above hold them to the shape; of the sum of generic parts nothing can be said.
      return { facts: (hasFigures(asking.home) ? told : noReadings) as never, result };
    },
  });
