/** What is worth doing, over HTTP. */
import type { FastifyInstance } from 'fastify';
import { createServe } from '#kernel/http/serve.ts';
import type { Authenticate } from '#kernel/people/person.ts';
import { readHomeAdvice } from '../../contract/worth-doing.ts';
import { type AdviceDeps, createReadAdvice } from './read-advice.ts';

export const adviceRoutes = (
  app: FastifyInstance,
  deps: AdviceDeps & { readonly authenticate: Authenticate },
): void => {
  const serve = createServe(app, deps.authenticate);
  const read = createReadAdvice(deps);
  serve(readHomeAdvice, ({ person, query }) => read(person.sub, query.household));
};
