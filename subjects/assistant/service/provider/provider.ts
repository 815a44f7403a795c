/** The OpenAI-compatible provider that the environment names. */
import type { OpenAI } from 'openai';
import type { AssistantFault, AssistantResult } from '../../contract/assistant.ts';
import type { ToolOutcome } from '../tools/tool.ts';

/** How long a provider may be silent. */
export interface Patience {
  readonly firstMs: number;
  readonly betweenMs: number;
  readonly inAllMs: number;
  /** For all of its "come back later" in one answer. */
  readonly retryMs: number;
}

export type Provider = ReturnType<typeof createProvider>;

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

export const createProvider = (deps: ProviderDeps) => {
  const patience: Patience = { ...usualPatience, ...deps.patience };
  let state: 'up' | 'down' = 'up';
  let client: Promise<OpenAI> | undefined;
  return {
    model: deps.model,
    patience,
    now: deps.now,
    /** By the last outcome; `up` before the first. */
    state: () => state,
    settle: (next: 'up' | 'down'): void => {
      state = next;
    },
    /** Loads the client at its first call. */
    client: (): Promise<OpenAI> => {
      client ??= load(deps, patience.inAllMs);
      return client;
    },
    /** What must never be in an answer. */
    secrets: (): readonly string[] => (deps.apiKey === undefined ? [] : [deps.apiKey]),
  };
};

// What comes of a question to a provider, as it comes; and what went wrong between us, by its code alone.

/** What a tool returned, with the result that shows it. */
export interface ToolFacts {
  readonly result: AssistantResult;
  readonly facts: ToolOutcome['facts'];
}

export type ProviderEvent =
  | { readonly kind: 'text'; readonly delta: string }
  | { readonly kind: 'result'; readonly result: AssistantResult }
  /** At most one in an answer; nothing happens before the person presses it. */
  | { readonly kind: 'proposal'; readonly device: string; readonly on: boolean }
  | { readonly kind: 'fault'; readonly code: AssistantFault; readonly hadText: boolean }
  /** Always the last one. `text` is all that came as text; `leaked`: it began to tell what nobody should read, and a refusal replaces it. */
  | { readonly kind: 'end'; readonly text: string; readonly facts: readonly ToolFacts[]; readonly leaked: boolean };

/** What may be logged of it: never words of the provider, which can hold parts of the key. */
export type ProviderLine =
  | { readonly code: AssistantFault; readonly status: number | null }
  | { readonly code: 'tool-crashed'; readonly tool: string; readonly err: unknown };

export class ProviderFault extends Error {
  override readonly name = 'ProviderFault';
  readonly code: AssistantFault;
  readonly status: number | null;

  constructor(code: AssistantFault, status: number | null = null) {
    super(code);
    this.code = code;
    this.status = status;
  }
}

const statusOf = (error: unknown): number | null =>
  error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : null;

const codeOf = (status: number): AssistantFault => {
  if (status === 429) return 'provider-busy';
  if (status >= 500 || status === 408 || status === 409) return 'provider-unavailable';
  return 'provider-refused';
};

/** Before an answer began: by its status, or there was no connection. */
export const faultOfRequest = (error: unknown): ProviderFault => {
  if (error instanceof ProviderFault) return error;
  const status = statusOf(error);
  return new ProviderFault(status === null ? 'provider-unavailable' : codeOf(status), status);
};

/** Models and servers that take no tools say so in words of their own. */
export const isRefusalOfTools = (error: unknown): boolean => {
  const status = statusOf(error);
  return (
    error instanceof Error &&
    status !== null &&
    [400, 404, 422, 500, 501].includes(status) &&
    /tool|function.?call/i.test(error.message)
  );
};
