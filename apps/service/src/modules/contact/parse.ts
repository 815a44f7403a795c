import type { ErrorCode } from '@wattershed/contracts';
import type { z } from 'zod';
import { ProblemError } from '../../platform/problem.ts';

/** What the contract says, or the first thing that is wrong with it and where. */
export const parse = <T extends z.ZodType>(
  contract: T,
  given: unknown,
  code: ErrorCode = 'body-malformed',
): z.output<T> => {
  const parsed = contract.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ProblemError(code, `${issue?.path.join('.') || 'body'}: ${issue?.message}`);
};
