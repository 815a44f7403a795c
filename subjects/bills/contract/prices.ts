/** Market prices and day colours over HTTP: files that a household brings, and what it has. */
import { priceTaxes } from '../domain/tariff/plan.ts';
import { z } from 'zod';
import { bytes, endpoint, ofHousehold } from '#catalogue/endpoint.ts';

const pricesQuery = ofHousehold.extend({
  series: z.string().trim().min(1).max(60).optional().describe('The name of the series, for files that do not say it.'),
  per: z.enum(['kWh', 'MWh']).default('kWh').describe("What a table's prices are for."),
  tax: z
    .enum(priceTaxes)
    .optional()
    .describe("Whether a table's prices hold tax. Without it they are taken as the tariff needs them, and listed so."),
  preview: z.enum(['true', 'false']).default('false').describe('Only say what the file holds.'),
});

export const priceFaultCode = z.enum([
  'prices-unreadable',
  'prices-empty',
  'price-wrong',
  'time-wrong',
  'day-wrong',
  'step-mixed',
  'time-twice',
  'series-missing',
]);

/** `both`: each price with tax and without. Null: nobody has said; such a price is taken as the tariff needs it. */
const seriesTax = z.enum([...priceTaxes, 'both']).nullable();

/** Of a market by the hour, or by the day: colours, and rates of exchange. */
const seriesKind = z.enum(['prices', 'colours', 'rates']);

const fileSeries = z.object({
  series: z.string(),
  from: z.string().describe('An instant, or a day of colours.'),
  to: z.string().describe('The end of the last.'),
  count: z.int(),
  missing: z.int().describe('Steps between the first and the last that the file does not have.'),
  lowest: z.string().optional(),
  highest: z.string().optional(),
  tax: seriesTax.describe('Whether its prices hold tax; null too for day colours.'),
});

export const pricesAnswer = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    kind: seriesKind,
    series: z.array(fileSeries),
    changed: z.int().nullable().describe('New ones, and those that were others before; null: a preview.'),
  }),
  z.object({
    ok: z.literal(false),
    fault: z.object({ code: priceFaultCode, line: z.int().optional(), value: z.string() }),
  }),
]);
export type PricesAnswer = z.infer<typeof pricesAnswer>;

export const seriesList = z.object({
  series: z.array(
    z.object({
      series: z.string(),
      kind: seriesKind,
      isOwn: z.boolean().describe('Imported by the household; else the operator has it for all.'),
      first: z.string(),
      last: z.string(),
      stepS: z.int(),
      count: z.int(),
      tax: z
        .enum([...priceTaxes, 'both', 'mixed'])
        .nullable()
        .describe('Null: nobody has said.'),
    }),
  ),
});
export type SeriesList = z.infer<typeof seriesList>;

export const readPriceSeries = endpoint({
  method: 'GET',
  path: '/api/v1/prices',
  who: 'person',
  summary: 'The series of market prices, day colours and rates of exchange that a household has',
  query: ofHousehold,
  answer: seriesList,
  problems: ['forbidden'],
});

export const sendPrices = endpoint({
  method: 'POST',
  path: '/api/v1/prices',
  who: 'person',
  summary:
    'Take in a file of market prices (ESIOS, Octopus, Tibber, CSV), of day colours or of rates of exchange (CSV)',
  query: pricesQuery,
  body: bytes('text/plain', z.string().describe('The file as it is.')),
  /** Two years of quarter-hours as ESIOS writes them. */
  maxBytes: 25_000_000,
  answer: pricesAnswer,
  problems: ['forbidden', 'rate-limited'],
});
