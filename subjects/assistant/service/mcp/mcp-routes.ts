/** `/mcp`: other assistants ask in a person's name, over streamable HTTP without sessions. They read and never act. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TakeAllowance } from '#kernel/http/client-address.ts';
import { ProblemError, sendProblem } from '#kernel/http/problem.ts';
import type { Asking } from '../asking.ts';
import type { McpDeps } from './mcp-server.ts';
import { createHash, randomBytes } from 'node:crypto';
import type { Sql } from '#kernel/db.ts';
import { createServe } from '#kernel/http/serve.ts';
import type { Authenticate } from '#kernel/people/person.ts';
import type { CreatedToken } from '#subjects/identity/contract/tokens.ts';
import { makeAssistantToken } from '../../contract/assistant.ts';

export interface McpRouteDeps extends McpDeps {
  readonly tokens: McpTokens;
  readonly takeAllowance: TakeAllowance;
  /** Null: no longer a member of that household. */
  askingOf(userId: string, household: string): Promise<Asking | null>;
}

const path = '/mcp';
const hourly = { kind: 'mcp', count: 600, seconds: 3600 };
const challenge = 'Bearer realm="Wattershed"';

/** A page of somebody else's, in a browser that can reach us, is not a person's assistant. */
const checkOrigin = ({ headers }: FastifyRequest, own: string): void => {
  if (headers.origin !== undefined && headers.origin !== new URL(own).origin)
    throw new ProblemError('forbidden', 'Not from a page of another origin.');
};

const holderOf = async (request: FastifyRequest, tokens: McpRouteDeps['tokens']): Promise<TokenHolder | null> => {
  const [, token] = /^Bearer +(\S+)$/i.exec((request.headers.authorization ?? '').trim()) ?? [];
  return token === undefined ? null : tokens.find(token);
};

const webRequest = ({ headers, method }: FastifyRequest, origin: string): Request => {
  const given = ['accept', 'content-type', 'mcp-protocol-version'].flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value] as [string, string]] : [];
  });
  return new Request(new URL(path, origin), { method, headers: given });
};

const sendAnswer = async (reply: FastifyReply, answer: Response): Promise<FastifyReply> => {
  const body = await answer.text();
  const type = answer.headers.get('content-type');
  if (type !== null) reply.type(type);
  return reply.code(answer.status).send(body === '' ? undefined : body);
};

export const mcpRoutes = (app: FastifyInstance, given: McpRouteDeps): void => {
  const deps = { ...given, tools: given.tools.filter((tool) => !tool.acts) };
  const { tokens, takeAllowance, origin } = deps;

  app.post(path, async (request, reply) => {
    checkOrigin(request, origin());
    const holder = await holderOf(request, tokens);
    if (!holder) {
      reply.header('www-authenticate', challenge);
      return sendProblem(reply, 'token-invalid', 'This needs a token that was made on the Profile page.');
    }
    await takeAllowance(hourly, holder.userId);
    if (Array.isArray(request.body)) throw new ProblemError('body-malformed', 'One message at a time.');
    const asking = await deps.askingOf(holder.userId, holder.household);
    if (!asking) throw new ProblemError('forbidden');

    // The SDK takes a tenth of a second and 12 MB: only where somebody uses it.
    const { answerMessage } = await import('./mcp-server.ts');
    const onFault = (err: unknown): void => request.log.error({ err }, 'a tool failed');
    const message = { request: webRequest(request, origin()), body: request.body, asking, onFault };
    return sendAnswer(reply, await answerMessage(deps, message));
  });

  // Nothing is kept between requests: there is no stream to open and no session to end.
  app.route({
    method: ['GET', 'DELETE'],
    url: path,
    handler: async (_request, reply) =>
      reply
        .code(405)
        .header('allow', 'POST')
        .send({ jsonrpc: '2.0', error: { code: -32_000, message: 'Method not allowed.' }, id: null }),
  });
};

/** Tokens by which other assistants ask in a person's name: shown once, kept as a hash. */
interface TokenHolder {
  readonly userId: string;
  readonly household: string;
}

type McpTokens = ReturnType<typeof createMcpTokens>;

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

export const createMcpTokens = (sql: Sql) => ({
  /** For the household, or the person's first one; null where it is not theirs, or they have twenty already. */
  add: async (userId: string, household: string | undefined, name: string): Promise<CreatedToken | null> => {
    const token = `wsa_${randomBytes(24).toString('base64url')}`;
    const hint = token.slice(-4);
    const [row] = await sql<{ id: string }[]>`
      select id from private.add_assistant_token(${userId}, ${household ?? null}, ${name}, ${hashOf(token)}, ${hint})`;
    return row ? { id: row.id, name, hint, token } : null;
  },
  /** Asked anew each time: one that was removed is refused at once. */
  find: async (token: string): Promise<TokenHolder | null> => {
    const [row] = await sql<{ user_id: string; household_id: string }[]>`
      select user_id, household_id from private.find_assistant_token(${hashOf(token)})`;
    return row ? { userId: row.user_id, household: row.household_id } : null;
  },
});

export const assistantTokenRoutes = (app: FastifyInstance, authenticate: Authenticate, tokens: McpTokens): void => {
  createServe(app, authenticate)(makeAssistantToken, async ({ person, body: { household, name } }) => {
    const made = await tokens.add(person.sub, household, name);
    if (!made) throw new ProblemError('forbidden', 'For a household of yours, and twenty tokens at most.');
    return made;
  });
};
