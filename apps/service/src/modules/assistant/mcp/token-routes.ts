/** Making a token for another assistant. They are listed and removed through the table API. */
import { createAssistantTokenBody } from '@wattershed/contracts';
import type { FastifyInstance } from 'fastify';
import { parse } from '../../../platform/parse.ts';
import type { Authenticate } from '../../../platform/person.ts';
import { ProblemError } from '../../../platform/problem.ts';
import type { McpTokens } from './mcp-tokens.ts';

export interface AssistantTokenDeps {
  readonly authenticate: Authenticate;
  readonly tokens: Pick<McpTokens, 'add'>;
}

export const assistantTokenRoutes = (app: FastifyInstance, { authenticate, tokens }: AssistantTokenDeps): void => {
  app.post('/api/v1/assistant/tokens', async (request, reply) => {
    const person = await authenticate(request);
    const { household, name } = parse(createAssistantTokenBody, request.body ?? {}, 'body-malformed');
    const made = await tokens.add(person.sub, household, name);
    if (!made) throw new ProblemError('forbidden', 'For a household of yours, and twenty tokens at most.');
    return reply.code(201).send(made);
  });
};
