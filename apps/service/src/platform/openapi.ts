/** OpenAPI 3.1 made from the contracts, and a page to read it on. */
import {
  accountSessions,
  endAccountBody,
  endingFacts,
  errorCodes,
  fileBills,
  importStart,
  importPreview,
  importReport,
  latestAnswer,
  problem,
  rejectionCodes,
  upgradeGuestBody,
  usageAnswer,
  usageQuery,
} from '@wattershed/contracts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { assistantOperations } from './assistant-operations.ts';
import { contactOperations } from './contact-operations.ts';
import { communityOperations } from './community-operations.ts';
import { deviceOperations } from './device-operations.ts';
import { householdOperations } from './household-operations.ts';
import { ingestOperations } from './ingest-operations.ts';
import { billOperations } from './bill-operations.ts';
import { tariffOperations } from './tariff-operations.ts';
import { weatherOperations } from './weather-operations.ts';

export interface Operation {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  readonly path: string;
  readonly summary: string;
  readonly auth: 'person' | 'ingestToken' | 'none';
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly bodyType?: string;
  readonly answer?: z.ZodType;
  readonly answerType?: string;
  readonly status?: number;
}

const household = z.object({ household: z.uuid().optional() });

const operations: readonly Operation[] = [
  ...ingestOperations,
  ...tariffOperations,
  ...weatherOperations,
  {
    method: 'get',
    path: '/api/v1/usage',
    summary: 'Use by period, utility, room and device',
    auth: 'person',
    query: usageQuery,
    answer: usageAnswer,
  },
  {
    method: 'get',
    path: '/api/v1/usage/latest',
    summary: 'What each meter said last',
    auth: 'person',
    query: household,
    answer: latestAnswer,
  },
  {
    method: 'get',
    path: '/api/v1/usage/stream',
    summary: 'The same, live, as server-sent events',
    auth: 'person',
    query: household,
    answer: latestAnswer,
    answerType: 'text/event-stream',
  },
  ...billOperations,
  ...deviceOperations,
  ...householdOperations,
  ...assistantOperations,
  {
    method: 'post',
    path: '/api/v1/imports/preview',
    summary: 'Look at a CSV file before importing it',
    auth: 'person',
    query: z.object({ name: z.string() }),
    body: z.string(),
    bodyType: 'text/csv',
    answer: importPreview,
  },
  {
    method: 'post',
    path: '/api/v1/imports/bills',
    summary: 'The bills that a Green Button file tells; nothing of it is kept',
    auth: 'person',
    query: z.object({ name: z.string() }),
    body: z.string(),
    bodyType: 'application/xml',
    answer: fileBills,
  },
  {
    method: 'post',
    path: '/api/v1/imports',
    summary: 'Import a file that was looked at, or see what would come of it',
    auth: 'person',
    body: importStart,
    answer: z.object({ id: z.string() }),
    status: 202,
  },
  {
    method: 'get',
    path: '/api/v1/imports/{id}',
    summary: 'How far an import is, and its report',
    auth: 'person',
    answer: importReport,
  },
  {
    method: 'post',
    path: '/api/v1/imports/{id}/undo',
    summary: 'Take an import back as a whole',
    auth: 'person',
    answer: z.object({ id: z.string() }),
    status: 202,
  },
  {
    method: 'post',
    path: '/api/v1/account/upgrade',
    summary: 'A guest becomes a member and keeps everything',
    auth: 'person',
    body: upgradeGuestBody,
    status: 204,
  },
  {
    method: 'get',
    path: '/api/v1/account/export',
    summary: "Everything that is a person's own, as a ZIP of CSV and JSON",
    auth: 'person',
    answer: z.string().describe('A ZIP file.'),
    answerType: 'application/zip',
  },
  {
    method: 'get',
    path: '/api/v1/account/ending',
    summary: 'What goes with the account, and when',
    auth: 'person',
    answer: endingFacts,
  },
  {
    method: 'post',
    path: '/api/v1/account/ending',
    summary: 'Ask for the end of the account',
    auth: 'person',
    body: endAccountBody,
    answer: endingFacts,
  },
  { method: 'delete', path: '/api/v1/account/ending', summary: 'Keep the account', auth: 'person', status: 204 },
  {
    method: 'get',
    path: '/api/v1/account/sessions',
    summary: 'Where the person is signed in',
    auth: 'person',
    answer: accountSessions,
  },
  {
    method: 'delete',
    path: '/api/v1/account/sessions',
    summary: 'Sign out everywhere else',
    auth: 'person',
    status: 204,
  },
  { method: 'delete', path: '/api/v1/account/sessions/{id}', summary: 'End one session', auth: 'person', status: 204 },
  ...communityOperations,
  { method: 'get', path: '/healthz', summary: 'The process is alive', auth: 'none' },
  ...contactOperations,
];

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): object => {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  void $schema;
  return rest;
};

