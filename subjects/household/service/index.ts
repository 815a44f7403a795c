/** Households: their people, invitations, having several; and the demo household, which lives on by itself. */
import type { FastifyInstance } from 'fastify';
import { createServe } from '#kernel/http/serve.ts';
import type { WebConfig } from '#catalogue/web-config.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { whenFree } from '#kernel/leases.ts';
import type { Authenticate } from '#kernel/people/person.ts';
import type { Ingest } from '#subjects/readings/service/ingest/index.ts';
import { type DemoLife, makeDemo, nameDemo, openDemoLife } from './demo/index.ts';
import { householdRoutes, type InvitationDeps, invitationRoutes } from './household-routes.ts';

export const peopleRoutes = (app: FastifyInstance, deps: InvitationDeps & { authenticate: Authenticate }): void => {
  const serve = createServe(app, deps.authenticate);
  householdRoutes(serve, deps);
  invitationRoutes(serve, deps);
};

const minuteMs = 60_000;

type DemoKernel = Pick<Kernel, 'sql' | 'now' | 'jobs' | 'leases' | 'stopping'>;

/** How it stands with the demo, for a guest who would come now. */
type DemoState = WebConfig['demo'];

/** A first start does not wait for it: the pages are there meanwhile, and say that it is being made. */
export const serveDemo = async (kernel: DemoKernel, ingest: Ingest): Promise<() => DemoState> => {
  const { sql, now, jobs, leases, stopping } = kernel;
  const nowS = (): number => Math.floor(now() / 1000);
  await nameDemo(sql);
  let life: DemoLife | null = await openDemoLife(sql, ingest);
  const make = async (signal: AbortSignal): Promise<DemoLife | null> => {
    const known = await openDemoLife(sql, ingest);
    if (known) return known;
    console.log('Making the demo household (13 months of minutes): about 10 seconds, this once.');
    await makeDemo(sql, Math.floor(now() / minuteMs) * 60, signal);
    const made = await openDemoLife(sql, ingest);
    await made?.catchUp(nowS());
    await made?.noteLeaks(nowS());
    console.log('The demo household is there.');
    return made;
  };
  if (life) await life.noteLeaks(nowS());
  else
    jobs.add({
      name: 'making the demo',
      everyMs: minuteMs,
      firstMs: 1,
      // Also where another process makes it: guests come to this one too.
      isEverywhere: true,
      run: async (signal) => {
        const ending = AbortSignal.any([signal, stopping]);
        life ??= await whenFree(leases, 'making the demo', ending, () => make(ending));
      },
    });
  jobs.add({ name: 'demo', everyMs: minuteMs, firstMs: 1, run: async () => life?.catchUp(nowS()) });
  return () => (life ? 'ready' : 'being-made');
};

export const serveHouseholds = async (kernel: Kernel, ingest: Ingest): Promise<{ demo: () => DemoState }> => {
  const { app, config, sql, jobs, mail } = kernel;
  peopleRoutes(app, { ...kernel, sendsMails: mail.sending !== null });
  jobs.add({ name: 'invitations', everyMs: 10 * minuteMs, run: () => sql`select private.forget_old_invitations()` });
  return { demo: config.DEMO ? await serveDemo(kernel, ingest) : () => 'none' };
};
