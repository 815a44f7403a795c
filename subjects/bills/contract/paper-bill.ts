/** What a utility's bill on paper says, and where on its pages it says it. */
import { z } from 'zod';
import { amount } from './billing.ts';

/** Why a file cannot be read as a bill: damaged or no PDF, with a password, more than a bill has, or pictures without text. */
export type PaperFault = 'paper-broken' | 'paper-locked' | 'paper-long' | 'paper-picture';

export const paperUnits = [
  'kWh',
  'm3',
  'L',
  'kL',
  'gal',
  'kgal',
  'HCF',
  'kW',
  'day',
  'month',
  'year',
  'hour',
  'person',
  '%',
] as const;

const share = z.number().min(0).max(1);
/** In shares of its page, from the top left corner. */
export const paperPlace = z.object({
  page: z.int().min(1),
  box: z.object({ x: share, y: share, width: share, height: share }),
});
export type PaperPlace = z.infer<typeof paperPlace>;

/** A line of a bill as it is printed. Its factors are told where they make its amount. */
export const paperLine = z.object({
  text: z.string().max(300),
  quantity: amount.optional().describe('What was counted; of a share, the amount that it is a share of.'),
  unit: z.enum(paperUnits).optional().describe('Of the quantity; `%`: the rate is a percentage of it.'),
  rate: amount.optional().describe('In the currency, for each unit; or percent.'),
  days: amount.optional().describe('The days that a quantity of power is paid for.'),
  amount,
  ...paperPlace.shape,
});
export type PaperLine = z.infer<typeof paperLine>;

export const paperFields = ['from', 'to', 'issued', 'used', 'currency', 'total', 'tax'] as const;
export type PaperField = (typeof paperFields)[number];

export const paperBill = z.object({
  from: z.iso.date().optional(),
  to: z.iso.date().optional().describe('The first day after it.'),
  issued: z.iso.date().optional(),
  used: z.object({ amount, unit: z.enum(paperUnits).optional() }).optional(),
  reads: z.array(z.object({ previous: amount, current: amount })),
  currency: z.string().length(3).optional(),
  total: amount.optional(),
  tax: amount.optional().describe('All of its taxes.'),
  lines: z.array(paperLine),
  places: z.partialRecord(z.enum(paperFields), paperPlace),
  unreadable: z
    .array(z.object({ field: z.enum(paperFields), place: paperPlace.nullable() }))
    .describe('What a bill has and could not be read, with the place where it seems to stand.'),
});
export type PaperBill = z.infer<typeof paperBill>;
