import { z } from 'zod';
import { contactBody, faqRequestBody, language, line, text } from './contact-bodies.ts';
import { faqCategories, faqLimits } from './contact-terms.ts';
import { endpoint } from '#catalogue/endpoint.ts';

const contactAnswer = z.object({
  reference: z.string().describe('To name the message by.'),
  confirmation: z
    .enum(['coming', 'enough-today', 'no-mail'])
    .describe('Whether the address that was given hears of it; `no-mail`: this installation sends none.'),
});
export type ContactAnswer = z.infer<typeof contactAnswer>;

const faqQuery = z.object({ language: language.default('en') });
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

/** A question and its answer in every language, as an administrator writes it. */
const faqEntryBody = z.object({
  request: z.uuid().optional().describe('The request that this answers.'),
  category: z.enum(faqCategories),
  question: z.record(language, line(faqLimits.question)),
  answer: z.record(language, text(faqLimits.answer)),
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
  problems: ['rate-limited'],
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
  problems: ['rate-limited'],
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