const parametersOf = (operation: Operation): object[] => [
  ...[...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  })),
  ...Object.entries(operation.query?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: !(schema as z.ZodType).safeParse(undefined).success,
    schema: schemaOf(schema as z.ZodType, 'input'),
  })),
];

const describe = (operation: Operation): object => {
  const content = (schema: z.ZodType, type = 'application/json', io: 'input' | 'output' = 'output') => ({
    content: { [type]: { schema: schemaOf(schema, io) } },
  });
  return {
    summary: operation.summary,
    ...(operation.auth === 'none' ? {} : { security: [{ [operation.auth]: [] }] }),
    parameters: parametersOf(operation),
    ...(operation.body
      ? { requestBody: { required: true, ...content(operation.body, operation.bodyType, 'input') } }
      : {}),
    responses: {
      [operation.status ?? 200]: {
        description: operation.summary,
        ...(operation.answer ? content(operation.answer, operation.answerType) : {}),
      },
      default: { description: 'An error', ...content(problem, 'application/problem+json') },
    },
  };
};

const paths: Record<string, Record<string, object>> = {};
for (const operation of operations)
  paths[operation.path] = { ...paths[operation.path], [operation.method]: describe(operation) };

export const openapi = {
  openapi: '3.1.0',
  info: {
    title: 'Wattershed',
    version: '1',
    description: 'Readings in, use out. Amounts are Wh and mL; instants carry an offset.',
  },
  components: {
    securitySchemes: {
      person: { type: 'http', scheme: 'bearer', description: "The backend's access token of a signed-in person." },
      ingestToken: { type: 'http', scheme: 'bearer', description: 'Made and revoked on the Devices page.' },
    },
  },
  paths,
} as const;

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const section = (operation: Operation): string => `
<section><h2><code>${operation.method.toUpperCase()} ${escape(operation.path)}</code></h2><p>${escape(operation.summary)}${
  operation.auth === 'none'
    ? ''
    : `. Authorization: Bearer ${operation.auth === 'person' ? 'access token' : 'ingest token'}`
}.</p>${operation.query ? `<h3>Query</h3><pre>${escape(JSON.stringify(schemaOf(operation.query, 'input'), null, 2))}</pre>` : ''}${
  operation.body ? `<h3>Body</h3><pre>${escape(JSON.stringify(schemaOf(operation.body, 'input'), null, 2))}</pre>` : ''
}${operation.answer ? `<h3>Answer</h3><pre>${escape(JSON.stringify(schemaOf(operation.answer, 'output'), null, 2))}</pre>` : ''}</section>`;

const codeTable = (codes: Record<string, string>): string =>
  `<table>${Object.entries(codes)
    .map(([code, words]) => `<tr><td><code>${code}</code></td><td>${escape(words)}</td></tr>`)
    .join('')}</table>`;

const page = (): string => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>API · Wattershed</title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head><body><main><h1>Wattershed API</h1>
<p>The same as <a href="/api/v1/openapi.json">OpenAPI 3.1</a>. Amounts are whole Wh and mL; instants carry an offset.</p>
${operations.map(section).join('')}
<h2>Errors</h2><p>Every error answer is <code>application/problem+json</code>: code, detail, requestId.</p>${codeTable(errorCodes)}
<h2>Why a reading was rejected</h2>${codeTable(rejectionCodes)}</main></body></html>`;

export const openapiRoutes = (app: FastifyInstance): void => {
  const html = page();
  app.get('/api/v1/openapi.json', async (_request, reply) =>
    reply.header('access-control-allow-origin', '*').send(openapi),
  );
  app.get('/api/v1/docs', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
      .send(html),
  );
};
