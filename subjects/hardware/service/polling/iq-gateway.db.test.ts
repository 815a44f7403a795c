import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRegistry, quietLog as log } from '#apps/service/testing/mosquitto.ts';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { createPollGuard } from '#kernel/http/client-address.ts';
import { createSeal } from '#kernel/seal.ts';
import type { BrokerRegistry } from '../broker-registry.ts';
import { hardwareRoutes } from '../index.ts';
import { type Polling, startPolling } from './polling.ts';
import { createSwitching } from '../switching.ts';

const folder = mkdtempSync(join(tmpdir(), 'gateway-'));
/** As a gateway makes its own. */
const certificate = (name: string) => {
  const [key, cert] = [join(folder, `${name}.key`), join(folder, `${name}.pem`)];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      key,
      '-out',
      cert,
      '-days',
      '2',
      '-subj',
      `/CN=${name}`,
    ],
    { stdio: 'ignore' },
  );
  return { key: readFileSync(key), cert: readFileSync(cert) };
};

const token = 'eyJhbGciOiJFUzI1NiJ9.eyJhdWQiOiIxMjIyIn0.c2lnbmF0dXJl';
const gateway = { token, produced: 5_000, hasInventory: true, told: [] as (string | undefined)[] };
const answers: Record<string, () => unknown> = {
  '/ivp/meters': () => [{ eid: 1, state: 'enabled', measurementType: 'production' }],
  '/ivp/meters/readings': () => [{ eid: 1, actEnergyDlvd: gateway.produced, actEnergyRcvd: 0, activePower: 400 }],
  '/ivp/ensemble/inventory': () => [{ type: 'ENCHARGE', devices: [{ percentFull: 54, encharge_capacity: 3_500 }] }],
};
const serveGateway = (own: ReturnType<typeof certificate>): Server =>
  createServer(own, (request, response) => {
    gateway.told.push(request.headers.authorization);
    if (request.headers.authorization !== `Bearer ${gateway.token}`) return response.writeHead(401).end();
    const answer = answers[request.url ?? ''];
    if (answer === undefined) return response.writeHead(404).end('<html>');
    if (request.url === '/ivp/ensemble/inventory' && !gateway.hasInventory) return response.writeHead(404).end();
    return response.end(JSON.stringify(answer()));
  });
const listen = async (server: Server, port = 0): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};
const close = (server: Server) => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
};

let stage: Stage;
let registry: BrokerRegistry;
let polling: Polling;
let app: FastifyInstance;
let home: SeededHome;
let server: Server;
let port: number;
let address: string;
beforeAll(async () => {
  stage = await openStage();
  home = await stage.seed.home();
  server = serveGateway(certificate('first'));
  port = await listen(server);
  address = `127.0.0.1:${port}`;
  registry = await openRegistry(stage);
  const seal = createSeal('keys of devices', 'secret');
  const polls = { guard: createPollGuard([address]), named: home.household, seal };
  const { database, changes } = stage;
  polling = await startPolling({ registry, database, changes, log, ...polls, everyMs: 40 });
  app = stage.http((http, deps) =>
    hardwareRoutes(http, { ...deps, switching: createSwitching(deps.sql, deps.changes), polls }),
  );
});
afterAll(async () => {
  await polling.stop();
  await close(server);
  await registry.stop();
  await stage.end();
  rmSync(folder, { recursive: true });
});

const add = async (key?: string) => {
  const payload = { source: 'iq-gateway', address, ...(key !== undefined && { key }) };
  const headers = await stage.session(home.userId);
  return app.inject({ method: 'POST', url: '/api/v1/polled-devices', payload, headers });
};
const fault = async () => {
  const [row] = await stage.seed.owner`select fault from polled_devices where household_id = ${home.household}`;
  return row?.['fault'] as unknown;
};
const channels = () => stage.seed.owner`
  select part, flow, last_value, charge from channels where household_id = ${home.household} order by part`;

test('C2.15 a gateway is asked with its token, which lies sealed and is told to nobody else', async () => {
  expect((await add()).statusCode).toBe(400);
  expect((await add(token)).statusCode).toBe(201);
  await expect.poll(channels).toEqual([
    { part: '', flow: 'produced', last_value: 5_000, charge: null },
    { part: 'battery', flow: null, last_value: null, charge: 54 },
  ]);
  const [kept] = await stage.seed.owner<{ sealed: string; certificate: string }[]>`select * from private.polled_keys`;
  expect(kept?.sealed).not.toContain('eyJ');
  expect(kept?.certificate).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
  gateway.hasInventory = false;
  gateway.produced = 5_600;
  await expect.poll(async () => (await channels())[0]).toMatchObject({ last_value: 5_600 });
  expect(await fault()).toBeNull();
});

test('C6.3 who shows another certificate is not told the token; added again, it is', async () => {
  await close(server);
  server = serveGateway(certificate('second'));
  gateway.told = [];
  await listen(server, port);
  await expect.poll(fault).toBe('other-certificate');
  expect(gateway.told).toEqual([]);
  expect((await add(token)).statusCode).toBe(201);
  await expect.poll(() => gateway.told.length).toBeGreaterThan(2);
  await expect.poll(fault).toBeNull();
});

test('a token that has ended is named; another one takes its place', async () => {
  gateway.token = 'eyJ.new.one';
  await expect.poll(fault).toBe('key-refused');
  expect((await add(gateway.token)).statusCode).toBe(201);
  await expect.poll(fault).toBeNull();
  gateway.produced = 6_000;
  await expect.poll(async () => (await channels())[0]).toMatchObject({ last_value: 6_000 });
});
