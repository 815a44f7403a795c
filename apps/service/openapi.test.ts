import type { Endpoint } from '#catalogue/endpoint.ts';
import { readDescription, readDescriptionPage } from '#catalogue/description.ts';
import { readWebConfig } from '#catalogue/web-config.ts';
import { errorCodes } from '#catalogue/error-codes.ts';
import { publishPost } from '#subjects/community/contract/community.ts';
import { endAccount } from '#subjects/identity/contract/account.ts';
import { followUsage, streamEvents } from '#subjects/usage/contract/usage.ts';
import { rejectionCodes, sendEmoncms } from '#subjects/readings/contract/readings.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountRoutes } from '#subjects/identity/service/account/index.ts';
import { openAssistant } from '#subjects/assistant/service/index.ts';
import { billingRoutes } from '#subjects/bills/service/index.ts';
import { communityRoutes } from '#subjects/community/service/index.ts';
import { contactRoutes, refusalRoutes } from '#subjects/contact/service/index.ts';
import { deviceRoutes } from '#subjects/hardware/service/devices/index.ts';
import { hardwareRoutes } from '#subjects/hardware/service/index.ts';
import { dataPushRoutes } from '#subjects/hardware/service/pushes/index.ts';
import { healthReportRoutes } from '#subjects/contact/service/health/index.ts';
import { peopleRoutes } from '#subjects/household/service/index.ts';
import {
  adviceRoutes,
  changeRoutes,
  compareRoutes,
  noticeWayRoutes,
  reportRoutes,
  rulesRoutes,
  wallRoutes,
} from '#subjects/insight/service/index.ts';
import { identityRoutes } from '#subjects/identity/service/index.ts';
import { importRoutes } from '#subjects/readings/service/imports/index.ts';
import { ingestRoutes, pushRoutes } from '#subjects/readings/service/ingest/index.ts';
import { pullRoutes } from '#subjects/hardware/service/pulls/index.ts';
import { readingFileRoutes } from '#subjects/readings/service/single-readings.ts';
import { watchedRoutes } from '#subjects/readings/service/watched/index.ts';
import { repairRoutes } from '#subjects/readings/service/repairs/index.ts';
import { tariffRoutes } from '#subjects/bills/service/tariffs/index.ts';
import { usageFileRoutes } from '#subjects/usage/service/quarter-files.ts';
import { usageRoutes } from '#subjects/usage/service/index.ts';
import { weatherRoutes } from '#subjects/bills/service/weather/index.ts';
import { healthRoutes } from '#kernel/http/health.ts';
import { createHttp } from '#kernel/http/http.ts';
import { describeRoutes } from '#kernel/http/openapi.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import { createServe } from '#kernel/http/serve.ts';
import { allEndpoints as endpoints, nameOf } from './testing/all-endpoints.ts';
import type { Description, Operation } from './testing/description.ts';

/** Stands for whatever a subject is given: here it is only looked at what the subject registers. */
// oxlint-disable-next-line no-explicit-any -- it is everything
const anything: any = new Proxy(() => anything, {
  get: (_, name) => (name === 'then' ? undefined : name === Symbol.toPrimitive ? () => 0 : anything),
});

const app = createHttp({ TRUST_PROXY: false, PUBLIC_URL: undefined }, pino({ level: 'silent' }));
const serve = createServe(app, anything);
/** As Fastify lists them, with the parts that vary written as the contracts write them. */
const routes = new Set<string>();
app.addHook('onRoute', ({ method, url }) => {
  const path = url.replaceAll(/:(\w+)(\([^)]*\))?/g, '{$1}');
  if (method !== 'HEAD') routes.add(`${String(method)} ${path}`);
});
describeRoutes(app, serve, { 'Why a reading was rejected': rejectionCodes });
serve(readWebConfig, anything);
healthRoutes(serve, {});
ingestRoutes(serve, anything);
pushRoutes(app, anything);
pullRoutes({ ...anything, serve });
noticeWayRoutes({ ...anything, serve });
refusalRoutes({ ...anything, serve });
watchedRoutes({ ...anything, serve });
usageFileRoutes({ ...anything, serve });
readingFileRoutes({ ...anything, serve });
openAssistant(app, { apiKey: undefined, baseUrl: undefined, model: '', dailyQuestions: 0 }, anything);
for (const register of [
  accountRoutes,
  billingRoutes,
  adviceRoutes,
  changeRoutes,
  compareRoutes,
  communityRoutes,
  contactRoutes,
  deviceRoutes,
  hardwareRoutes,
  healthReportRoutes,
  peopleRoutes,
  dataPushRoutes,
  identityRoutes,
  importRoutes,
  repairRoutes,
  rulesRoutes,
  tariffRoutes,
  usageRoutes,
  reportRoutes,
  wallRoutes,
  weatherRoutes,
])
  register(app, anything);

/** The same endpoints, each answering at once. */
const bare = createHttp({ TRUST_PROXY: false, PUBLIC_URL: undefined }, pino({ level: 'silent' }));
const serveBare = createServe(bare, async ({ headers }) => {
  if (headers.authorization === undefined) throw new ProblemError('not-authenticated');
  return anything;
});
for (const endpoint of endpoints) serveBare(endpoint, () => '{}');

