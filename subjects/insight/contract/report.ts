/** A week, a month or a year of a home, as the page, the mail and the paper tell it. */
import { z } from 'zod';
import { endpoint, file } from '#catalogue/endpoint.ts';
import { noticeKindIds } from '#catalogue/index.ts';
import { amount, billLanguage } from '#subjects/bills/contract/billing.ts';
import { latestAnswer, utility } from '#subjects/usage/contract/usage.ts';
import { foundAdvice } from './worth-doing.ts';
import { periodKinds } from '../domain/report/period.ts';

const used = z.number().describe('Wh or mL.');

const money = z.object({
  total: amount.describe('Of what was measured and has a price, standing charges and taxes included.'),
  fixed: amount.describe('What of it goes by time: standing charges, contracted power and minima, with their taxes.'),
  isPartly: z.boolean().describe('Some of the use has no price, and is not in the total.'),
  missing: z.array(z.string()).describe('Series of prices or of day colours that are not known on all of these days.'),
  range: z
    .object({ low: amount, high: amount })
    .nullable()
    .describe(
      'What the time so far may have cost where some of it was not measured, by what eight of ten days of this home cost. Null: it was measured, or too few days are known.',
    ),
  before: amount
    .nullable()
    .describe('What the period before cost. Null: not over yet, or one of the two was not measured or priced wholly.'),
  difference: amount.nullable(),
  usual: amount.nullable().describe('The middle of the periods before; null: fewer than three were measured.'),
});

const mover = z.object({
  deviceId: z.string(),
  name: z.string(),
  room: z.string(),
  isRest: z.boolean().describe('Other meters lie in it: it is what none of them has seen.'),
  used,
  usedBefore: used,
  difference: amount.nullable().describe('In money; null: no tariff is in force.'),
});

const utilityReport = z.object({
  utility,
  used,
  estimated: used,
  imported: used,
  coverage: z.number().describe('The share of the time so far that was measured.'),
  atLeast: z.boolean().describe('`used` is a lower bound.'),
  change: z
    .number()
    .nullable()
    .describe('-0.09: nine percent less than on the same days of the period before, where both were measured.'),
  usual: used.nullable(),
  cost: z.object({ total: amount, use: amount, fixed: amount }).nullable(),
  before: z.object({ used, use: amount, total: amount }).nullable(),
  difference: amount.nullable(),
  movers: z.array(mover).describe('The devices that made most of the difference.'),
});

const bar = z.object({
  start: z.iso.date().describe('A day; of a year, the first of a month.'),
  total: amount.nullable(),
  fixed: amount.nullable(),
  parts: z.array(z.object({ utility, used, use: amount.nullable() })),
  isWhole: z.boolean().describe('It is over and was measured.'),
});

const dayFigures = z.object({
  day: z.iso.date(),
  utility: utility.nullable().describe('Whose use it is; null: it is told in money.'),
  amount: amount.nullable(),
  used: used.nullable(),
});

const reportNotice = z.object({
  id: z.uuid(),
  kind: z.enum(noticeKindIds),
  device: z.string().nullable(),
  utility: utility.nullable(),
  since: z.iso.datetime(),
  noticedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  isOpen: z.boolean().describe('It lasts now, and nobody has put it aside.'),
});

const worth = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('notice'), notice: reportNotice }),
  z.object({ kind: z.literal('advice'), advice: foundAdvice }),
]);

const billNow = z.object({
  total: amount.describe('So far.'),
  currency: z.string(),
  likely: z.object({ low: amount, expected: amount, high: amount }).nullable(),
  budget: amount.nullable(),
  daysLeft: z.int(),
});

export const reportAnswer = z.object({
  household: z.uuid(),
  home: z.object({
    name: z.string(),
    timeZone: z.string(),
    country: z.string().nullable(),
    units: z.enum(['metric', 'us']),
    currency: z.string(),
  }),
  origin: latestAnswer.shape.origin,
  today: z.iso.date(),
  bill: billNow.nullable().describe('The open bill; null: no tariff, or the period is not the latest.'),
  report: z
    .object({
      kind: z.enum(periodKinds),
      period: z.string(),
      start: z.iso.date(),
      end: z.iso.date().describe('The first day after it.'),
      isOver: z.boolean(),
      currency: z.string().nullable(),
      money: money.nullable().describe('Null: no tariff is in force.'),
      utilities: z.array(utilityReport),
      rooms: z
        .array(
          z.object({
            room: z.string(),
            isRest: z.boolean().describe('What no room has.'),
            utility,
            used,
            use: amount.nullable(),
          }),
        )
        .describe('They sum to the use of each utility, and to what it cost.'),
      bars: z.array(bar),
      best: dayFigures.nullable(),
      oddest: dayFigures
        .extend({
          usual: amount.nullable(),
          usualUsed: used.nullable(),
          mostly: mover
            .omit({ usedBefore: true, difference: true })
            .extend({ utility })
            .nullable()
            .describe('What made most of the difference: `used` is how much more or less than on its other days.'),
        })
        .nullable()
        .describe('The day that was least like the same weekday usually is.'),
      notices: z.array(reportNotice).describe('Those that were noticed in the period, the latest first.'),
      away: z
        .array(z.object({ from: z.iso.date(), to: z.iso.date(), isSaid: z.boolean() }))
        .describe('Days on which nobody was at home, `to` the last of them: as somebody has said, or as it looked.'),
      worth: worth.nullable(),
    })
    .nullable()
    .describe('Null: nothing was measured in the period.'),
});
export type ReportAnswer = z.infer<typeof reportAnswer>;

const onePeriod = z.object({
  household: z.uuid(),
  period: z.string().max(10).describe('`2026-W47`: a week from Monday on; `2026-11`; `2026`.'),
});

export const readReport = endpoint({
  method: 'GET',
  path: '/api/v1/households/{household}/reports/{period}',
  who: 'person',
  summary: 'A week, a month or a year in a few facts',
  params: onePeriod,
  answer: reportAnswer,
  problems: ['forbidden'],
});

export const readReportPaper = endpoint({
  method: 'GET',
  path: '/api/v1/households/{household}/reports/{period}/pdf',
  who: 'person',
  summary: 'The same on paper',
  params: onePeriod,
  query: z.object({ language: billLanguage.default('en') }),
  answer: file('application/pdf'),
  problems: ['forbidden', 'not-found', 'rate-limited'],
});
