/** One tool of each kind: reads, refuses, breaks, acts. */
import { z } from 'zod';
import { type Tool, ToolRefusal } from '../tools/tool.ts';

export const oneOfEachKind: readonly Tool[] = [
  {
    name: 'latest_readings',
    tool: 'now',
    description: 'What each meter said last.',
    args: z.strictObject({ utility: z.enum(['electricity', 'water']).optional() }),
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
    run: () => Promise.reject(new ToolRefusal('There is no room called attic.')),
  },
  {
    name: 'breaks',
    tool: 'usage',
    description: 'Meets a fault of ours.',
    args: z.strictObject({}),
    run: () => Promise.reject(new Error('relation "secret" does not exist')),
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
