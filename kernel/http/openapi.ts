/** OpenAPI 3.1 made from the endpoints that are served, and a page to read it on. */
import { readDescription, readDescriptionPage } from '#catalogue/description.ts';
import type { Endpoint } from '#catalogue/endpoint.ts';
import { type ErrorCode, errorCodes, problem } from '#catalogue/error-codes.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { answersOf, type Bodiless, bodiless, type Content, contentOf, problemsOf, successOf } from './answers.ts';
import { bodyLimit } from './http.ts';
import { problemType } from './problem.ts';
import type { Serve } from './serve.ts';

type Direction = 'input' | 'output';

const schemaOf = (schema: z.ZodType, io: Direction): object => {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  void $schema;
  return rest;
};

/** An event as it is sent: its name, and its data as JSON text. */
const eventOf = ([name, data]: [string, z.ZodType]): object => ({
  title: name,
  type: 'object',
  required: ['event', 'data'],
  properties: {
    event: { const: name },
    data: { type: 'string', contentMediaType: 'application/json', contentSchema: schemaOf(data, 'output') },
  },
});

const isText = (type: string): boolean => type.startsWith('text/') || type.startsWith('application/x-www');

const shapeOf = ({ type, schema, kind }: Content, io: Direction): object => {
  if (kind === 'json') return schemaOf(schema, io);
  if (kind === 'events') {
    const events = Object.entries((schema as z.ZodObject).shape).map(eventOf);
    return { type: 'string', contentMediaType: type, contentSchema: { type: 'array', items: { oneOf: events } } };
  }
  const described = schemaOf(schema, io);
  if (isText(type) || (described as { type?: string }).type !== 'string') return described;
  // What is no text has no type of JSON's.
  const { description } = schema;
  return { contentMediaType: type, ...(description !== undefined && { description }) };
};

const contentsOf = (contents: readonly Content[], io: Direction): object =>
  Object.fromEntries(contents.map((one) => [one.type, { schema: shapeOf(one, io) }]));

/** Said once, and of each answer its codes. */
const shapeOfProblem = (codes: readonly ErrorCode[]): object => ({
  allOf: [{ $ref: '#/components/schemas/Problem' }, { properties: { code: { enum: codes } } }],
});

const securityOf = ({ who, tokenParameter }: Endpoint): object[] => {
  if (who === 'anyone') return [];
  if (who === 'visitor') return [{ person: [] }, {}];
  if (who === 'wall token') return [{ wallToken: [] }];
  if (who !== 'ingest token') return [{ [who === "provider's token" ? 'provider' : 'person']: [] }];
  return [{ ingestToken: [] }, { ingestTokenAsToken: [] }, ...(tokenParameter ? [{ ingestTokenInAddress: [] }] : [])];
};

const parametersOf = ({ path, params, query, mayBeGzip }: Endpoint): object[] => [
  ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const schema = params?.shape[name] ?? z.string();
    return { name, in: 'path', required: true, schema: schemaOf(schema, 'input') };
  }),
  ...Object.entries<z.ZodType>(query?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: !schema.safeParse(undefined).success,
    schema: schemaOf(schema, 'input'),
  })),
  ...(mayBeGzip
    ? [{ name: 'Content-Encoding', in: 'header', required: false, schema: { type: 'string', enum: ['gzip'] } }]
    : []),
];

const listed = (codes: readonly string[]): string => codes.map((code) => `\`${code}\``).join(', ');

const responsesOf = (endpoint: Endpoint): Record<string, object> => {
  const success = successOf(endpoint);
  const responses: Record<string, object> = Object.fromEntries(
    Object.keys(bodiless).map((status) => [status, { $ref: `#/components/responses/${status}` }]),
  );
  for (const [status, { contents, codes, headers }] of answersOf(endpoint)) {
    const words = [
      ...(status === success || codes.length === 0 ? [endpoint.summary] : [`An error: ${listed(codes)}`]),
      ...(status in bodiless ? [bodiless[status as Bodiless]] : []),
    ];
    responses[status] = {
      description: words.join('. '),
      ...(Object.keys(headers).length > 0 && {
        headers: Object.fromEntries(Object.entries(headers).map(([name, one]) => [name, { ...one, required: true }])),
      }),
      ...((contents.length > 0 || codes.length > 0) && {
        content: {
          ...contentsOf(contents, 'output'),
          ...(codes.length > 0 && { [problemType]: { schema: shapeOfProblem(codes) } }),
        },
      }),
    };
  }
  return responses;
};