let openapi: Description;
let operations: (readonly [name: string, operation: Operation])[];
beforeAll(async () => {
  openapi = (await app.inject(readDescription.path)).json<Description>();
  operations = Object.entries(openapi.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
  );
});
afterAll(() => Promise.all([app.close(), bare.close()]));

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

  test('describes what is served, and every endpoint of the contracts is served', () => {
    const described = operations.map(([name]) => name).sort();
    expect(described).toEqual([...new Set(endpoints.map(nameOf))].sort());
    // The older interfaces of others are theirs to describe: of Emoncms's many addresses we name one, of MCP none.
    const served = [...routes].filter((route) => !/ (\/(emoncms\/)?input\/|\/mcp)/.test(route));
    expect(served.sort()).toEqual(described.filter((name) => name !== nameOf(sendEmoncms)));
    expect(routes).toContain(nameOf(sendEmoncms));
  });

  test('nothing is served below /api/ that no contract has', () => {
    const other = createHttp({ TRUST_PROXY: false, PUBLIC_URL: undefined }, pino({ level: 'silent' }));
    describeRoutes(other, createServe(other, anything));
    expect(() => other.get('/api/v1/by-hand', async () => ({}))).toThrow('/api/v1/by-hand');
  });

  test.each(endpoints.map((endpoint) => [nameOf(endpoint)]))('%s says what it answers, in full', (name) => {
    const operation = operations.find(([one]) => one === name)?.[1] as Operation;
    expect(operation.summary).toBeTruthy();
    expect(holes(operation, '')).toEqual([]);
    for (const status of ['400', '408', '417', '431', '500', '503'])
      expect(operation.responses).toHaveProperty([status]);
    expect(operation.responses['500']?.content).toHaveProperty(['application/problem+json']);
    expect(Object.keys(operation.responses).filter((status) => /^2\d\d$/.test(status))).not.toEqual([]);
    const inPath = [...name.matchAll(/\{(\w+)\}/g)].map(([, part]) => part);
    expect(operation.parameters.filter((one) => one.in === 'path').map((one) => one.name)).toEqual(inPath);
    for (const scheme of operation.security ?? [])
      expect(Object.keys(openapi.components.securitySchemes)).toEqual(expect.arrayContaining(Object.keys(scheme)));
  });

  test.each(endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    'C9.9 %s leaves nothing of a person in anybody’s cache, whatever it answers',
    async (_, { method, path, who, cache }) => {
      const url = path.replaceAll(/\{\w+\}/g, '0b2f7c3e-6f0a-4f0e-9d55-0f6a2b1c3d4e');
      expect(cache === undefined || who === 'anyone').toBe(true);
      for (const headers of [{}, { authorization: 'Bearer asha' }]) {
        const { statusCode, headers: told } = await bare.inject({ method, url, headers });
        expect(told['cache-control']).toBe((statusCode === 200 ? cache : undefined) ?? 'no-store');
      }
    },
  );

  test('events are told by their names, each with its data', () => {
    const [, operation] = operations.find(([name]) => name === nameOf(followUsage)) as [string, Operation];
    const { schema } = operation.responses['200']?.content?.['text/event-stream'] ?? {};
    const told = schema?.contentSchema?.items?.oneOf?.map(({ properties }) => [
      properties?.['event']?.const,
      typeof properties?.['data']?.contentSchema,
    ]);
    expect(told).toEqual(Object.keys(streamEvents).map((name) => [name, 'object']));
  });

  test('where else a token may stand, what may come packed, and what need not be sent is told', () => {
    const of = (endpoint: Endpoint) => operations.find(([name]) => name === nameOf(endpoint))?.[1] as Operation;
    expect(of(sendEmoncms).security).toContainEqual({ ingestTokenInAddress: [] });
    expect(of(sendEmoncms).parameters).toContainEqual(
      expect.objectContaining({ name: 'Content-Encoding', in: 'header' }),
    );
    expect([sendEmoncms, endAccount, publishPost].map((one) => of(one).requestBody?.required)).toEqual([
      false,
      false,
      true,
    ]);
  });

  test('everything asks who is there but health, what is there for all to read, and writing to us', () => {
    const mayBeNobody = ({ security }: Operation): boolean =>
      !security || security.some((way) => Object.keys(way).length === 0);
    const open = operations.filter(([, operation]) => mayBeNobody(operation)).map(([name]) => name);
    const others = open.filter((name) => !name.startsWith('GET /api/v1/community/'));
    expect(others.sort()).toEqual([
      'GET /api/v1/assistant',
      'GET /api/v1/docs',
      'GET /api/v1/faq',
      'GET /api/v1/invitations/{token}',
      'GET /api/v1/notices/unsubscribe',
      'GET /api/v1/openapi.json',
      'GET /api/v1/sources',
      'GET /api/v1/tariffs/format',
      'GET /api/v1/tariffs/library',
      'GET /api/v1/tariffs/library/{id}',
      'GET /api/v1/web-config',
      'GET /healthz',
      'GET /readyz',
      'POST /api/v1/assistant',
      'POST /api/v1/contact',
      'POST /api/v1/faq-requests',
      'POST /api/v1/notices/unsubscribe',
    ]);
  });

  test('is served to anyone', async () => {
    const answer = await app.inject(readDescription.path);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
  });

  test('has a page to read it on, with every operation and every code, that runs nothing', async () => {
    const { body, headers } = await app.inject(readDescriptionPage.path);
    for (const [name] of operations) expect(body).toContain(name);
    for (const code of [...Object.keys(errorCodes), ...Object.keys(rejectionCodes)])
      expect(body).toContain(`<code>${code}</code>`);
    expect(body).not.toContain('<script');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  });
});
