/** What a household has fetched from services of others. Which there are and how each goes is read through the table API (`pulls`). */
import { z } from 'zod';
import { endpoint } from '#catalogue/endpoint.ts';
import { flowIds, utilityIds } from '#catalogue/index.ts';

/** What can be set up, for pages to ask for what it needs. */
export const pullKind = z.object({
  id: z.string(),
  label: z.string(),
  fills: z.enum(['meter', 'temperatures', 'prices']),
  utilities: z.array(z.enum(utilityIds)).describe('Of the meter that it fills.'),
  flows: z.array(z.enum(flowIds)).describe('What can pass that meter.'),
  hasKey: z.boolean().describe('It asks with a key that the household is given there.'),
  isLocal: z.boolean().describe('It is asked at an address in the home’s network.'),
  settings: z.array(
    z.object({
      name: z.string(),
      pattern: z.string().describe('As an input of HTML takes it.'),
      choices: z
        .array(z.string())
        .describe('Where it is one of a few: places, by the code of their country and what follows it.'),
      isOptional: z.boolean(),
    }),
  ),
});
export type PullKind = z.infer<typeof pullKind>;

const addPullBody = z.strictObject({
  household: z.uuid(),
  kind: z.string().max(40),
  meter: z.int().positive().optional().describe('Of the household; for those that fill one.'),
  key: z.string().trim().min(1).max(1000).optional(),
  settings: z.record(z.string().max(40), z.string().trim().max(200)).default({}),
  since: z.iso.date().optional().describe('From which day on; two years ago where it is left out.'),
});

export const addPull = endpoint({
  method: 'POST',
  path: '/api/v1/pulls',
  who: 'person',
  summary: 'Fetch from a service of others from now on, and what it has of two years; or with another key',
  body: addPullBody,
  answer: z.object({ id: z.uuid() }),
  status: 201,
  problems: ['address-not-allowed', 'forbidden', 'not-found', 'rate-limited'],
});
