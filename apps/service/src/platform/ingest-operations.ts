/** What the interface's description says of readings that are sent. */
import { lineQuery, readingsAnswer, readingsBody, telegramQuery } from '@wattershed/contracts';
import { z } from 'zod';
import type { Operation } from './openapi.ts';

export const ingestOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/api/v1/readings',
    summary: 'Send readings',
    auth: 'ingestToken',
    body: readingsBody,
    answer: readingsAnswer,
  },
  {
    method: 'post',
    path: '/api/v2/write',
    summary: 'Send counters as InfluxDB line protocol, plain or gzip',
    auth: 'ingestToken',
    query: lineQuery,
    body: z.string(),
    bodyType: 'text/plain',
    status: 204,
  },
  {
    method: 'post',
    path: '/api/v1/dsmr',
    summary: "Send a telegram of a smart meter's P1 port",
    auth: 'ingestToken',
    query: telegramQuery,
    body: z.string(),
    bodyType: 'text/plain',
    answer: readingsAnswer,
  },
  {
    method: 'post',
    path: '/api/v1/wmbus',
    summary: 'Send what wmbusmeters hears, one telegram or an array',
    auth: 'ingestToken',
    body: z.union([z.record(z.string(), z.unknown()), z.array(z.record(z.string(), z.unknown()))]),
    answer: readingsAnswer,
  },
  {
    method: 'post',
    path: '/input/bulk',
    summary: 'Send what Emoncms takes: data=[[time, node, value, …], …]; one node alone goes to /input/post',
    auth: 'ingestToken',
    body: z.string(),
    bodyType: 'application/x-www-form-urlencoded',
    answer: z.string().describe('ok'),
    answerType: 'text/plain',
  },
];
