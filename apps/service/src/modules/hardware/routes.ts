/** Found hardware becomes a device, and devices are switched. Lists are read through the table API. */
import { addChannelBody, switchBody } from '@wattershed/contracts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Changes } from '../../platform/changes.ts';
import type { Sql } from '../../platform/db.ts';
import type { Authenticate } from '../../platform/person.ts';
import { parse } from '../../platform/parse.ts';
import { ProblemError } from '../../platform/problem.ts';
import type { Switching } from './switch-device.ts';

export interface HardwareDeps {
  readonly sql: Sql;
  readonly authenticate: Authenticate;
  readonly changes: Pick<Changes, 'publish'>;
  readonly switching: Switching;
  readonly forgetTokens: () => void;
}

const idParam = z.object({ id: z.uuid() });

export const hardwareRoutes = (app: FastifyInstance, deps: HardwareDeps): void => {
  const { sql, authenticate, changes, switching, forgetTokens } = deps;

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
};
