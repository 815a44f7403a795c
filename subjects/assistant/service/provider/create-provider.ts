/** The OpenAI-compatible provider that the environment names. */
import type { OpenAI } from 'openai';

/** How long a provider may be silent. */
export interface Patience {
  readonly firstMs: number;
  readonly betweenMs: number;
  readonly inAllMs: number;
  /** For all of its "come back later" in one answer. */
  readonly retryMs: number;
}

export interface Provider {
  readonly model: string;
  readonly patience: Patience;
  now(): number;
  /** By the last outcome; `up` before the first. */
  state(): 'up' | 'down';
  settle(state: 'up' | 'down'): void;
  /** Loads the client at its first call. */
  client(): Promise<OpenAI>;
  /** What must never be in an answer. */
  secrets(): readonly string[];
}

export interface ProviderDeps {
  readonly apiKey: string | undefined;
  readonly baseUrl: string | undefined;
  readonly model: string;
  readonly now: () => number;
  readonly patience?: Partial<Patience>;
}

const usualPatience: Patience = { firstMs: 30_000, betweenMs: 20_000, inAllMs: 120_000, retryMs: 10_000 };
const openAiUrl = 'https://api.openai.com/v1';
const retries = 2;

const load = async ({ apiKey, baseUrl }: ProviderDeps, timeout: number): Promise<OpenAI> => {
  const { OpenAI: Client } = await import('openai');
  return new Client({
    // Servers at home want no key; the client does.
    apiKey: apiKey ?? 'none',
    baseURL: baseUrl ?? openAiUrl,
    organization: null,
    project: null,
    maxRetries: retries,
    timeout,
    // It would write what a provider sent.
    logLevel: 'off',
  });
};

export const createProvider = (deps: ProviderDeps): Provider => {
  const patience = { ...usualPatience, ...deps.patience };
  let state: 'up' | 'down' = 'up';
  let client: Promise<OpenAI> | undefined;
  return {
    model: deps.model,
    patience,
    now: deps.now,
    state: () => state,
    settle: (next) => {
      state = next;
    },
    client: () => {
      client ??= load(deps, patience.inAllMs);
      return client;
    },
    secrets: () => (deps.apiKey === undefined ? [] : [deps.apiKey]),
  };
};
