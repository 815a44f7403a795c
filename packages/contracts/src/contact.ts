import { languageIds } from '@wattershed/catalogue';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const language = z.enum(languageIds);
/** Without control characters: what stands in the head of a mail must not begin another line. */
const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'must be one line');
const text = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    // oxlint-disable-next-line no-control-regex -- they are what it refuses
    .regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/, 'has control characters');
const email = z.email().max(254);

const contactTopics = ['general', 'support', 'sales', 'partnership'] as const;

/** How long each part of a message may be; the form says so before it is sent. */
const contactLimits = { name: 120, email: 254, phone: 40, subject: 160, message: 5000 } as const;

const contactBody = z.object({
  name: line(contactLimits.name),
  email,
  phone: line(contactLimits.phone)
    .regex(/^[+()\d\s./-]+$/, 'must be a telephone number')
    .optional(),
  topic: z.enum(contactTopics),
  subject: line(contactLimits.subject),
  message: text(contactLimits.message),
  language,
  website: z.string().max(2000).optional().describe('No person sees this field: what fills it in is a machine.'),
});
export type ContactBody = z.infer<typeof contactBody>;

const contactAnswer = z.object({
  reference: z.string().describe('To name the message by.'),
  confirmation: z
    .enum(['coming', 'enough-today', 'no-mail'])
    .describe('Whether the address that was given hears of it; `no-mail`: this installation sends none.'),
});
export type ContactAnswer = z.infer<typeof contactAnswer>;

const faqCategories = ['basics', 'figures', 'hardware', 'bills', 'privacy', 'running'] as const;

export const faqQuery = z.object({ language: language.default('en') });
export type FaqQuery = z.output<typeof faqQuery>;
/** The published questions in one language, in their order. */
const faqAnswer = z.object({
  entries: z.array(
    z.object({
      key: z.string().describe('/contact#faq-<key> leads to it.'),
      category: z.enum(faqCategories),
      question: z.string(),
      answer: z.string(),
    }),
  ),
});
export type FaqAnswer = z.infer<typeof faqAnswer>;

const faqLimits = { request: 500, question: 200, answer: 2000, reason: 500 } as const;

const faqRequestBody = z.object({
  question: line(faqLimits.request),
  language,
  email: email.optional().describe('Where the asker wants to hear of the answer.'),
  website: z.string().max(2000).optional().describe('No person sees this field: what fills it in is a machine.'),
});
export type FaqRequestBody = z.infer<typeof faqRequestBody>;

/** A question and its answer in all three languages, as an administrator writes it. */
const faqEntryBody = z.object({
  request: z.uuid().optional().describe('The request that this answers.'),
  category: z.enum(faqCategories),
  question_en: line(faqLimits.question),
  question_es: line(faqLimits.question),
  question_hi: line(faqLimits.question),
  answer_en: text(faqLimits.answer),
  answer_es: text(faqLimits.answer),
  answer_hi: text(faqLimits.answer),
});
export type FaqEntryBody = z.infer<typeof faqEntryBody>;

const faqOrderBody = z.object({ ids: z.array(z.uuid()).min(1).max(500) });

export const sendMessage = endpoint({
  method: 'POST',
  path: '/api/v1/contact',
  who: 'visitor',
  summary: 'Write to the people who run this installation; limited by account and by address',
  body: contactBody,
  maxBytes: 64 * 1024,
  answer: contactAnswer,
  status: 202,
});

export const readFaqEntries = endpoint({
  method: 'GET',
  path: '/api/v1/faq',
  who: 'anyone',
  summary: 'The frequent questions in one language',
  query: faqQuery,
  answer: faqAnswer,
  cache: 'no-cache',
});

export const requestFaqEntry = endpoint({
  method: 'POST',
  path: '/api/v1/faq-requests',
  who: 'visitor',
  summary: 'Ask for a question to be answered there',
  body: faqRequestBody,
  maxBytes: 64 * 1024,
});

export const publishFaqEntry = endpoint({
  method: 'POST',
  path: '/api/v1/faq-entries',
  who: 'administrator',
  summary: 'Publish a question with its answer in three languages',
  body: faqEntryBody,
  answer: z.object({ id: z.uuid(), key: z.string() }),
  status: 201,
  problems: ['not-found'],
});

export const orderFaqEntries = endpoint({
  method: 'PUT',
  path: '/api/v1/faq-entries/order',
  who: 'administrator',
  summary: 'Put questions in order',
  body: faqOrderBody,
  problems: ['not-found'],
});
