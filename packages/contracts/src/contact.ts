import { languageIds } from '@wattershed/catalogue';
import { z } from 'zod';
import { contactLimits, contactTopics, faqCategories, faqLimits } from './contact-terms.ts';

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
const email = z.email().max(contactLimits.email);

export const contactBody = z.object({
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

export const contactAnswer = z.object({
  reference: z.string().describe('To name the message by.'),
  confirmation: z
    .enum(['coming', 'enough-today', 'no-mail'])
    .describe('Whether the address that was given hears of it; `no-mail`: this installation sends none.'),
});
export type ContactAnswer = z.infer<typeof contactAnswer>;

export const faqQuery = z.object({ language: language.default('en') });
export type FaqQuery = z.output<typeof faqQuery>;
/** The published questions in one language, in their order. */
export const faqAnswer = z.object({
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

export const faqRequestBody = z.object({
  question: line(faqLimits.request),
  language,
  email: email.optional().describe('Where the asker wants to hear of the answer.'),
  website: z.string().max(2000).optional().describe('No person sees this field: what fills it in is a machine.'),
});
export type FaqRequestBody = z.infer<typeof faqRequestBody>;

/** A question and its answer in every language, as an administrator writes it. */
export const faqEntryBody = z.object({
  request: z.uuid().optional().describe('The request that this answers.'),
  category: z.enum(faqCategories),
  question: z.record(language, line(faqLimits.question)),
  answer: z.record(language, text(faqLimits.answer)),
});
export type FaqEntryBody = z.infer<typeof faqEntryBody>;

export const faqOrderBody = z.object({ ids: z.array(z.uuid()).min(1).max(500) });
export type FaqOrderBody = z.infer<typeof faqOrderBody>;
