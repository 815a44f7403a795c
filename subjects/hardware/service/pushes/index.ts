/** Figures on their way out: to an InfluxDB, and what happens to a webhook. Where they go lies sealed. */
import type { FastifyInstance } from 'fastify';
import type { Sql } from '#kernel/db.ts';
import { createOutbound, type Outbound } from '#kernel/http/outbound.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import { createServe } from '#kernel/http/serve.ts';
import { makeWebhookSecret } from '#kernel/http/webhook.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Authenticate } from '#kernel/people/person.ts';
import { createSeal, type Seal } from '#kernel/seal.ts';
import { type Outlets, readOutlets, type SetUpPushBody, setUpPush } from '../../contract/pushes.ts';
import type { ReadHome } from '../home-entities.ts';
import { runPushes, type Target } from './run-pushes.ts';

export { runPushes } from './run-pushes.ts';

export interface PushRoutesDeps {
  readonly sql: Sql;
  readonly authenticate: Authenticate;
  readonly seal: Seal;
  /** Null: nothing is sent anywhere. */
  readonly outbound: Pick<Outbound, 'allows'> | null;
  readonly outlets: Omit<Outlets, 'pushes'>;
}

export const createPushSeal = (secret: string): Seal => createSeal('data pushes', secret);

const targetOf = (body: SetUpPushBody): Target => {
  const { address } = body;
  if (body.kind === 'webhook') return { kind: 'webhook', address, secret: makeWebhookSecret() };
  const { organization, bucket, token } = body;
  return { kind: 'influx', address, organization, bucket, token };
};

export const dataPushRoutes = (app: FastifyInstance, deps: PushRoutesDeps): void => {
  const { sql, authenticate, seal, outbound, outlets } = deps;
  const serve = createServe(app, authenticate);
  serve(readOutlets, () => ({ ...outlets, pushes: outbound !== null }));

  serve(setUpPush, async ({ person, body }) => {
    const { kind, household, address } = body;
    const url = URL.canParse(address) ? new URL(address) : null;
    if (url === null || outbound === null || !outbound.allows(url)) throw new ProblemError('push-not-allowed');
    const target = targetOf(body);
    const [row] = await sql<{ home: string | null }[]>`
      select private.save_push(${person.sub}, ${household ?? null}, ${kind}, ${url.host}, ${seal.seal(JSON.stringify(target))}) as home`;
    if (!row?.home) throw new ProblemError('forbidden');
    return { host: url.host, secret: target.kind === 'webhook' ? target.secret : null };
  });
};

/** Several processes may look: each push is one's at a time. */
const lookEveryMs = 10_000;

export const servePushes = (kernel: Kernel, readHome: ReadHome): void => {
  const { app, config, sql, jobs, now, log, addressSecret } = kernel;
  const { PUSH_NETWORKS: networks, MQTT_ANNOUNCE, MQTT_URL, MQTT_PORT, METRICS_TOKEN } = config;
  const outbound = networks === undefined ? null : createOutbound(networks);
  const seal = createPushSeal(addressSecret);
  const outlets = {
    homeAssistant: MQTT_ANNOUNCE && (MQTT_URL !== undefined || MQTT_PORT !== undefined),
    prometheus: METRICS_TOKEN !== undefined,
  };
  dataPushRoutes(app, { ...kernel, seal, outbound, outlets });
  if (outbound === null) return;
  const deps = { sql, seal, outbound, readHome, now, log };
  jobs.add({ name: 'pushes', everyMs: lookEveryMs, isEverywhere: true, run: (signal) => runPushes(deps, signal) });
};
