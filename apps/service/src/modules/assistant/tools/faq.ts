/** The published questions, for a program. */
import { z } from 'zod';
import { faqLink } from '../links.ts';
import { wordFaq } from '../replies/faq.ts';
import { findFaq } from '../replies/find-faq.ts';
import { createTool, ToolRefusal } from './tool.ts';

export const faqTool = createTool({
  name: 'search_faq',
  tool: 'faq',
  description: 'The published question about Wattershed itself that fits best, with its answer.',
  args: {
    query: z.string().trim().min(1).max(300).describe("What is asked, in words of the person's language."),
  },
  run: async (asking, { query }) => {
    const entries = await asking.sources.faq(asking.language);
    const entry = findFaq(entries, query, asking.language);
    if (entry === null)
      throw new ToolRefusal(
        `No published question fits. There are: ${entries.map(({ question }) => question).join(' | ')}`,
      );
    const [result] = wordFaq(asking, entry).results;
    if (!result) throw new ToolRefusal('No published question fits.');
    return { facts: { question: entry.question, answer: entry.answer, link: faqLink(entry.key) }, result };
  },
});
