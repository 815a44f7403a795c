/** What reading a rate of OpenEI's Utility Rate Database answers over HTTP: our text of it, and what to know about it. */
import { z } from 'zod';
import { bytes, endpoint } from '#catalogue/endpoint.ts';
import { tariffSummary } from './tariffs.ts';

const urdbAssumption = z.enum([
  'decimals-rounded', // to nine of them
  'demand-unit', // none is given: kW
  'demand-window', // none is given, or one that is not measured
  'end-day-included', // `enddate` is the last day, not the first without it
  'fixed-in-twelfths', // a year's, by months
  'fixed-unit', // none is given: a month
  'holidays-as-weekdays', // the format has no calendar
  'last-tier-open', // it has an end, and the use above it no price
  'minimum-of-all', // it is the least of the whole bill
  'minimum-of-calendar-year', // none is named: it is settled in December
  'one-schedule', // that of weekdays and weekends alike, as only one is given
  'price-zero', // none is given, or nothing
  'tiers-of-all-use', // the use of all periods is counted together
  'tiers-of-cycle', // a month's ends hold for a month of the cycle
]);
export type UrdbAssumption = z.infer<typeof urdbAssumption>;

const place = { path: z.array(z.union([z.string(), z.number()])), value: z.string() };

const urdbNote = z.discriminatedUnion('code', [
  z.object({ code: z.literal('left-out'), ...place }),
  z.object({ code: z.literal('assumed'), what: urdbAssumption, ...place }),
]);
export type UrdbNote = z.infer<typeof urdbNote>;

const urdbFault = z.object({
  code: z.enum(['urdb-unreadable', 'urdb-empty', 'urdb-unsupported']),
  ...place,
});
export type UrdbFault = z.infer<typeof urdbFault>;

export const urdbAnswer = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    text: z.string().describe('The tariff in our own form, to be looked at and entered.'),
    summary: tariffSummary,
    notes: z.array(urdbNote),
    count: z.int().describe('How many rates the file holds; the first residential one is read.'),
  }),
  z.object({ ok: z.literal(false), fault: urdbFault }),
]);
export type UrdbAnswer = z.infer<typeof urdbAnswer>;

export const readUrdb = endpoint({
  method: 'POST',
  path: '/api/v1/tariffs/urdb',
  who: 'person',
  summary: "A rate of OpenEI's Utility Rate Database (JSON) as our own text",
  body: bytes('text/plain', z.string().describe('The file as it is.')),
  maxBytes: 25_000_000,
  answer: urdbAnswer,
  problems: ['rate-limited'],
});
