/** What is worth doing in a home, from its own figures: the one list that every page and mail tells of. */
import { z } from 'zod';
import { endpoint, ofHousehold } from '#catalogue/endpoint.ts';
import { amount, billLanguage } from '#subjects/bills/contract/billing.ts';
import { utility } from '#subjects/usage/contract/usage.ts';
import { efforts } from '../domain/advice/advice.ts';

export const foundAdvice = z.object({
  key: z.string().describe('What it is declined and taken by.'),
  advice: z.string().describe('Its kind.'),
  utility,
  meterId: z.string().nullable(),
  device: z.string().nullable(),
  money: z.object({ perMonth: amount.describe('Below nothing: what it costs.'), currency: z.string() }),
  effort: z.enum(efforts),
  figures: z.record(z.string(), z.union([z.string(), z.number()])).describe('How it was worked out.'),
});
export type FoundAdvice = z.infer<typeof foundAdvice>;

const toldAdvice = foundAdvice.extend({
  told: z.object({
    title: z.string(),
    why: z.string().describe('How it was worked out.'),
    name: z.string().describe('What a change is called that comes of it.'),
  }),
});
export type ToldAdvice = z.infer<typeof toldAdvice>;

const homeAdvice = z.object({
  household: z.uuid(),
  advice: z.array(toldAdvice).max(2).describe('What saves most first; none that was declined or is being done.'),
});
export type HomeAdvice = z.infer<typeof homeAdvice>;

export const readHomeAdvice = endpoint({
  method: 'GET',
  path: '/api/v1/advice',
  who: 'person',
  summary: 'What is worth doing, two things at most',
  query: ofHousehold.extend({ language: billLanguage.default('en') }),
  answer: homeAdvice,
  problems: ['forbidden'],
});
