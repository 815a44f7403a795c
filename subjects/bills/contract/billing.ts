import { z } from 'zod';
import { endpoint, file, ofHousehold } from '#catalogue/endpoint.ts';
import { billingUnits, languageIds } from '#catalogue/index.ts';
import { translated } from '#catalogue/translated.ts';
import { utility } from '#subjects/usage/contract/usage.ts';
import { lineKinds, type BillLine as OwnLine } from '../domain/bill/bill.ts';
import { changeKinds } from '../domain/tariff/explain/explain-change.ts';
import { mistakeKinds } from '../domain/tariff/explain/bill-mistakes.ts';
import { pricingFaults } from '../domain/tariff/tariff-faults.ts';

export const amount = z
  .string()
  .regex(/^-?\d+([.]\d+)?$/)
  .describe('A decimal text, exact.');

const words = z.union([z.string(), translated(z.string())]);

/** What is not named here would not be told: every field of a line is. */
export const billLine = z.object({
  utility,
  kind: z.enum(lineKinds),
  from: z.iso.date(),
  to: z.iso.date().describe('The first day after it.'),
  quantity: amount.describe(
    'Wh or mL; days; kW; the amount that it is a share of; or, of a credit, what is then in store.',
  ),
  rate: amount.describe('Per unit, per kW, per day, month, bill or year; or percent.'),
  amount,
  charge: z.string().optional().describe("The id of the tariff's charge."),
  name: words.optional(),
  meter: words.optional().describe('What the tariff calls the meter that it is of, where that has prices of its own.'),
  supplier: z
    .object({ id: z.string(), name: words })
    .optional()
    .describe('Whose bill it stands on, where several supply the utility.'),
  isUnmeasured: z
    .boolean()
    .optional()
    .describe('Nobody has said which meter that is: what it counted is not told apart.'),
  period: z.string().optional(),
  block: z.object({ above: amount, upTo: amount.optional() }).optional().describe('In billing units.'),
  unit: z.enum(billingUnits).optional().describe('None: kWh or m³.'),
  per: z.enum(['day', 'month', 'bill', 'year']).optional().describe('None: per month, of a standing charge.'),
  isAmount: z.boolean().optional().describe('The rate is an amount for all of it, not a price per kW.'),
  isMean: z.boolean().optional().describe('The rate is the mean of many prices.'),
  exchange: z
    .object({ currency: z.string(), amount, rate: amount })
    .optional()
    .describe('The rate is in this currency: what the line comes to in it, and the mean rate of exchange.'),
  net: z
    .object({ returned: amount, kept: amount })
    .optional()
    .describe('Taken off the quantity before it was priced: what went back, and what was left over before.'),
  year: z
    .object({ from: z.iso.date(), days: z.int(), of: z.int() })
    .optional()
    .describe('The year of the tariff that is settled: its first day that counts, how many count, and of how many.'),
}) satisfies z.ZodObject<{ [Field in keyof Required<OwnLine>]: z.ZodType }>;
export type BillLine = z.infer<typeof billLine>;

const maxYears = 10;
const yearsLater = (day: string, years: number): string =>
  `${String(Number(day.slice(0, 4)) + years).padStart(4, '0')}${day.slice(4)}`;

/**
 * Which bills: the latest so many, or those that begin in `[from, to)`. A bill belongs to the days in which its own first
 * day lies, so that one year after another holds every bill once, as who files them needs it.
 */
