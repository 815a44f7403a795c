/** A part of a request as its contract has it, or a problem that names what is wrong with it first, and where. */
import type { z } from 'zod';
import { ProblemError } from './problem.ts';

export const parse = <T extends z.ZodType>(
  contract: T,
  given: unknown,
  code: 'body-malformed' | 'query-invalid',
): z.output<T> => {
  const parsed = contract.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ProblemError(code, `${issue?.path.join('.') || 'value'}: ${issue?.message}`);
};
