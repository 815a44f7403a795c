/** A view for a wall: who may make one, and all that it shows. */
import { z } from 'zod';
import { endpoint } from '#catalogue/endpoint.ts';
import { languageIds, noticeKindIds } from '#catalogue/index.ts';
import { amount, billSoFar } from '#subjects/bills/contract/billing.ts';
import { createdToken, createTokenBody } from '#subjects/identity/contract/tokens.ts';
import { rateStates } from '#subjects/readings/domain/present-rate.ts';
import { latestAnswer, usageRow, utility } from '#subjects/usage/contract/usage.ts';

/** A home has so many views at most. */
export const maxWallTokens = 20;

const wallBill = billSoFar
  .pick({ start: true, end: true, daysGone: true, daysLeft: true, currency: true, likelyMissing: true })
  .extend({
    total: amount.nullable().describe('So far. Null: no tariff is in force on any of its days.'),
    isPartly: z.boolean().describe('Some of its use has no price.'),
    likely: z.object({ low: amount, expected: amount, high: amount }).nullable(),
    budget: amount.nullable().describe('Of all of its utilities together. Null: one of them has none.'),
    last: z
      .object({ start: z.iso.date(), end: z.iso.date(), total: amount })
      .nullable()
      .describe('The bill before it, in the same currency.'),
  });

const wallUtility = z.object({
  utility,
  state: z.enum(rateStates),
  rate: z.number().nullable().describe('W, or L/min: what flows through the home. Null unless `state` is `now`.'),
  within: z.number().nullable().describe('The true rate lies within this much of it.'),
  lastAt: z.iso.datetime().nullable(),
  today: z.number().nullable().describe('Wh or mL. Null: nothing was heard today.'),
  atLeast: usageRow.shape.atLeast,
  usualDay: z
    .number()
    .nullable()
    .describe('The mean of those of the seven days before that were measured. Null: fewer than three were.'),
});

/** Kinds and figures as notices are kept. */
const wallNotice = z.object({
  kind: z.enum(noticeKindIds),
  since: z.iso.datetime(),
  utility: utility.nullable(),
  device: z.string().nullable(),
  room: z.string().nullable(),
  figures: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type WallNotice = z.infer<typeof wallNotice>;

export const wallAnswer = z.object({
  at: z.iso.datetime().describe("The service's clock."),
  origin: latestAnswer.shape.origin,
  home: z.object({
    name: z.string(),
    kind: z.enum(['home', 'demo', 'guest']),
    language: z.enum(languageIds).describe('Of whoever made the view.'),
    currency: z.string(),
    units: z.enum(['metric', 'us']),
    country: z.string().nullable(),
    timeZone: z.string(),
  }),
  bill: wallBill,
  utilities: z.array(wallUtility).describe('Those that a meter of the home measures.'),
  notices: z.array(wallNotice).describe('Those that last and that nobody dismissed, the latest first.'),
});
export type WallAnswer = z.infer<typeof wallAnswer>;

export const readWall = endpoint({
  method: 'GET',
  path: '/api/v1/wall',
  who: 'wall token',
  summary: 'What a view for a wall shows: the open bill, what flows now, today, notices',
  answer: wallAnswer,
  problems: ['rate-limited'],
});

export const makeWallToken = endpoint({
  method: 'POST',
  path: '/api/v1/wall/tokens',
  who: 'person',
  isSensitive: true,
  summary: 'Make a view for a wall; its token is shown once',
  body: createTokenBody,
  answer: createdToken,
  status: 201,
  problems: ['forbidden'],
});
