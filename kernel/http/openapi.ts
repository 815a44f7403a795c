/** OpenAPI 3.1 made from the endpoints that are served, and a page to read it on. */
import { readDescription, readDescriptionPage } from '#catalogue/description.ts';
import { type Bytes, type Endpoint, type Events, usualProblems } from '#catalogue/endpoint.ts';
import { errorCodes, problem } from '#catalogue/error-codes.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Serve } from './serve.ts';

type Direction = 'input' | 'output';

const schemaOf = (schema: z.ZodType, io: Direction): object => {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  void $schema;
  return rest;
};

/** A body or an answer as its type and schema. */
const contentOf = (given: z.ZodType | Bytes | Events): [type: string, schema: z.ZodType] => {
  if (given instanceof z.ZodType) return ['application/json', given];
  if (given.kind === 'events') return ['text/event-stream', z.object(given.of).describe('Events by their names.')];
  return [given.type, given.schema];
};

const content = (given: z.ZodType | Bytes | Events, io: Direction): object => {
  const [type, schema] = contentOf(given);
  return { content: { [type]: { schema: schemaOf(schema, io) } } };
};

const securityOf = ({ who }: Endpoint): object[] => {
  if (who === 'anyone') return [];
  if (who === 'visitor') return [{ person: [] }, {}];
  return [{ [who === 'ingest token' ? 'ingestToken' : who === "provider's token" ? 'provider' : 'person']: [] }];
};

const parametersOf = ({ path, params, query }: Endpoint): object[] => [
  ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const schema = params?.shape[name];
    return { name, in: 'path', required: true, schema: schema ? schemaOf(schema, 'input') : { type: 'string' } };
  }),
  ...Object.entries<z.ZodType>(query?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: !schema.safeParse(undefined).success,
    schema: schemaOf(schema, 'input'),
  })),
];

const problemsOf = (endpoint: Endpoint): string =>
  [...(endpoint.problems ?? []), ...usualProblems(endpoint)].map((code) => `\`${code}\``).join(', ');

const operationOf = (endpoint: Endpoint): object => {
  const { summary, who, body, answer, status } = endpoint;
  return {
    summary: who === 'administrator' ? `${summary}; administrators only` : summary,
    ...(who !== 'anyone' && { security: securityOf(endpoint) }),
    parameters: parametersOf(endpoint),
    ...(body && { requestBody: { required: true, ...content(body, 'input') } }),
    responses: {
      [status ?? (answer ? 200 : 204)]: { description: summary, ...(answer && content(answer, 'output')) },
      default: {
        description: `An error: ${problemsOf(endpoint)}`,
        content: { 'application/problem+json': { schema: schemaOf(problem, 'output') } },
      },
    },
  };
};

const documentOf = (endpoints: readonly Endpoint[]) => {
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints)
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operationOf(endpoint);
  return {
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
        provider: { type: 'http', scheme: 'bearer', description: 'A token of the provider of identity.' },
      },
    },
    paths,
  };
};

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const tokens: Partial<Record<Endpoint['who'], string>> = {
  visitor: 'access token, or none',
  person: 'access token',
  administrator: 'access token of an administrator',
  'ingest token': 'ingest token',
  "provider's token": "the provider's token",
};

const section = (endpoint: Endpoint): string => {
  const { method, path, summary, who, query, body, answer } = endpoint;
  const shown = (title: string, schema: z.ZodType, io: Direction): string =>
    `<h3>${title}</h3><pre>${escape(JSON.stringify(schemaOf(schema, io), null, 2))}</pre>`;
  const parts = [
    `<section><h2><code>${method} ${escape(path)}</code></h2><p>${escape(summary)}`,
    who === 'anyone' ? '.</p>' : `. Authorization: Bearer ${tokens[who]}.</p>`,
    query ? shown('Query', query, 'input') : '',
    body ? shown('Body', contentOf(body)[1], 'input') : '',
    answer ? shown('Answer', contentOf(answer)[1], 'output') : '',
    `<p>Errors: ${problemsOf(endpoint).replaceAll(/`([\w-]+)`/g, '<code>$1</code>')}</p></section>`,
  ];
  return parts.join('');
};

const codeTable = (codes: Record<string, string>): string =>
  `<table>${Object.entries(codes)
    .map(([code, words]) => `<tr><td><code>${code}</code></td><td>${escape(words)}</td></tr>`)
    .join('')}</table>`;

/** Codes by what they tell. */
type CodeTables = Record<string, Record<string, string>>;

const pageOf = (
  endpoints: readonly Endpoint[],
  tables: CodeTables,
): string => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>API · Wattershed</title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head><body><main><h1>Wattershed API</h1>
<p>The same as <a href="${readDescription.path}">OpenAPI 3.1</a>. Amounts are whole Wh and mL; instants carry an offset.</p>
${endpoints.map(section).join('\n')}
<h2>Errors</h2><p>Every error answer is <code>application/problem+json</code>: code, detail, requestId.</p>${codeTable(errorCodes)}
${Object.entries(tables)
  .map(([title, codes]) => `<h2>${title}</h2>${codeTable(codes)}`)
  .join('\n')}</main></body></html>`;

/** Before all other routes: whatever is served below `/api/` from then on is described, or refused. */
export const describeRoutes = (app: FastifyInstance, serve: Serve, tables: CodeTables = {}): void => {
  const endpoints: Endpoint[] = [];
  app.addHook('onRoute', ({ method, url, config }) => {
    if (method === 'HEAD') return;
    if (config?.endpoint) endpoints.push(config.endpoint);
    else if (url.startsWith('/api/'))
      throw new Error(`${String(method)} ${url} is served, and no endpoint of a contract`);
  });
  let document: object | undefined;
  serve(readDescription, ({ reply }) => {
    document ??= documentOf(endpoints);
    return reply.header('access-control-allow-origin', '*').send(document);
  });
  let page: string | undefined;
  serve(readDescriptionPage, ({ reply }) => {
    page ??= pageOf(endpoints, tables);
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
      .send(page);
  });
};
