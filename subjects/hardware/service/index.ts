/** Found hardware becomes a device, and devices are switched. Lists are read through the table API. */
import { addFoundDevice, addPolledDevice, readSources, type SourceKinds, switchDevice } from '../contract/hardware.ts';
import type { FastifyInstance } from 'fastify';
import type { Changes } from '#kernel/changes.ts';
import type { Sql } from '#kernel/db.ts';
import type { Authenticate } from '#kernel/people/person.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import { createServe } from '#kernel/http/serve.ts';
import { sources } from '../sources/index.ts';
import type { Switching } from './switching.ts';

export { startBrokerClient } from './broker-client.ts';
export { startEmbeddedBroker } from './embedded-broker.ts';
export { createBrokerRegistry, type RegistryDeps } from './broker-registry.ts';
export { startPolling } from './polling.ts';
export { runSchedules } from './switching.ts';
export { startTcpClient } from './tcp-client.ts';
export { createSwitching, type Switching } from './switching.ts';

export interface HardwareDeps {
  readonly sql: Sql;
  readonly authenticate: Authenticate;
  readonly changes: Pick<Changes, 'publish'>;
  readonly switching: Switching;
  readonly forgetTokens: () => void;
  /** Which devices may be asked, and whose they are; null: none. */
  readonly polls: { guard(typed: string): string | null; readonly named: string | null } | null;
}

const transports = ['mqtt', 'tcp', 'poll', 'push', 'file'] as const;

export const hardwareRoutes = (app: FastifyInstance, deps: HardwareDeps): void => {
  const { sql, authenticate, changes, switching, forgetTokens, polls } = deps;
  const kinds: SourceKinds = {
    polls: polls !== null,
    sources: sources.map(({ id, label, setUps = {}, ...by }) => ({
      id,
      label,
      transports: transports.filter((transport) => by[transport]),
      setUps: Object.entries(setUps).map(([name, text]) => ({ name, text })),
    })),
  };

  const serve = createServe(app, authenticate);

  serve(readSources, () => kinds);

  serve(addFoundDevice, async ({ person, params: { id }, body }) => {
    const [added] = await sql<{ household_id: string; device_id: string }[]>`${
      'device' in body
        ? sql`select * from private.link_channel(${person.sub}, ${id}, ${body.device})`
        : sql`select * from private.add_channel(${person.sub}, ${id}, ${body.name}, ${body.room})`
    }`;
    if (!added) throw new ProblemError('not-found');
    forgetTokens();
    changes.publish([added.household_id]);
    changes.publish([added.household_id], 'devices');
    return { device: added.device_id };
  });

  serve(switchDevice, async ({ person, params, body }) => {
    const result = await switching.switchDevice(person.sub, null, params.id, body.on);
    if (!result) throw new ProblemError('not-found');
    return { result };
  });

  serve(addPolledDevice, async ({ person, body }) => {
    const { source, address: typed } = body;
    const address = polls?.guard(typed) ?? null;
    if (polls === null || address === null) throw new ProblemError('address-not-allowed');
    if (!sources.some(({ id, poll }) => id === source && poll)) throw new ProblemError('not-found');
    const [added] = await sql<{ id: string | null }[]>`
      select private.add_polled(${person.sub}, ${polls.named}, ${source}, ${address}) as id`;
    if (!added?.id) throw new ProblemError('forbidden');
    return { id: added.id, address };
  });
};
