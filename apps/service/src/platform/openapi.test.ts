import { errorCodes, rejectionCodes } from '@wattershed/contracts';
import { pino } from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import { createHttp } from './http.ts';
import { openapi, openapiRoutes } from './openapi.ts';

const app = createHttp({ TRUST_PROXY: false, PUBLIC_URL: undefined }, pino({ level: 'silent' }));
openapiRoutes(app);
afterAll(() => app.close());

interface Described {
  readonly summary?: string;
  readonly security?: readonly Record<string, unknown>[];
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: object;
  }[];
  readonly requestBody?: { readonly content: Record<string, { schema: object }> };
  readonly responses: Record<
    string,
    { readonly description: string; readonly content?: Record<string, { schema: object }> }
  >;
}

const operations = Object.entries(openapi.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(
    ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation as Described, path] as const,
  ),
);

/** Places that hold nothing, by their path. */
const holes = (value: unknown, place: string): string[] => {
  if (value === undefined || value === null) return [place];
  if (typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, one]) => (name === 'default' ? [] : holes(one, `${place}/${name}`)));
};

describe('the OpenAPI document', () => {
  test('is of version 3.1, and every path is written as one', () => {
    expect(openapi.openapi).toBe('3.1.0');
    expect(operations.length).toBeGreaterThan(10);
    for (const path of Object.keys(openapi.paths)) expect(path).toMatch(/^\/[\w/{}.-]+$/);
  });

  test.each(operations)('%s says what it answers, in full', (_name, operation, path) => {
    expect(operation.summary).toBeTruthy();
    expect(holes(operation, '')).toEqual([]);
    const statuses = Object.keys(operation.responses);
    expect(statuses.filter((status) => /^2\d\d$/.test(status))).toHaveLength(1);
    expect(operation.responses['default']?.content).toHaveProperty(['application/problem+json']);
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(
      operation.parameters.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name),
    ).toEqual(inPath);
    for (const scheme of operation.security ?? []) {
      expect(Object.keys(openapi.components.securitySchemes)).toEqual(expect.arrayContaining(Object.keys(scheme)));
    }
  });

  test('everything asks who is there but health, what is there for all to read, and writing to us', () => {
    const open = operations.filter(([, operation]) => !operation.security).map(([name]) => name);
    const others = open.filter((name) => !name.startsWith('GET /api/v1/community/'));
    expect(others.sort()).toEqual([
      'GET /api/v1/faq',
      'GET /api/v1/invitations/{token}',
      'GET /api/v1/sources',
      'GET /api/v1/tariffs/format',
      'GET /api/v1/tariffs/library',
      'GET /api/v1/tariffs/library/{id}',
      'GET /healthz',
      'GET /readyz',
      'POST /api/v1/contact',
      'POST /api/v1/faq-requests',
    ]);
  });

  test('is served to anyone, as it is', async () => {
    const answer = await app.inject('/api/v1/openapi.json');
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect(answer.json()).toEqual(JSON.parse(JSON.stringify(openapi)));
  });

  test('has a page to read it on, with every operation and every code, that runs nothing', async () => {
    const { body, headers } = await app.inject('/api/v1/docs');
    for (const [name] of operations) expect(body).toContain(name);
    for (const code of [...Object.keys(errorCodes), ...Object.keys(rejectionCodes)])
      expect(body).toContain(`<code>${code}</code>`);
    expect(body).not.toContain('<script');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  });
});
