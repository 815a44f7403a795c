/** What a home is told of by itself: which kinds there are for it, what each has told, would have told, and whether it is wanted. */
import { z } from 'zod';
import { endpoint, ofHousehold } from '#catalogue/endpoint.ts';
import { isOfMoney, isOfPrices, type NoticeKind, noticeKindIds } from '#catalogue/index.ts';

/** Budgets are switched by setting one, what is prepaid by saying so. */
export const ruleKinds = noticeKindIds.filter((kind) => !isOfMoney(kind) || isOfPrices(kind)) as [
  NoticeKind,
  ...NoticeKind[],
];
const ruleKind = z.enum(ruleKinds);

const replayed = z.object({
  meterId: z.string(),
  name: z.string().describe('Of its device.'),
  since: z.number().describe('Seconds since 1970: from when on it held.'),
  noticedOn: z.iso.date(),
  endedOn: z.iso.date().nullable().describe('Null: to the end of what was looked at.'),
  figures: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
});

const ruleState = z.object({
  kind: ruleKind,
  isOn: z.boolean(),
  isOpen: z.boolean().describe('A notice of it lasts.'),
  times: z.number().describe('Notices within the last 365 days.'),
  lastAt: z.iso.datetime({ offset: true }).nullable().describe('When it told last, within these days.'),
  dismissed: z.number().describe('How many of them were dismissed without a word.'),
  normal: z.number().describe('How often somebody has said that what it told is normal.'),
  caution: z.number().describe('By how much more than usual it asks for now: 1, or more.'),
  replay: z
    .object({
      state: z.enum(['waiting', 'done']),
      beginsOn: z.iso.date().nullable(),
      found: z.array(replayed),
    })
    .nullable()
    .describe('What it would have told in the last year; null: nobody has asked.'),
  hasReplay: z.boolean().describe('It looks once a day, so that its last year can be worked out.'),
});

const rulesAnswer = z.object({ household: z.uuid(), rules: z.array(ruleState) });
export type RuleState = z.infer<typeof ruleState>;

export const readRules = endpoint({
  method: 'GET',
  path: '/api/v1/rules',
  who: 'person',
  query: ofHousehold,
  answer: rulesAnswer,
  problems: ['forbidden'],
  summary: 'What a home is told of by itself',
});

export const changeRule = endpoint({
  method: 'PATCH',
  path: '/api/v1/rules/{kind}',
  who: 'person',
  params: z.object({ kind: ruleKind }),
  query: ofHousehold,
  body: z.object({
    isOn: z.boolean().optional(),
    forgive: z.literal(true).optional().describe('What was called normal so far counts no more.'),
  }),
  problems: ['forbidden'],
  summary: 'Switches one of them, or has it ask for no more than usual again',
});

export const askReplay = endpoint({
  method: 'POST',
  path: '/api/v1/rules/{kind}/replay',
  who: 'person',
  params: z.object({ kind: ruleKind }),
  query: ofHousehold,
  status: 202,
  problems: ['forbidden', 'not-found'],
  summary: 'Has it worked out what a rule would have told in the last year',
});
