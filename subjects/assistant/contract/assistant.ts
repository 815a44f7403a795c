import { z } from 'zod';
import { endpoint, events, ofHousehold } from '#catalogue/endpoint.ts';
import { billLanguage } from '#subjects/bills/contract/billing.ts';
import { createdToken } from '#subjects/identity/contract/tokens.ts';
import { utility } from '#subjects/usage/contract/usage.ts';

/** How long a question may be. */
export const maxQuestionLength = 2000;

const assistantBody = z.strictObject({
  text: z
    .string()
    .overwrite((text) => text.replaceAll('\0', ''))
    .trim()
    .min(1)
    .max(maxQuestionLength),
  language: billLanguage,
  household: z.uuid().optional().describe("Defaults to the person's first household."),
});
export type AssistantBody = z.infer<typeof assistantBody>;

const assistantTools = [
  'usage',
  'compare',
  'now',
  'bill',
  'bill-change',
  'costs',
  'tariff',
  'payments',
  'devices',
  'switch',
  'alerts',
  'tips',
  'faq',
  'posts',
] as const;
export type AssistantTool = (typeof assistantTools)[number];

const table = z.object({
  columns: z.array(z.object({ title: z.string(), isNumber: z.boolean() })),
  rows: z.array(z.array(z.string())),
});

const series = z.object({
  utility,
  unit: z.string(),
  points: z.array(z.object({ label: z.string(), value: z.number(), text: z.string() })),
});
export type AssistantSeries = z.infer<typeof series>;

/** What a tool found: what figures of an answer lead to. */
const assistantResult = z.object({
  id: z.string().describe('Unique in its answer.'),
  tool: z.enum(assistantTools),
  title: z.string().describe("In the reader's language: what was looked at, and of when."),
  link: z.string().nullable().describe('The page of ours that shows it, with that filter.'),
  table: table.optional(),
  series: series.optional().describe('Oldest first; drawn as a small chart.'),
});
export type AssistantResult = z.infer<typeof assistantResult>;

/** What the assistant would switch; nothing happens before the person presses it. */
const assistantAction = z.object({
  id: z.uuid(),
  device: z.object({
    id: z.uuid(),
    name: z.string(),
    room: z.string(),
    commands: z.boolean().describe('Hardware takes commands for it; of any other its state is only noted.'),
  }),
  on: z.boolean(),
  until: z.iso.datetime().describe('It can be pressed until then, once.'),
});
export type AssistantAction = z.infer<typeof assistantAction>;

/** Why a provider's answer is not there, or not whole. */
export const assistantFaults = [
  'provider-refused',
  'provider-busy',
  'provider-unavailable',
  'provider-silent',
  'provider-broken',
  'provider-too-long',
  'budget-used',
  // Of who asks, in the midst of it: signed out, or no longer in the household.
  'not-authenticated',
  'forbidden',
  'stopping',
  'internal',
] as const;
export type AssistantFault = (typeof assistantFaults)[number];

/**
 * Server-sent events of an answer: `begin`, then `text`, `result`, `action` and `error` as they come, and `end` with the
 * whole answer. After an `error` the text may go on with what could be answered without a provider.
 */
const assistantEvents = {
  begin: z.object({
    question: z.uuid().nullable().describe('The kept message; null: nothing is kept of a visitor.'),
    answer: z.uuid().nullable(),
  }),
  text: z.object({ delta: z.string() }),
  result: assistantResult,
  action: assistantAction,
  error: z.object({ code: z.enum(assistantFaults), message: z.string() }),
  end: z.object({
    by: z.enum(['own', 'provider']),
    content: z
      .string()
      .describe('Markdown. Figures are links to pages of ours; those of no result are links to `#unverified`.'),
    unverified: z.array(z.string()).describe('The numbers that no result holds, as they are written.'),
    suggestions: z.array(z.string()).max(3).describe('What can be asked next, as it stands.'),
  }),
} as const;
export type AssistantEvents = { [Name in keyof typeof assistantEvents]: z.infer<(typeof assistantEvents)[Name]> };
export type AssistantEvent = {
  [Name in keyof AssistantEvents]: { readonly event: Name; readonly data: AssistantEvents[Name] };
}[keyof AssistantEvents];

/** What is kept with an answer, beside its text. */
const assistantExtras = z.object({
  by: z.enum(['own', 'provider']).optional(),
  results: z.array(assistantResult).optional(),
  action: assistantAction.optional().describe('As it was kept while there was one at most.'),
  actions: z.array(assistantAction).optional(),
  unverified: z.array(z.string()).optional(),
  suggestions: z.array(z.string()).optional(),
  error: z.enum(assistantFaults).optional(),
});
export type AssistantExtras = z.infer<typeof assistantExtras>;

const assistantState = z.object({
  provider: z
    .boolean()
    .describe('Whether questions go to an AI provider; without one they are answered from the same figures.'),
  left: z.int().nullable().describe('How many questions may still go to the provider today. Null: there is none.'),
});
export type AssistantState = z.infer<typeof assistantState>;

const pressBody = z.strictObject({ agreed: z.boolean() });
const pressAnswer = z.object({
  result: z
    .enum(['done', 'noted', 'no-answer', 'declined'])
    .describe('`noted`: nothing here commands the device, its state was written down.'),
});
export type PressAnswer = z.infer<typeof pressAnswer>;

const createAssistantTokenBody = z.strictObject({
  household: z.uuid().optional(),
  name: z.string().trim().max(80).default(''),
});

export const askAssistant = endpoint({
  method: 'POST',
  path: '/api/v1/assistant',
  who: 'visitor',
  summary:
    'Ask the assistant; it answers as server-sent events. A visitor may ask too, without a household and without history',
  body: assistantBody,
  maxBytes: 16 * 1024,
  answer: events(assistantEvents),
  problems: ['forbidden', 'rate-limited'],
});

export const readAssistantState = endpoint({
  method: 'GET',
  path: '/api/v1/assistant',
  who: 'visitor',
  summary: "Whether one's questions go to an AI provider, and how many still may today; those of a visitor never do",
  query: ofHousehold,
  answer: assistantState,
  problems: ['forbidden'],
});

export const pressAction = endpoint({
  method: 'POST',
  path: '/api/v1/assistant/actions/{id}',
  who: 'person',
  summary: 'Agree to a switch that the assistant proposed, or decline it; once, and in time',
  params: z.object({ id: z.uuid() }),
  body: pressBody,
  answer: pressAnswer,
  problems: ['action-over', 'forbidden', 'rate-limited', 'room-not-yours'],
});

export const makeAssistantToken = endpoint({
  method: 'POST',
  path: '/api/v1/assistant/tokens',
  who: 'person',
  isSensitive: true,
  summary: 'Make a token by which another assistant reads at /mcp; it is shown once',
  body: createAssistantTokenBody,
  answer: createdToken,
  status: 201,
  problems: ['forbidden'],
});
