/** One tool of each kind: reads, refuses, breaks, finds too much, acts. */
import { utilityIds } from '#catalogue/index.ts';
import { z } from 'zod';
import { type Tool, ToolRefusal } from '../tools/tool.ts';

export const oneOfEachKind: readonly Tool[] = [
  {
    name: 'latest_readings',
    tool: 'now',
    description: 'What each meter said last.',
    args: z.strictObject({ utility: z.enum(utilityIds).optional() }),
    run: async ({ sources }, asked) => ({
      facts: {
        asked,
        meters: (await sources.latest()).meters.map(({ key, lastValue }) => ({ key, lastValue })),
      },
      result: { tool: 'now', title: 'Now', link: '/dashboard' },
    }),
  },
  {
    name: 'refuses',
    tool: 'usage',
    description: 'Has no such room.',
    args: z.strictObject({}),
    run: () => Promise.reject(new ToolRefusal('There is no room called attic. There are: <b>kitchen\u202e</b>.')),
  },
  {
    name: 'breaks',
    tool: 'usage',
    description: 'Meets a fault of ours.',
    args: z.strictObject({}),
    run: () => Promise.reject(new Error('relation "secret" does not exist')),
  },
  {
    name: 'finds_too_much',
    tool: 'usage',
    description: 'Each minute of a year.',
    args: z.strictObject({}),
    run: async () => ({
      facts: { minutes: Array.from({ length: 9000 }, () => 12.4) },
      result: { tool: 'usage', title: 'Minutes', link: null },
    }),
  },
  {
    name: 'switch_device',
    tool: 'switch',
    description: 'Acts.',
    args: z.strictObject({}),
    acts: true,
    run: () => Promise.reject(new Error('never')),
  },
];
