/** The assistant as a whole: its questions, its presses, and the door for other assistants. */
import type { Language } from '@wattershed/catalogue';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createTakeAllowance } from '../../platform/allowance.ts';
import type { Claims, Database } from '../../platform/db.ts';
import type { Authenticate } from '../../platform/person.ts';
import type { Billing } from '../billing/index.ts';
import type { Switching } from '../hardware/index.ts';
import type { Usage } from '../usage/index.ts';
import { createActions } from './actions.ts';
import { mcpRoutes } from './mcp/mcp-routes.ts';
import { createMcpTokens } from './mcp/mcp-tokens.ts';
import { assistantTokenRoutes } from './mcp/token-routes.ts';
import { createOpenAsking } from './open-asking.ts';
import { createProvider } from './provider/create-provider.ts';
import { assistantRoutes } from './routes.ts';
import { createSummarise } from './summary.ts';
import { assistantTools } from './tools/index.ts';

export interface AssistantConfig {
  readonly apiKey: string | undefined;
  readonly baseUrl: string | undefined;
  readonly model: string;
  /** How many questions a person may send to the provider in a day. */
  readonly dailyQuestions: number;
}

export interface AssistantParts {
  readonly database: Database;
  readonly usage: Usage;
  readonly billing: Billing;
  readonly switching: Switching;
  readonly authenticate: Authenticate;
  readonly stopping: AbortSignal;
  readonly addressSecret: string;
  readonly origin: () => string;
  readonly version: string;
  readonly now: () => number;
  readonly log: Pick<Logger, 'warn' | 'error'>;
}

export interface Assistant {
  /** Of the provider; without one questions are answered all the same. */
  state(): 'up' | 'down' | 'not-set-up';
}

const dayS = 86_400;

export const serveAssistant = (app: FastifyInstance, config: AssistantConfig, parts: AssistantParts): Assistant => {
  const { database, authenticate, now } = parts;
  const sql = database.engine;
  const hasProvider = config.apiKey !== undefined || config.baseUrl !== undefined;
  const provider = hasProvider ? createProvider({ ...config, now }) : null;
  // Its client takes a while to load: now, not at the first question.
  void provider
    ?.client()
    .catch((err: unknown) => parts.log.error({ err }, "the provider's client could not be loaded"));
  const takeAllowance = createTakeAllowance(sql);
  const openAsking = createOpenAsking(parts);
  assistantRoutes(app, {
    ...parts,
    sql,
    provider,
    takeAllowance,
    openAsking,
    actions: createActions(parts),
    summarise: createSummarise(now),
    daily: { kind: 'assistant-provider', count: config.dailyQuestions, seconds: dayS },
  });

  /** Whoever had a second factor showed it to make the token; one from before the factor is not found any more. */
  const holderOf = (userId: string): Claims => ({ sub: userId, aal: 'aal2' });
  const languageOf = async (userId: string): Promise<Language> => {
    const [row] = await database.asUser(
      holderOf(userId),
      (tx) => tx<{ language: Language }[]>`select language from public.profiles where user_id = ${userId}`,
    );
    return row?.language ?? 'en';
  };
  const tokens = createMcpTokens(sql);
  assistantTokenRoutes(app, { authenticate, tokens });
  mcpRoutes(app, {
    tokens,
    takeAllowance,
    tools: assistantTools,
    version: parts.version,
    origin: parts.origin,
    askingOf: async (userId, household) => openAsking(holderOf(userId), household, await languageOf(userId)),
  });
  return { state: () => provider?.state() ?? 'not-set-up' };
};
