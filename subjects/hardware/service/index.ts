/** Hardware: what is found becomes a device, and devices are switched. Lists are read through the table API. */
import type { FastifyInstance } from 'fastify';
import type { Changes } from '#kernel/changes.ts';
import type { Sql } from '#kernel/db.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import { createServe } from '#kernel/http/serve.ts';
import type { Kernel, Opened } from '#kernel/kernel.ts';
import type { Authenticate } from '#kernel/people/person.ts';
import type { Readings } from '#subjects/readings/service/index.ts';
import { addFoundDevice, addPolledDevice, readSources, type SourceKinds, switchDevice } from '../contract/hardware.ts';
import { pollPorts, sources } from '../sources/index.ts';
import { deviceRoutes } from './devices/index.ts';
import type { ReadHome } from './home-entities.ts';
import { type Hardware, listenToHardware, type Polls } from './listen-to-hardware.ts';
import { pullKinds, servePulls } from './pulls/index.ts';
import { servePushes } from './pushes/index.ts';
import { createSwitching, runSchedules, type Switching } from './switching.ts';

export type { HomeFigures } from './home-entities.ts';
export type { Switching } from './switching.ts';
export { servePulls };

export interface HardwareDeps {
  readonly sql: Sql;
  readonly authenticate: Authenticate;
  readonly changes: Pick<Changes, 'publish'>;
  readonly switching: Switching;
  readonly forgetTokens: () => void;
  /** Which devices may be asked, and whose they are; null: none. */
  readonly polls: Polls | null;
}

const transports = ['mqtt', 'tcp', 'poll', 'socket', 'push', 'file'] as const;

export const hardwareRoutes = (app: FastifyInstance, deps: HardwareDeps): void => {
  const { sql, authenticate, changes, switching, forgetTokens, polls } = deps;
  const kinds: SourceKinds = {
    polls: polls !== null,
    sources: sources.map(({ id, label, setUps = {}, unsure = [], ...by }) => ({
      id,
      label,
      transports: transports.filter((transport) => by[transport]),
      hasKey: by.poll?.by === 'https',
      setUps: Object.entries(setUps).map(([name, text]) => ({ name, text })),
      unsure: [...unsure],
    })),
    pulls: pullKinds,
  };

  const serve = createServe(app, authenticate);

  serve(readSources, () => kinds);

  serve(addFoundDevice, async ({ person, params: { id }, body }) => {
    const [added] = await sql<{ household_id: string; device_id: string }[]>`${
      'device' in body
        ? sql`select * from private.link_channel(${person.sub}, ${id}, ${body.device})`
        : sql`select * from private.add_channel(${person.sub}, ${id}, ${body.name}, ${body.room}, ${body.utility ?? null})`
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
    const { source, address: typed, key } = body;
    const poll = sources.find(({ id }) => id === source)?.poll;
    const address = polls?.guard(typed, pollPorts[poll?.by ?? 'http']) ?? null;
    if (polls === null || address === null) throw new ProblemError('address-not-allowed');
    if (poll === undefined) throw new ProblemError('not-found');
    if (poll.by === 'https' && key === undefined)
      throw new ProblemError('body-malformed', 'key: this device answers with a key only');
    const [home] = await sql<{ id: string | null }[]>`select private.broker_household(${polls.named}) as id`;
    const sealed = key === undefined ? null : polls.seal.seal(key, home?.id ?? '');
    const [added] = await sql<{ id: string | null }[]>`
      select private.add_polled(${person.sub}, ${polls.named}, ${source}, ${address}, ${sealed}) as id`;
    if (!added?.id) throw new ProblemError('forbidden');
    return { id: added.id, address };
  });
};

export interface HardwareHere {
  readonly switching: Switching;
  readonly mqtt: Hardware['mqtt'];
  /** Whether this household may be asked for at an address: as it is asked, or null. */
  readonly guard: (household: string, typed: string) => Promise<string | null>;
  /** Where devices find our own broker; null without one. */
  readonly port: number | null;
}

export const serveHardware = async (
  kernel: Kernel,
  opened: Opened,
  given: Readings & { readonly readHome: ReadHome },
): Promise<HardwareHere> => {
  const { app, config, sql, changes, jobs, now } = kernel;
  const hardware = await listenToHardware(config, { ...kernel, ...given });
  opened.add(() => hardware.stop());
  const switching = createSwitching(sql, changes);
  const forgetTokens = () => given.tokens.forget();
  deviceRoutes(app, { ...kernel, forgetTokens });
  hardwareRoutes(app, { ...kernel, switching, forgetTokens, polls: hardware.polls });
  servePushes(kernel, given.readHome);
  const run = () => runSchedules(sql, switching, Math.floor(now() / 1000));
  jobs.add({ name: 'schedules', everyMs: 10_000, run });
  jobs.add({ name: 'commands', everyMs: 600_000, run: () => sql`select private.forget_old_commands()` });
  const { polls } = hardware;
  const guard: HardwareHere['guard'] = async (household, typed) => {
    const [row] = await sql<{ id: string | null }[]>`select private.broker_household(${polls?.named ?? null}) as id`;
    return polls !== null && row?.id === household ? polls.guard(typed) : null;
  };
  return { switching, mqtt: () => hardware.mqtt(), port: hardware.port, guard };
};
