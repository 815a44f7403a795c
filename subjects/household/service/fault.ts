/** What the database's functions answer: the code of what keeps somebody from it, or null. */
import type { ErrorCode } from '#catalogue/error-codes.ts';
import { ProblemError } from '#kernel/http/problem.ts';

/** After a refusal for the day, an hour is worth trying again. */
const laterS = 3_600;

export const throwFault = (fault: ErrorCode | null): void => {
  if (fault === null) return;
  throw fault === 'rate-limited' ? new ProblemError(fault, undefined, laterS) : new ProblemError(fault);
};
