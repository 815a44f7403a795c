/** What is worth doing, over HTTP. */
import type { FastifyInstance } from 'fastify';
import { createServe } from '#kernel/http/serve.ts';
import type { Authenticate } from '#kernel/people/person.ts';
import { textsIn } from '#kernel/texts.ts';
import { type FoundAdvice, readHomeAdvice } from '../../contract/worth-doing.ts';
import { createReportWriter } from '../../domain/report/report-writer.ts';
import { type AdviceDeps, createReadAdvice } from './read-advice.ts';

export const adviceRoutes = (
  app: FastifyInstance,
  deps: AdviceDeps & { readonly authenticate: Authenticate },
): void => {
  const serve = createServe(app, deps.authenticate);
  const read = createReadAdvice(deps);
  serve(readHomeAdvice, async ({ person, query: { household: wanted, language } }) => {
    const { household, advice, ...reader } = await read(person.sub, wanted);
    const tell = (found: FoundAdvice) => {
      const { currency } = found.money;
      const [texts, ofAdvice] = [textsIn(language, 'report'), textsIn(language, 'advice')];
      return createReportWriter(texts, ofAdvice, { language, currency, ...reader }).advice(found);
    };
    return { household, advice: advice.map((found) => ({ ...found, told: tell(found) })) };
  });
};
