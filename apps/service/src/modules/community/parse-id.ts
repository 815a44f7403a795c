import { z } from 'zod';
import { ProblemError } from '../../platform/problem.ts';

const idParam = z.object({ id: z.string().regex(/^[1-9]\d{0,17}$/) });

/** What cannot be an id names nothing. */
export const parseId = (params: unknown): string => {
  const parsed = idParam.safeParse(params);
  if (!parsed.success) throw new ProblemError('not-found');
  return parsed.data.id;
};
