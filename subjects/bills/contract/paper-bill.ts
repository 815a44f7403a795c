/** What a utility's bill on paper says, where on its pages it says it, and how that stands to ours. */
import { z } from 'zod';
import { endpoint, stream } from '#catalogue/endpoint.ts';
import { translated } from '#catalogue/translated.ts';
import { type BillingUnit, billingSizes, billingUnits } from '#catalogue/units.ts';
import { utility } from '#subjects/usage/contract/usage.ts';
import type { TariffPlan } from '../domain/tariff/plan.ts';
import { amount, billLine } from './billing.ts';
import { documentLimits } from './documents.ts';

/** Why a file cannot be read as a bill: what `detail` of `paper-unreadable` begins with, and goes on with. */
export const paperFaults = {
  broken: 'This is no PDF, or a damaged one.',
  heavy: 'Reading this file takes more time or memory than a bill does.',
  locked: 'This PDF asks for a password.',
  long: 'This PDF holds more than a bill does: at most 30 pages are read.',
  picture: 'This PDF is a picture without text, such as a scan: it cannot be read.',
} as const;
export type PaperFault = keyof typeof paperFaults;

/** What quantities and prices on paper are told in or by. */
export const timeUnits = ['day', 'month', 'year', 'hour'] as const;
export type TimeUnit = (typeof timeUnits)[number];
const paperUnits = [...billingUnits, 'kW', ...timeUnits, 'person'] as const;
export type PaperUnit = (typeof paperUnits)[number];
/** What use is told in. */
export const isUnitOfUse = (unit: string | undefined): unit is BillingUnit =>
  unit !== undefined && Object.hasOwn(billingSizes, unit);

const share = z.number().min(0).max(1);
const paperPlace = z.object({
  page: z.int().describe('From 1.'),
  box: z
    .object({ x: share, y: share, width: share, height: share })
    .describe('In shares of its page, from the top left corner.'),
});
export type PaperPlace = z.infer<typeof paperPlace>;

const paperLine = paperPlace
  .extend({
    text: z.string(),
    quantity: amount.optional().describe('What was counted; of a share, the amount that it is a share of.'),
    unit: z
      .enum([...paperUnits, '%'])
      .optional()
      .describe('`%`: the rate is a percentage.'),
    rate: amount.optional().describe('In the currency, for each unit; or percent.'),
    days: amount.optional().describe('For which a quantity of power is paid.'),
    amount,
  })
  .describe('As it is printed; its factors are told where they make its amount.');
export type PaperLine = z.infer<typeof paperLine>;

const paperFields = ['from', 'to', 'issued', 'used', 'currency', 'total', 'tax'] as const;
export type PaperField = (typeof paperFields)[number];

const paperBill = z.object({
  from: z.iso.date().optional(),
  to: z.iso.date().optional().describe('The first day after it.'),
  issued: z.iso.date().optional(),
  used: z.object({ amount, unit: z.enum(paperUnits).optional() }).optional(),
  reads: z.array(z.object({ previous: amount, current: amount })),
  currency: z.string().optional(),
  total: amount.optional(),
  tax: amount.optional().describe('All of its taxes that are shares.'),
  lines: z.array(paperLine),
  places: z.partialRecord(z.enum(paperFields), paperPlace),
  unreadable: z
    .array(z.object({ field: z.enum(paperFields), place: paperPlace.nullable() }))
    .describe('What a bill has and could not be read, with the place where it seems to stand.'),
});
export type PaperBill = z.infer<typeof paperBill>;

const linePair = z
  .object({ printed: z.array(z.int()), ours: z.array(z.int()) })
  .describe('Places in the list of printed lines, and in ours: one side may be the sum of several of the other.');
export type LinePair = z.infer<typeof linePair>;

/** It has been checked already: it is described, not parsed again. */
const correctedPlan: z.ZodType<TariffPlan> = z.unknown().describe('As `tariffPlan`.') as z.ZodType<TariffPlan>;

const priceCorrection = z
  .object({
    plan: correctedPlan,
    from: z.iso.date(),
    printed: z.int().describe('Its place in the list of printed lines.'),
    name: z.union([z.string(), translated(z.string())]).describe('Of the charge.'),
    period: z.string().optional(),
    before: amount,
    after: amount,
  })
  .describe('One price of the tariff: with it the lines and the total are what the paper says, and with no other.');
export type PriceCorrection = z.infer<typeof priceCorrection>;

const comparedPaper = z.object({
  utility,
  supplier: z.string().nullable().describe('Of several, whose bill it is, as the tariff calls them. Null: of all.'),
  currency: z.string(),
  ours: z.object({ id: z.uuid().nullable(), start: z.iso.date(), end: z.iso.date(), total: amount }),
  lines: z.array(billLine).describe('Our prices on its days, for what it says was used.'),
  pairs: z.array(linePair),
  residuals: z
    .object({
      days: amount.describe('Ours on its days, less our bill.'),
      use: amount.describe('Ours for its use, less ours for our own.'),
      price: amount.describe('What is left: its total, less ours on its days for its use.'),
    })
    .describe('What it is dearer by, in three parts that sum to the difference.'),
  correction: priceCorrection.nullable(),
});
export type ComparedPaper = z.infer<typeof comparedPaper>;

const readPaperBillAnswer = z.object({
  bill: paperBill,
  compared: comparedPaper.nullable(),
  notCompared: z
    .enum(['unread', 'no-tariff', 'other-currency', 'which'])
    .nullable()
    .describe(
      '`unread`: days or total; `no-tariff`: none is in force on its days; `which`: its lines fit no utility’s prices better than another’s.',
    ),
});
export type ReadPaperBill = z.infer<typeof readPaperBillAnswer>;

export const readPaperBill = endpoint({
  method: 'POST',
  path: '/api/v1/utility-bills/paper',
  who: 'person',
  summary: "Read a utility's bill that is a PDF, and hold its lines against ours; nothing of it is kept",
  query: z.object({
    household: z.uuid().optional().describe("Defaults to the person's first household."),
    utility: utility.optional().describe('Whose bill it is; without it, that whose prices its lines fit best.'),
  }),
  body: stream('application/pdf'),
  maxBytes: documentLimits.fileBytes,
  answer: readPaperBillAnswer,
  problems: ['forbidden', 'rate-limited', 'paper-unreadable'],
});
