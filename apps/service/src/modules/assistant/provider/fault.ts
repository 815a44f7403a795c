/** What went wrong between us and a provider, by its code alone. */
import type { AssistantFault } from '@wattershed/contracts';

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

export const statusOf = (error: unknown): number | null =>
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
