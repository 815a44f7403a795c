/** What the interface's description says of bills. */
import {
  billChanges,
  billCosts,
  billLanguage,
  billSoFar,
  billsQuery,
  changesQuery,
  costsQuery,
  reconciledBill,
  soFarQuery,
} from '@wattershed/contracts';
import { z } from 'zod';
import type { Operation } from './openapi.ts';

export const billOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/v1/bills/so-far',
    summary: 'What the open cycle costs so far; closes what has ended first',
    auth: 'person',
    query: soFarQuery,
    answer: billSoFar,
  },
  {
    method: 'get',
    path: '/api/v1/bills.csv',
    summary: 'The latest bills, or those of chosen days, as a table',
    auth: 'person',
    query: billsQuery,
    answer: z.string(),
    answerType: 'text/csv',
  },
  {
    method: 'get',
    path: '/api/v1/bills.pdf',
    summary: 'The latest bills, or those of chosen days, on paper',
    auth: 'person',
    query: billsQuery.safeExtend({ language: billLanguage.default('en') }),
    answer: z.string(),
    answerType: 'application/pdf',
  },
  {
    method: 'get',
    path: '/api/v1/bills/{id}.pdf',
    summary: 'One bill on paper, line by line',
    auth: 'person',
    query: z.object({ language: billLanguage.default('en') }),
    answer: z.string(),
    answerType: 'application/pdf',
  },
  {
    method: 'get',
    path: '/api/v1/bills/costs',
    summary: 'What the open cycle has cost by device and by room, what is fixed, and what is always on',
    auth: 'person',
    query: costsQuery,
    answer: billCosts,
  },
  {
    method: 'get',
    path: '/api/v1/bills/{id}.csv',
    summary: 'One bill as a table, line by line',
    auth: 'person',
    answer: z.string(),
    answerType: 'text/csv',
  },
  {
    method: 'get',
    path: '/api/v1/utility-bills/{id}/reconcile',
    summary: "Where and why a utility's bill is not ours",
    auth: 'person',
    answer: reconciledBill,
  },
  {
    method: 'get',
    path: '/api/v1/bills/{id}/changes',
    summary: 'Why a bill is not as much as an earlier one',
    auth: 'person',
    query: changesQuery,
    answer: billChanges,
  },
];
