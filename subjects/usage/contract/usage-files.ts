/** Usage as a file for other programs: every quarter-hour of a month, of each meter. */
import { z } from 'zod';
import { endpoint, file, ofHousehold } from '#catalogue/endpoint.ts';

const ofMonth = ofHousehold.extend({
  month: z
    .string()
    .regex(/^(19|20|21)\d\d-(0[1-9]|1[0-2])$/)
    .describe('As `2026-11`, by the clock of the household.'),
});

export const readUsageTable = endpoint({
  method: 'GET',
  path: '/api/v1/usage.csv',
  who: 'person',
  summary: 'The quarter-hours of a month, as a table: times in UTC, whole Wh and mL',
  query: ofMonth,
  answer: file('text/csv'),
  problems: ['forbidden', 'rate-limited'],
});

export const readUsageParquet = endpoint({
  method: 'GET',
  path: '/api/v1/usage.parquet',
  who: 'person',
  summary: 'The same as Apache Parquet, with types and units',
  query: ofMonth,
  answer: file('application/vnd.apache.parquet'),
  problems: ['forbidden', 'rate-limited'],
});
