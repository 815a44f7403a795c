/** Usage as a file for other programs: every quarter-hour of a month, of each meter. */
import { z } from 'zod';
import { endpoint, file, ofHousehold } from '#catalogue/endpoint.ts';

const ofMonth = ofHousehold.extend({
  month: z
    .string()
    .regex(/^(19|20|21)\d\d-(0[1-9]|1[0-2])$/)
    .describe('As `2026-11`, by the clock of the household.'),
});

const facts = {
  method: 'GET',
  who: 'person',
  query: ofMonth,
  problems: ['forbidden', 'rate-limited'],
} as const;

export const readUsageTable = endpoint({
  ...facts,
  path: '/api/v1/usage.csv',
  summary: 'The quarter-hours of a month, as a table: times in UTC, whole Wh and mL',
  answer: file('text/csv'),
});

export const readUsageParquet = endpoint({
  ...facts,
  path: '/api/v1/usage.parquet',
  summary: 'The same as Apache Parquet, with types and units',
  answer: file('application/vnd.apache.parquet'),
});
