import { z } from 'zod';
import { endpoint, file, ofHousehold } from '#catalogue/endpoint.ts';
import { utility } from '#subjects/usage/contract/usage.ts';
import { entryKinds, payingKinds } from '../domain/bill/payment-account.ts';
import { amount } from './billing.ts';

const day = z.iso.date();

const payingWay = z.object({
  id: z.uuid(),
  validFrom: day,
  kind: z.enum(payingKinds),
  currency: z.string().describe('Of its amounts. Another than that of the account: they do not count.'),
  instalment: z
    .object({
      amount,
      everyMonths: z.int(),
      dueDay: z.int().describe('Of the month; a month that has no such day has its last one.'),
      firstDue: day,
      isAutomatic: z.boolean().describe('Counts as paid on its day without being entered.'),
      yearStart: day.describe('The first day of a year of the contract, which is settled where the next one begins.'),
    })
    .nullable(),
  recovery: z
    .union([z.object({ percent: amount }), z.object({ weekly: amount })])
    .nullable()
    .describe('How an old debt is taken off what is prepaid: a share of each top-up, or an amount each week.'),
  emergencyCredit: amount.nullable(),
});
export type PayingWay = z.infer<typeof payingWay>;

const accountLine = z.object({
  day,
  kind: z.enum([...entryKinds, 'instalment', 'bill', 'used', 'recovered']).describe('`used`: prepaid, in no bill yet.'),
  amount: amount.describe('What it does to the account: what was paid is above nothing, what was billed below it.'),
  from: day.optional().describe('Of a bill, or of what was used: its first day.'),
  entry: z
    .uuid()
    .optional()
    .describe('The row of `payment_entries`; none: it follows from the way of paying or a bill.'),
  note: z.string().optional(),
  currency: z.string().optional().describe('Another than that of the account: it does not count.'),
  isUndone: z.boolean().optional(),
});
export type AccountLine = z.infer<typeof accountLine>;

const accountGaps = ['bill-waiting', 'price-missing', 'other-currency', 'bill-currency', 'use-unmeasured'] as const;

const unknownReasons = [
  'coverage-low',
  'history-short',
  'price-missing',
  'other-currency',
  'bill-currency',
  'opening-missing',
  'use-unmeasured',
  'bill-waiting',
] as const;
export type UnknownReason = (typeof unknownReasons)[number];

const outlook = {
  days: z.int().describe('Days to come that it is estimated over.'),
  fromLastYear: z.int().describe('How many of them as a year before; the rest as in the last weeks.'),
};

const paymentAccount = z.object({
  utility,
  currency: z.string(),
  way: payingWay.nullable().describe('That of today. Null: after each bill, and nobody has said so.'),
  ways: z.array(payingWay),
  start: day.describe(
    'The first day that counts: of the opening balance, of the bill that the first payment is for, or the first of which anything is said.',
  ),
  balance: amount.describe('Paid less billed, of prepaid use also less what no bill holds yet. Below nothing: owed.'),
  debt: amount.describe('An old debt that is left, apart from the balance.'),
  total: amount.describe('The balance less the debt.'),
  owedSince: day
    .nullable()
    .describe('The day of the oldest amount that nothing paid covers; of prepaid use that of the old debt alone.'),
  soFar: amount.nullable().describe('Of prepaid use: what of the balance no bill holds yet.'),
  gaps: z.array(z.enum(accountGaps)).describe('What the balance is without.'),
  lines: z.array(accountLine).describe('The latest first; those that were undone too, which count no more.'),
  settlement: z
    .object({
      day: day.describe('The first day of the next year of the contract.'),
      low: amount.describe('What is left then if it is dear; below nothing: to pay.'),
      expected: amount,
      high: amount,
      left: z.int().describe('Instalments that are yet due.'),
      even: amount.nullable().describe('The instalment that would come out even; null: none is due any more.'),
      ...outlook,
    })
    .nullable(),
  ends: z
    .object({
      perDay: amount.describe('What a day costs in the next thirty, with what is taken off for a debt by the week.'),
      early: day.nullable().describe('Where use comes out high.'),
      expected: day.nullable().describe('The first day that is not wholly paid for. Null: not within a year.'),
      late: day.nullable(),
      withEmergency: day.nullable().describe('The same with the emergency credit; null where there is none.'),
      ...outlook,
    })
    .nullable()
    .describe('Of prepaid use: when it runs out.'),
  unknown: z.enum(unknownReasons).nullable().describe('Why what is to come is not known.'),
  debtEnds: day.nullable().describe('When the debt is paid off; by a share of top-ups it is an estimate.'),
});
export type PaymentAccount = z.infer<typeof paymentAccount>;

export const readPaymentAccounts = endpoint({
  method: 'GET',
  path: '/api/v1/payments',
  who: 'person',
  summary:
    'What is paid beside what is billed: balances, settlements to come, days left; none of a utility of which nothing is said',
  query: ofHousehold,
  answer: z.object({ household: z.uuid(), today: day, accounts: z.array(paymentAccount) }),
  problems: ['forbidden'],
});

const money = z.string().regex(/^\d{1,8}([.]\d{1,4})?$/);
const share = z.string().regex(/^\d{1,2}([.]\d{1,4})?$/);
const ofYears = day.refine((one) => one >= '2000-01-01' && one < '2100-01-01', { message: 'from 2000 to 2099' });

const savePayingWayBody = z.strictObject({
  household: z.uuid().optional(),
  id: z.uuid().optional().describe('The one that is changed; left out: a new one.'),
  utility,
  way: z.strictObject({
    validFrom: ofYears,
    kind: z.enum(payingKinds),
    currency: z.string().regex(/^[A-Z]{3}$/),
    instalment: z
      .strictObject({
        amount: money,
        everyMonths: z.union([1, 2, 3, 6].map((months) => z.literal(months))),
        dueDay: z.int().min(1).max(31),
        firstDue: ofYears,
        isAutomatic: z.boolean(),
        yearStart: ofYears,
      })
      .nullable(),
    recovery: z.union([z.strictObject({ percent: share }), z.strictObject({ weekly: money })]).nullable(),
    emergencyCredit: money.nullable(),
  }),
  opening: z
    .string()
    .regex(/^-?\d{1,8}([.]\d{1,4})?$/)
    .optional()
    .describe('What is on the account when its first day begins.'),
  arrears: money.optional().describe('An old debt on that day.'),
});
export type SavedPayingWay = z.infer<typeof savePayingWayBody>;

export const savePayingWay = endpoint({
  method: 'POST',
  path: '/api/v1/payments/ways',
  who: 'person',
  summary: 'How a utility is paid, from a day on, with what is on the account on that day: all of it or nothing',
  body: savePayingWayBody,
  problems: ['forbidden', 'not-found', 'paying-taken', 'opening-taken'],
});

export const readPaymentsTable = endpoint({
  method: 'GET',
  path: '/api/v1/payments.csv',
  who: 'person',
  summary: 'What was paid and what was billed, day by day, as a table',
  query: ofHousehold,
  answer: file('text/csv'),
  problems: ['forbidden', 'rate-limited'],
});
