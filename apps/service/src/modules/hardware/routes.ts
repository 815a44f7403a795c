/** Found hardware becomes a device, and devices are switched. Lists are read through the table API. */
import { addChannelBody, addPolledBody, type SourceKinds, switchBody } from '@wattershed/contracts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Changes } from '../../platform/changes.ts';
import type { Sql } from '../../platform/db.ts';
import type { Authenticate } from '../../platform/person.ts';
import { parse } from '../../platform/parse.ts';
import { ProblemError } from '../../platform/problem.ts';
import { sources } from '../../sources/index.ts';
import type { Switching } from './switch-device.ts';

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
const idParam = z.object({ id: z.uuid() });

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

  app.get('/api/v1/sources', async () => kinds);

  app.post('/api/v1/channels/:id/device', async (request, reply) => {
    const person = await authenticate(request);
    const { id } = parse(idParam, request.params, 'query-invalid');
    const body = parse(addChannelBody, request.body, 'body-malformed');
    const [added] = await sql<{ household_id: string; device_id: string }[]>`${
      'device' in body
        ? sql`select * from private.link_channel(${person.sub}, ${id}, ${body.device})`
        : sql`select * from private.add_channel(${person.sub}, ${id}, ${body.name}, ${body.room})`
    }`;
    if (!added) throw new ProblemError('not-found');
    forgetTokens();
    changes.publish([added.household_id]);
    changes.publish([added.household_id], 'devices');
    return reply.code(201).send({ device: added.device_id });
  });

  app.post('/api/v1/devices/:id/switch', async (request) => {
    const person = await authenticate(request);
    const { id } = parse(idParam, request.params, 'query-invalid');
    const { on } = parse(switchBody, request.body, 'body-malformed');
    const result = await switching.switchDevice(person.sub, null, id, on);
    if (!result) throw new ProblemError('not-found');
    return { result };
  });

  app.post('/api/v1/polled-devices', async (request, reply) => {
    const person = await authenticate(request);
    const { source, address: typed } = parse(addPolledBody, request.body, 'body-malformed');
    const address = polls?.guard(typed) ?? null;
    if (polls === null || address === null) throw new ProblemError('address-not-allowed');
    if (!sources.some(({ id, poll }) => id === source && poll)) throw new ProblemError('not-found');
    const [added] = await sql<{ id: string | null }[]>`
      select private.add_polled(${person.sub}, ${polls.named}, ${source}, ${address}) as id`;
    if (!added?.id) throw new ProblemError('forbidden');
    return reply.code(201).send({ id: added.id, address });
  });
};
