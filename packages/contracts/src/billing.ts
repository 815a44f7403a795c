import { z } from 'zod';
import { utility } from './usage.ts';

const amount = z
  .string()
  .regex(/^-?\d+([.]\d+)?$/)
  .describe('A decimal text, exact.');

export const billLine = z.object({
  utility,
  kind: z.enum(['use', 'standing', 'tax']),
  from: z.iso.date(),
  to: z.iso.date().describe('The first day after it.'),
  quantity: amount.describe('Wh or mL; days; or the amount that is taxed.'),
  rate: amount.describe('Per kWh or m³; per month; or percent.'),
  amount,
});
export type BillLine = z.infer<typeof billLine>;

export const billsQuery = z.object({
  household: z.uuid().optional().describe("Defaults to the person's first household."),
  count: z.coerce.number().int().min(1).max(120).default(24).describe('The latest so many bills.'),
});
export type BillsQuery = z.infer<typeof billsQuery>;

export const billLanguage = z.enum(['en', 'es', 'hi']);
export type BillLanguage = z.infer<typeof billLanguage>;

export const soFarQuery = z.object({ household: z.uuid().optional() });

const comparedPeriod = z.object({ start: z.iso.date(), end: z.iso.date(), amount }).nullable();

/** The cycle that is open: no bill yet, and labelled so wherever it is shown. */
export const billSoFar = z.object({
  household: z.uuid(),
  timeZone: z.string(),
  origin: z.enum(['measured', 'simulated', 'none']),
  today: z.iso.date(),
  start: z.iso.date(),
  end: z.iso.date().describe('The first day of the next cycle.'),
  daysGone: z.int().describe('Days of the cycle that are over; today is not.'),
  daysLeft: z.int().describe('Today and the days after it.'),
  currency: z.string().nullable(),
  cost: z
    .object({ total: amount, electricity: amount, water: amount, lines: z.array(billLine), unpricedDays: z.int() })
    .nullable()
    .describe('Null: no tariff is in force on any of its days.'),
  electricityWh: z.number(),
  electricityEstimatedWh: z.number(),
  waterMl: z.number(),
  waterEstimatedMl: z.number(),
  coverage: z.number().nullable().describe('Share of the time so far in which meters were heard.'),
  likely: z
    .object({ low: amount, high: amount, basedOnDays: z.int() })
    .nullable()
    .describe('The whole cycle, if its rest goes on like the latest days. Null: too few days.'),
  compared: z
    .object({
      days: z.int().describe('Whole days from the start of each cycle.'),
      amount,
      lastCycle: comparedPeriod,
      lastYear: comparedPeriod,
    })
    .nullable(),
});
export type BillSoFar = z.infer<typeof billSoFar>;
