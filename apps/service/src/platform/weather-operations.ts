/** What the interface's description says of outdoor temperatures. */
import { keptTemperatures, temperaturesAnswer, temperaturesQuery } from '@wattershed/contracts';
import { z } from 'zod';
import type { Operation } from './openapi.ts';

export const weatherOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/v1/temperatures',
    summary: 'Which days have an outdoor temperature',
    auth: 'person',
    query: z.object({ household: z.uuid().optional() }),
    answer: keptTemperatures,
  },
  {
    method: 'post',
    path: '/api/v1/temperatures',
    summary: 'Read a table of outdoor temperatures: days, hours or shorter steps',
    auth: 'person',
    query: temperaturesQuery,
    body: z.string(),
    bodyType: 'text/csv',
    answer: temperaturesAnswer,
  },
];
