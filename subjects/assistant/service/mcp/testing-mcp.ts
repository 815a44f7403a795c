/** `/mcp` on a stage, and a client of it as other assistants are one. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { z } from 'zod';
import type { Stage } from '#apps/service/testing/stage.ts';
import { utilityIds } from '#catalogue/index.ts';
import { createTakeAllowance } from '#kernel/http/client-address.ts';
import { createBilling } from '#subjects/bills/service/index.ts';
import { createUsage } from '#subjects/usage/service/index.ts';
import type { CreatedToken } from '#subjects/identity/contract/tokens.ts';
import { createOpenAsking } from '../asking.ts';
import { type Tool, ToolRefusal } from '../tools/tool.ts';
import { assistantTokenRoutes, createMcpTokens, mcpRoutes } from './mcp-routes.ts';

interface Somebody {
  readonly userId: string;
}

export interface McpStage {
  readonly url: string;
  makeToken(person: Somebody, body?: object): Promise<Response>;
  /** The same, and the token itself. */
  token(person: Somebody, body?: object): Promise<string>;
  client(headers: Record<string, string>, path?: string): Promise<Client>;
}

export const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

export const openMcpStage = async (
  stage: Stage,
  tools: readonly Tool[],
  now: () => number = Date.now,
): Promise<McpStage> => {
  const { database, sql, changes } = stage;
  let url = '';
  const app = stage.http((http, { authenticate }) => {
    const tokens = createMcpTokens(sql);
    const billing = createBilling({ sql, now });
    const openAsking = createOpenAsking({ database, usage: createUsage({ sql, changes, now }), billing, now });
    assistantTokenRoutes(http, authenticate, tokens);
    mcpRoutes(http, {
      tokens,
      tools,
      takeAllowance: createTakeAllowance(sql),
      askingOf: (userId, household) => openAsking({ sub: userId }, household, 'en'),
      origin: () => url,
      version: '1.2.3',
    });
  });
  url = await app.listen({ host: '127.0.0.1', port: 0 });
  const makeToken: McpStage['makeToken'] = async ({ userId }, body = {}) =>
    fetch(`${url}/api/v1/assistant/tokens`, {
      method: 'POST',
      headers: { ...(await stage.session(userId)), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return {
    url,
    makeToken,
    token: async (person, body) => ((await (await makeToken(person, body)).json()) as CreatedToken).token,
    client: async (headers, path = '/mcp') => {
      const client = new Client({ name: 'test', version: '1' });
      await client.connect(new StreamableHTTPClientTransport(new URL(path, url), { requestInit: { headers } }));
      return client;
    },
  };
};

// One tool of each kind: reads, refuses, breaks, finds too much, acts.

const anyFacts = z.looseObject({});

export const oneOfEachKind: readonly Tool[] = [
  {
    name: 'latest_readings',
    tool: 'now',
    description: 'What each meter said last.',
    args: z.strictObject({ utility: z.enum(utilityIds).optional() }),
    facts: anyFacts,
    run: async ({ sources }, asked) => ({
      facts: {
        asked,
        meters: (await sources.latest()).meters.map(({ key, lastValue }) => ({ key, lastValue })),
      },
      result: { tool: 'now', title: 'Now', link: '/dashboard' },
    }),
  },
  {
    name: 'refuses',
    tool: 'usage',
    description: 'Has no such room.',
    args: z.strictObject({}),
    facts: anyFacts,
    run: () => Promise.reject(new ToolRefusal('There is no room called attic. There are: <b>kitchen\u202e</b>.')),
  },
  {
    name: 'breaks',
    tool: 'usage',
    description: 'Meets a fault of ours.',
    args: z.strictObject({}),
    facts: anyFacts,
    run: () => Promise.reject(new Error('relation "secret" does not exist')),
  },
  {
    name: 'finds_too_much',
    tool: 'usage',
    description: 'Each minute of a year.',
    args: z.strictObject({}),
    facts: anyFacts,
    run: async () => ({
      facts: { minutes: Array.from({ length: 9000 }, () => 12.4) },
      result: { tool: 'usage', title: 'Minutes', link: null },
    }),
  },
  {
    name: 'switch_device',
    tool: 'switch',
    description: 'Acts.',
    args: z.strictObject({}),
    facts: anyFacts,
    acts: true,
    run: () => Promise.reject(new Error('never')),
  },
];