const bodyOf = ({ body, maxBytes = bodyLimit }: Endpoint): object | undefined =>
  body && {
    requestBody: {
      description: `At most ${maxBytes} bytes.`,
      // Without one it is as if an empty one were sent.
      required: !contentOf(body).schema.safeParse({}).success,
      content: contentsOf([contentOf(body)], 'input'),
    },
  };

const operationOf = (endpoint: Endpoint): object => {
  const { summary, who } = endpoint;
  return {
    summary: who === 'administrator' ? `${summary}; administrators only` : summary,
    ...(who !== 'anyone' && { security: securityOf(endpoint) }),
    parameters: parametersOf(endpoint),
    ...bodyOf(endpoint),
    responses: responsesOf(endpoint),
  };
};

const documentOf = (endpoints: readonly Endpoint[]) => {
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints)
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operationOf(endpoint);
  const [inAddress] = endpoints.flatMap(({ tokenParameter }) => tokenParameter ?? []);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Wattershed',
      version: '1',
      description: 'Readings in, use out. Amounts are Wh and mL; instants carry an offset.',
    },
    components: {
      schemas: { Problem: schemaOf(problem, 'output') },
      responses: Object.fromEntries(Object.entries(bodiless).map(([status, description]) => [status, { description }])),
      securitySchemes: {
        person: { type: 'http', scheme: 'bearer', description: "The backend's access token of a signed-in person." },
        ingestToken: { type: 'http', scheme: 'bearer', description: 'Made and revoked on the Devices page.' },
        ingestTokenAsToken: { type: 'http', scheme: 'Token', description: "The same, as InfluxDB's clients say it." },
        ...(inAddress && {
          ingestTokenInAddress: {
            type: 'apiKey',
            in: 'query',
            name: inAddress,
            description: 'The same, as Emoncms takes it.',
          },
        }),
        wallToken: { type: 'http', scheme: 'bearer', description: 'Made and ended on the Household page.' },
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
  'wall token': 'token of a view for a wall',
  "provider's token": "the provider's token",
};

const section = (endpoint: Endpoint): string => {
  const { method, path, summary, who, query, body, answer, also = {} } = endpoint;
  const shown = (title: string, content: Content, io: Direction): string =>
    `<h3>${title}</h3><pre>${escape(JSON.stringify(shapeOf(content, io), null, 2))}</pre>`;
  const parts = [
    `<section><h2><code>${method} ${escape(path)}</code></h2><p>${escape(summary)}`,
    who === 'anyone' ? '.</p>' : `. Authorization: Bearer ${tokens[who]}.</p>`,
    query ? shown('Query', contentOf(query), 'input') : '',
    body ? shown('Body', contentOf(body), 'input') : '',
    answer ? shown('Answer', contentOf(answer), 'output') : '',
    ...Object.entries(also).map(([status, other]) =>
      other ? shown(`Answer ${status}`, contentOf(other), 'output') : '',
    ),
    `<p>Errors: ${problemsOf(endpoint)
      .map((code) => `<code>${code}</code>`)
      .join(', ')}</p></section>`,
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
<p>The same as <a href="${readDescription.path.replace(/.*\//, '')}">OpenAPI 3.1</a>. Amounts are whole Wh and mL; instants carry an offset.</p>
${endpoints.map(section).join('\n')}
<h2>Errors</h2><p>Every error answer is <code>${problemType}</code>: code, detail, requestId.</p>${codeTable(errorCodes)}
<p>Any address can also answer, without a body:</p>${codeTable(bodiless)}
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