const billsQuery = z
  .object({
    household: z.uuid().optional().describe("Defaults to the person's first household."),
    count: z.coerce.number().int().min(1).max(120).default(24).describe('The latest so many bills; not with days.'),
    from: z.iso.date().optional().describe('Bills that begin on this day or later; with `to`.'),
    to: z.iso.date().optional().describe(`The first day after them: at most ${maxYears} years later.`),
    detail: z.enum(['bills', 'lines']).default('bills').describe('A row of the table for each bill, or for each line.'),
  })
  .superRefine(({ from, to }, context) => {
    const fault = (path: 'from' | 'to', message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (from === undefined && to === undefined) return;
    if (from === undefined) fault('from', 'the first day is missing');
    else if (to === undefined) fault('to', 'the day after the last one is missing');
    else if (to <= from) fault('to', 'has to be later than `from`');
    else if (to > yearsLater(from, maxYears)) fault('to', `more than ${maxYears} years after \`from\``);
  });
export type BillsQuery = z.infer<typeof billsQuery>;

export const billLanguage = z.enum(languageIds);

/** Use that its tariff cannot price, by name: it is in no amount. */
export const pricingFault = z.object({
  utility,
  code: z.enum(pricingFaults),
  charge: z.string(),
  of: z
    .string()
    .optional()
    .describe('The series of prices, colours or rates, the period of the power, or the meter, that it is about.'),
  name: words.optional().describe('What the tariff calls that meter.'),
  from: z.iso.date(),
  to: z.iso.date().describe('The first day after it.'),
  used: z.number().describe('Wh or mL.'),
});

const range = { low: amount, expected: amount, high: amount };
const nextBlock = z.object({
  charge: z.string(),
  from: amount.describe('Where the block before it begins, that of now, in billing units.'),
  above: amount.describe('Where it begins.'),
  upTo: amount.nullable().describe('Where it ends; null: nowhere.'),
  left: amount,
  unit: z.enum(billingUnits),
  currency: z.string().optional().describe("Of the prices; left out: the bill's."),
  rate: amount,
  nextRate: amount,
  jump: amount.describe('What the crossing itself costs, where a slab then holds for all of the use.'),
  day: z.iso.date().nullable().describe('The day on which it is expected; null: not in this cycle.'),
});

const likelyUse = z
  .object({
    low: z.number(),
    expected: z.number(),
    high: z.number(),
    cost: z.object(range),
    nextBlocks: z.array(nextBlock),
  })
  .describe('Wh or mL in the whole cycle.');

const unitPrice = z
  .object({
    unit: z.enum(billingUnits),
    size: z
      .number()
      .nullable()
      .describe('Wh or mL in one of them, today. Null: nobody has said how much energy a cubic metre holds.'),
    rate: amount
      .nullable()
      .describe('Of one more unit at this moment, with its taxes. Null: a part of it is not known.'),
    isOfRest: z
      .boolean()
      .optional()
      .describe('Some of its meters have a price of their own: the rate is that of everything else.'),
    blockRates: z.record(z.string(), amount).describe('By charge: the rate of the block that the cycle is in.'),
  })
  .describe('What one more unit costs now, by the tariff that holds today.');

const billAmount = z.object({
  used: z.number().describe('Wh or mL.'),
  estimated: z.number().describe('How much of it is estimated.'),
  cost: amount.describe('With its standing charges and its taxes; nothing where no tariff is in force.'),
});

const comparedPeriod = z.object({ start: z.iso.date(), end: z.iso.date(), amount }).nullable();

/** The cycle that is open: no bill yet, and labelled so wherever it is shown. */
export const billSoFar = z.object({
  household: z.uuid(),
  timeZone: z.string(),
  origin: z.enum(['measured', 'simulated', 'none']),
  today: z.iso.date(),
  firstDay: z.iso.date().nullable().optional().describe('The day of the first reading. Null: there is none.'),
  hasPayments: z
    .boolean()
    .optional()
    .describe('Somebody has said how a utility is paid, or what was: see `/api/v1/payments`.'),
  start: z.iso.date(),
  end: z.iso.date().describe('The first day of the next cycle.'),
  daysGone: z.int().describe('Days of the cycle that are over; today is not.'),
  daysLeft: z.int().describe('Today and the days after it.'),
  currency: z.string().nullable(),
  cost: z
    .object({
      total: amount,
      lines: z.array(billLine),
      unpricedDays: z.int(),
      faults: z.array(pricingFault),
    })
    .nullable()
    .describe('Null: no tariff is in force on any of its days.'),
  amounts: z.record(utility, billAmount),
  priceNow: z.partialRecord(utility, unitPrice),
  coverage: z.number().nullable().describe('Share of the time so far in which meters were heard.'),
  likely: z
    .object({ ...range, basedOnDays: z.int(), use: z.partialRecord(utility, likelyUse) })
    .nullable()
    .describe('The whole cycle: about eight outcomes of ten lie between low and high. Null: see `likelyMissing`.'),
  likelyMissing: z.enum(['coverage-low', 'history-short', 'price-missing']).nullable(),
  waiting: z
    .array(z.object({ start: z.iso.date(), end: z.iso.date(), faults: z.array(pricingFault) }))
    .describe('Cycles that are over and have no bill yet, as not all of their use has a price.'),
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

const changesQuery = z.object({
  against: z.enum(['before', 'year']).default('before').describe('The bill before it, or that of a year before.'),
});

const changePart = z.object({
  kind: z.enum(changeKinds),
  device: z.uuid().optional(),
  used: z.number().optional().describe('How much more was used, in Wh or mL.'),
  degrees: z
    .object({ before: z.number(), now: z.number() })
    .optional()
    .describe('Of `weather`: the mean outdoor temperature of each bill, in °C.'),
  block: z
    .object({ above: amount, unit: z.enum(billingUnits) })
    .optional()
    .describe('Of `days` that are more: the block that their usage falls in.'),
  amount,
});

/** Why a bill is not as much as another: the parts sum to the difference. */
export const billChanges = z.object({
  against: z
    .object({ id: z.uuid(), start: z.iso.date(), end: z.iso.date(), total: amount })
    .nullable()
    .describe('Null: there is no such bill, or it is in another currency.'),
  difference: amount.nullable(),
  utilities: z.array(z.object({ utility, difference: amount, parts: z.array(changePart) })),
  weather: z
    .enum(['missing', 'partial', 'unclear', 'told'])
    .nullable()
    .describe(
      '`missing`: the household keeps no outdoor temperatures; `partial`: too few of these bills’ days; `unclear`: use does not follow them clearly; `told`: a part says what they did. Null: nothing is compared.',
    ),
});
export type BillChanges = z.infer<typeof billChanges>;

const mistake = z.object({
  kind: z.enum(mistakeKinds),
  name: words.optional().describe('The charge or tax that is meant, or the other tariff.'),
  value: amount.optional().describe('A price, percent, or number of persons.'),
  period: z.string().optional(),
  day: z.iso.date().optional().describe('The last day of the former price.'),
  basis: z.enum(['before', 'year']).optional().describe('What a reading was estimated from.'),
});

const reconcilePart = mistake.extend({
  kind: z
    .enum([
      'dates',
      'estimated-read',
      'missing-data',
      'use',
      'tier',
      'rate',
      'fixed',
      'tax',
      'rounding',
      'residual',
      ...mistakeKinds,
    ])
    .describe('A mistake is probable, as it makes their bill what it is, to the cent; anything else is what both say.'),
  amount: amount.describe('What theirs is dearer by.'),
  theirs: amount.optional().describe('Days, Wh or mL, or money.'),
  ours: amount.optional(),
  or: z.array(mistake).optional().describe('What else would make it the same amount.'),
});

/** A utility's bill held against ours: the parts sum to the difference. */
export const reconciledBill = z.object({
  ours: z
    .object({ id: z.uuid().nullable(), start: z.iso.date(), end: z.iso.date(), total: amount })
    .nullable()
    .describe(
      'The bill of ours that it overlaps most; without an id the same days priced now. Null: no tariff is in force then.',
    ),
  coverage: z.number().nullable().describe('The share of their period in which meters were heard.'),
  currency: z.string().nullable(),
  unit: z.enum(billingUnits).nullable(),
  difference: amount.nullable(),
  parts: z.array(reconcilePart).describe('The largest first.'),
});
export type ReconciledBill = z.infer<typeof reconciledBill>;

export const readBillSoFar = endpoint({
  method: 'GET',
  path: '/api/v1/bills/so-far',
  who: 'person',
  summary: 'What the open cycle costs so far; closes what has ended first',
  query: ofHousehold,
  answer: billSoFar,
  problems: ['forbidden'],
});

const paperQuery = z.object({ language: billLanguage.default('en') });

export const readBillsTable = endpoint({
  method: 'GET',
  path: '/api/v1/bills.csv',
  who: 'person',
  summary: 'The latest bills, or those of chosen days, as a table',
  query: billsQuery,
  answer: file('text/csv'),
  problems: ['bills-none', 'forbidden', 'rate-limited'],
});

export const readBillsPaper = endpoint({
  method: 'GET',
  path: '/api/v1/bills.pdf',
  who: 'person',
  summary: 'The latest bills, or those of chosen days, on paper',
  query: billsQuery.safeExtend(paperQuery.shape),
  answer: file('application/pdf'),
  problems: ['bills-none', 'forbidden', 'rate-limited'],
});

const oneBill = z.object({ id: z.uuid() });

export const readBillPaper = endpoint({
  method: 'GET',
  path: '/api/v1/bills/{id}.pdf',
  who: 'person',
  summary: 'One bill on paper, line by line',
  params: oneBill,
  query: paperQuery,
  answer: file('application/pdf'),
  problems: ['not-found', 'rate-limited'],
});

export const readBillTable = endpoint({
  method: 'GET',
  path: '/api/v1/bills/{id}.csv',
  who: 'person',
  summary: 'One bill as a table, line by line',
  params: oneBill,
  answer: file('text/csv'),
  problems: ['not-found', 'rate-limited'],
});

export const readBillChanges = endpoint({
  method: 'GET',
  path: '/api/v1/bills/{id}/changes',
  who: 'person',
  summary: 'Why a bill is not as much as an earlier one',
  query: changesQuery,
  answer: billChanges,
  problems: ['not-found', 'rate-limited'],
});

export const reconcileBill = endpoint({
  method: 'GET',
  path: '/api/v1/utility-bills/{id}/reconcile',
  who: 'person',
  summary: "Where and why a utility's bill is not ours",
  answer: reconciledBill,
  problems: ['not-found'],
});
