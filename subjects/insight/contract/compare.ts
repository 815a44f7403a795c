/** A home beside its own months, and beside what was published of homes like it. */
import { z } from 'zod';
import { endpoint, file, ofHousehold } from '#catalogue/endpoint.ts';
import { utility } from '#subjects/usage/contract/usage.ts';
import { spanStates } from '../domain/compare/own-months.ts';
import { missingReasons, standardKinds, standardScopes } from '../domain/compare/standards.ts';

const day = z.iso.date();

const ownSpan = z.object({
  start: day,
  end: day.describe('The first day after it.'),
  state: z
    .enum(spanStates)
    .describe('`estimated`: the mean of the days that are known stands for the others, or some of it was estimated.'),
  days: z.int(),
  daysKnown: z.int(),
  perDay: z.number().nullable().describe('Wh or mL, the mean of the days that are known. Null: too few are.'),
});

const published = z.object({
  perDay: z.number().describe('Wh or mL a day of a home like this one.'),
  value: z.number().nullable().describe('As it was published, where it is one figure.'),
  unit: z.enum(['kWh/year', 'L/day', 'm3/month']),
  per: z.enum(['person', 'home', 'people']),
  is: z.enum(standardKinds),
  scope: z.enum(standardScopes).describe('`no-heat`: without heating and hot water by electricity.'),
  source: z.object({ title: z.string(), year: z.int(), url: z.url() }),
});

const comparedUtility = z.object({
  utility,
  months: z.array(ownSpan).describe('Whole months, up to 25, the earliest first.'),
  latest: ownSpan.nullable(),
  yearBefore: ownSpan.nullable().describe('The same month a year before `latest`.'),
  best: ownSpan
    .nullable()
    .describe('Of the latest 24, the one with the smallest mean day on which somebody was at home.'),
  year: ownSpan.describe('The last 365 days.'),
  published: published.nullable(),
  missing: z.enum(missingReasons).nullable().describe('Why nothing published stands beside it.'),
});
export type ComparedUtility = z.infer<typeof comparedUtility>;

const comparedHome = z.object({
  household: z.uuid(),
  today: day,
  origin: z.string(),
  country: z.string().nullable(),
  residents: z.int().nullable(),
  dwelling: z.enum(['house', 'flat']).nullable(),
  utilities: z.array(comparedUtility),
});
export type ComparedHome = z.infer<typeof comparedHome>;

export const readComparison = endpoint({
  method: 'GET',
  path: '/api/v1/comparison',
  who: 'person',
  summary: 'The home beside its own months and beside published figures',
  query: ofHousehold,
  answer: comparedHome,
  problems: ['forbidden'],
});

export const readComparisonTable = endpoint({
  method: 'GET',
  path: '/api/v1/comparison.csv',
  who: 'person',
  summary: 'The same as a table',
  query: ofHousehold,
  answer: file('text/csv'),
  problems: ['forbidden', 'rate-limited'],
});
