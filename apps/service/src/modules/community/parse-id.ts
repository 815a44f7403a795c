import { ProblemError } from '../../platform/problem.ts';

/** What cannot be an id names nothing. */
export const parseId = ({ id }: { id: string }): string => {
  if (!/^[1-9]\d{0,17}$/.test(id)) throw new ProblemError('not-found');
  return id;
};
