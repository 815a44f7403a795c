import { z } from 'zod';
import { ProblemError } from '../../platform/problem.ts';

/** A part of a request as its contract has it, or a problem that names the place. */
export const parsePart = <T>(
  schema: z.ZodType<T>,
  value: unknown,
  code: 'body-malformed' | 'query-invalid' = 'query-invalid',
): T => {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ProblemError(code, `${issue?.path.join('.') || 'value'}: ${issue?.message}`);
};

const idParam = z.object({ id: z.string().regex(/^[1-9]\d{0,17}$/) });

/** What cannot be an id names nothing. */
export const parseId = (params: unknown): string => {
  const parsed = idParam.safeParse(params);
  if (!parsed.success) throw new ProblemError('not-found');
  return parsed.data.id;
};
