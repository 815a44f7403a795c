/** Households: their people, invitations, having several; and the demo household, which lives on by itself. */
import type { FastifyInstance } from 'fastify';
import { createServe } from '#kernel/http/serve.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { whenFree } from '#kernel/leases.ts';
import type { Authenticate } from '#kernel/people/person.ts';
import type { Ingest } from '#subjects/readings/service/ingest/index.ts';
import { makeDemo, nameDemo, openDemoLife } from './demo/index.ts';
import { householdRoutes, type InvitationDeps, invitationRoutes } from './household-routes.ts';

export const peopleRoutes = (app: FastifyInstance, deps: InvitationDeps & { authenticate: Authenticate }): void => {
  const serve = createServe(app, deps.authenticate);
  householdRoutes(serve, deps);
  invitationRoutes(serve, deps);
};

const minuteMs = 60_000;

const serveDemo = async ({ sql, now, jobs, leases, stopping }: Kernel, ingest: Ingest): Promise<void> => {
  await nameDemo(sql);
  const life = await whenFree(leases, 'making the demo', stopping, async () => {
    const known = await openDemoLife(sql, ingest);
    if (known) return known;
    console.log('Making the demo household (13 months of minutes): about 10 seconds, this once.');
    await makeDemo(sql, Math.floor(now() / minuteMs) * 60);
    return openDemoLife(sql, ingest);
  });
  await life?.noteLeaks(Math.floor(now() / 1000));
  jobs.add({
    name: 'demo',
    everyMs: minuteMs,
    firstMs: 1,
    run: async () => life?.catchUp(Math.floor(now() / 1000)),
  });
};

export const serveHouseholds = async (kernel: Kernel, ingest: Ingest): Promise<void> => {
  const { app, config, sql, jobs, mail } = kernel;
  peopleRoutes(app, { ...kernel, sendsMails: mail.sending !== null });
  jobs.add({ name: 'invitations', everyMs: 10 * minuteMs, run: () => sql`select private.forget_old_invitations()` });
  if (config.DEMO) await serveDemo(kernel, ingest);
};
