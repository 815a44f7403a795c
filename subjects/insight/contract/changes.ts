/** What a home has changed and what it saved, and which advice it does not want. Changes themselves are written through the table API. */
import { z } from 'zod';
import { endpoint, file, ofHousehold } from '#catalogue/endpoint.ts';
import { utility } from '#subjects/usage/contract/usage.ts';

const changeStates = ['no-past', 'too-early', 'cannot-tell', 'saved', 'more'] as const;

const range = z.object({ low: z.number(), expected: z.number(), high: z.number() });
const day = z.iso.date();

const changeResult = z.object({
  perMonth: range.describe(
    'Wh or mL; below nothing: more is used. The truth lies within it in about eight of ten cases.',
  ),
  share: range.describe('The same as shares of what was expected.'),
  money: range
    .extend({ currency: z.string() })
    .nullable()
    .describe('The same at what such use costs today. Null: it has no price.'),
  days: z
    .array(z.object({ day, used: z.number(), expected: z.number() }))
    .describe('The days after the change on which somebody was at home, of at most twelve weeks: Wh or mL.'),
  tellable: z.number().describe('So large a share would be told here in eight of ten cases; less is told seldom.'),
  daysBefore: z.int().describe('From so many days before the change it is known what was to be expected.'),
  daysAway: z.int().describe('Days after it that do not count: nobody was at home.'),
  followsWeather: z.boolean().describe('Outdoor temperatures are known, and what they make is taken out.'),
});

const homeChange = z.object({
  id: z.uuid(),
  name: z.string(),
  utility,
  meterId: z.string().nullable().describe('Null: looked for in the whole home.'),
  device: z.string().nullable().describe('What the meter measures, by its name.'),
  day,
  advice: z.string().nullable(),
  state: z.enum(changeStates),
  weeks: z.int().nullable().describe('In so many weeks more it would be told. Null: it is told, or will not be.'),
  result: changeResult.nullable(),
});
export type HomeChange = z.infer<typeof homeChange>;

const homeChanges = z.object({
  household: z.uuid(),
  today: day,
  changes: z.array(homeChange).describe('The latest first.'),
  declined: z.array(z.object({ id: z.uuid(), advice: z.string(), name: z.string() })),
});
export type HomeChanges = z.infer<typeof homeChanges>;

export const readHomeChanges = endpoint({
  method: 'GET',
  path: '/api/v1/changes',
  who: 'person',
  summary: 'What the home has changed, what each change saved, and which advice was declined',
  query: ofHousehold,
  answer: homeChanges,
  problems: ['forbidden'],
});

export const readHomeChangesTable = endpoint({
  method: 'GET',
  path: '/api/v1/changes.csv',
  who: 'person',
  summary: 'What the home has changed and what each change saved, as a table',
  query: ofHousehold,
  answer: file('text/csv'),
  problems: ['forbidden', 'rate-limited'],
});
