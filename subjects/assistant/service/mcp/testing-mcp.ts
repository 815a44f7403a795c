/** `/mcp` on a stage, and a client of it as other assistants are one. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Stage } from '#apps/service/testing/stage.ts';
import { createTakeAllowance } from '#kernel/http/client-address.ts';
import { createBilling } from '#subjects/bills/service/index.ts';
import type { CreatedToken } from '#subjects/identity/contract/tokens.ts';
import { createOpenAsking } from '../open-asking.ts';
import type { Tool } from '../tools/tool.ts';
import { assistantTokenRoutes, createMcpTokens, mcpRoutes } from './mcp-routes.ts';

interface Somebody {
  readonly userId: string;
}

export interface McpStage {
  readonly url: string;
  makeToken(person: Somebody, body?: object): Promise<Response>;
  /** The same, and the token itself. */
  token(person: Somebody, body?: object): Promise<string>;
  client(headers: Record<string, string>): Promise<Client>;
}

export const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

export const openMcpStage = async (stage: Stage, tools: readonly Tool[]): Promise<McpStage> => {
  const { database, sql } = stage;
  let url = '';
  const app = stage.http((http, { authenticate, usage }) => {
    const tokens = createMcpTokens(sql);
    const billing = createBilling({ sql, now: Date.now });
    const openAsking = createOpenAsking({ database, usage, billing, now: Date.now });
    assistantTokenRoutes(http, { authenticate, tokens });
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
    client: async (headers) => {
      const client = new Client({ name: 'test', version: '1' });
      await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } }));
      return client;
    },
  };
};
