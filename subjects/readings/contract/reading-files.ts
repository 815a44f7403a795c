/** Single readings as a file for other programs. */
import { z } from 'zod';
import { endpoint, file, ofHousehold } from '#catalogue/endpoint.ts';

/** So many days a file holds at most. */
export const maxReadingDays = 366;

const ofPeriod = ofHousehold.extend({
  from: z.iso.date().describe('The first day, by the clock of the household.'),
  to: z.iso.date().describe(`Half-open: the day after the last; at most ${maxReadingDays} days after \`from\`.`),
  meter: z.string().max(80).optional().describe('The key of one meter; left out: all of them.'),
});

export const readReadingTable = endpoint({
  method: 'GET',
  path: '/api/v1/readings.csv',
  who: 'person',
  summary: 'The single readings of a period, as a table: times in UTC, whole Wh and mL',
  query: ofPeriod,
  answer: file('text/csv'),
  problems: ['forbidden', 'rate-limited'],
});

export const readReadingParquet = endpoint({
  method: 'GET',
  path: '/api/v1/readings.parquet',
  who: 'person',
  summary: 'The same as Apache Parquet, with types and units',
  query: ofPeriod,
  answer: file('application/vnd.apache.parquet'),
  problems: ['forbidden', 'rate-limited'],
});
