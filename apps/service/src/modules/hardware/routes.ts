/** Found hardware becomes a device, and devices are switched. Lists are read through the table API. */
import { addFoundDevice, switchDevice } from '@wattershed/contracts';
import type { FastifyInstance } from 'fastify';
import type { Changes } from '../../platform/changes.ts';
import type { Sql } from '../../platform/db.ts';
import type { Authenticate } from '../../platform/person.ts';
import { ProblemError } from '../../platform/problem.ts';
import { createServe } from '../../platform/serve.ts';
import type { Switching } from './switch-device.ts';

export interface HardwareDeps {
  readonly sql: Sql;
  readonly authenticate: Authenticate;
  readonly changes: Pick<Changes, 'publish'>;
  readonly switching: Switching;
  readonly forgetTokens: () => void;
}

export const hardwareRoutes = (app: FastifyInstance, deps: HardwareDeps): void => {
  const { sql, authenticate, changes, switching, forgetTokens } = deps;

  const serve = createServe(app, authenticate);

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
};
