/** Making a token for another assistant. They are listed and removed through the table API. */
import { makeAssistantToken } from '@wattershed/contracts';
import type { FastifyInstance } from 'fastify';
import type { Authenticate } from '../../../platform/person.ts';
import { ProblemError } from '../../../platform/problem.ts';
import { createServe } from '../../../platform/serve.ts';
import type { McpTokens } from './mcp-tokens.ts';

export interface AssistantTokenDeps {
  readonly authenticate: Authenticate;
  readonly tokens: Pick<McpTokens, 'add'>;
}

export const assistantTokenRoutes = (app: FastifyInstance, { authenticate, tokens }: AssistantTokenDeps): void => {
  createServe(app, authenticate)(makeAssistantToken, async ({ person, body: { household, name } }) => {
    const made = await tokens.add(person.sub, household, name);
    if (!made) throw new ProblemError('forbidden', 'For a household of yours, and twenty tokens at most.');
    return made;
  });
};
