/** What people write to us. The browser checks its forms by these too: apart from the endpoints, so that a page loads them when it sends. */
import { languageIds } from '#catalogue/index.ts';
import { z } from 'zod';
import { contactLimits, contactTopics, faqLimits } from './contact-terms.ts';

export const language = z.enum(languageIds);
/** Without control characters: what stands in the head of a mail must not begin another line. */
export const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'must be one line');
export const text = (most: number) =>
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

export const faqRequestBody = z.object({
  question: line(faqLimits.request),
  language,
  email: email.optional().describe('Where the asker wants to hear of the answer.'),
  website: z.string().max(2000).optional().describe('No person sees this field: what fills it in is a machine.'),
});
export type FaqRequestBody = z.infer<typeof faqRequestBody>;
