/** The service: what it stands on, and the subjects that register themselves there. */
import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { readWebConfig } from '#catalogue/web-config.ts';
import { ConfigError, missingContacts } from '#kernel/config.ts';
import { healthRoutes, type Parts } from '#kernel/http/health.ts';
import { describeRoutes } from '#kernel/http/openapi.ts';
import { serveWebApp } from '#kernel/http/web-app.ts';
import { createOpened, openKernel } from '#kernel/kernel.ts';
import { devMailboxPage, makeMailboxKey } from '#kernel/mail/dev-mailbox.ts';
import { BackendError } from '#kernel/postgres/backend-error.ts';
import { serveAssistant } from '#subjects/assistant/service/index.ts';
import { savePriceFile, saveTemperatures, serveBills } from '#subjects/bills/service/index.ts';
import { communityRoutes } from '#subjects/community/service/index.ts';
import { createIngestHealth, healthReportRoutes, metricsRoutes } from '#subjects/contact/service/health/index.ts';
import { serveContact } from '#subjects/contact/service/index.ts';
import { serveHardware, servePulls } from '#subjects/hardware/service/index.ts';
import { serveHouseholds } from '#subjects/household/service/index.ts';
import { serveIdentity, startBackend } from '#subjects/identity/service/serve-identity.ts';
import { createReadHome, serveInsight } from '#subjects/insight/service/index.ts';
import { rejectionCodes } from '#subjects/readings/contract/readings.ts';
import { serveReadings } from '#subjects/readings/service/index.ts';
import { serveUsage } from '#subjects/usage/service/index.ts';
import { root } from './cli/root.ts';
import { pageConfig, pageConfigWithin } from './page-config.ts';
import { serveBackup } from './regular-backup.ts';

// V8 lets a heap grow to several times of what is alive before it clears it: on a small machine that room is PostgreSQL's.
setFlagsFromString('--heap-growing-percent=20');

const opened = createOpened();
/** What a supervisor that says SIGTERM waits for; whoever presses Ctrl-C does not. */
let beforeEnd = async (): Promise<void> => {};

/** Starts every part and says where it is. */
const start = async (): Promise<void> => {
  const { kernel, backend, settle, drain } = await openKernel(root, opened, startBackend);
  const { app, serve, config, database, mail, now, origin } = kernel;
  describeRoutes(app, serve, { 'Why a reading was rejected': rejectionCodes });

  const ingestHealth = createIngestHealth(now);
  const readings = serveReadings(kernel, ingestHealth);
  const usage = serveUsage(kernel);
  const bills = await serveBills(kernel);
  serveInsight(kernel, { usage, billing: bills.billing });
  const readHome = createReadHome(kernel.sql, bills.billing);
  const hardware = await serveHardware(kernel, opened, { ...readings, readHome });
  servePulls(kernel, { ingest: readings.ingest, saveTemperatures, savePriceFile, guard: hardware.guard });
  const identity = serveIdentity(kernel, backend, bills.documents);
  const households = await serveHouseholds(kernel, readings.ingest);
  const assistant = serveAssistant(kernel, { usage, billing: bills.billing, switching: hardware.switching });
  communityRoutes(app, kernel);
  const contact = serveContact(kernel);
  const backup = serveBackup(kernel, backend);

  const parts: Parts = {
    database: { isNeeded: true, check: async () => (await database.anonymous`select 1`).length === 1 },
    ...(backend && { auth: { isNeeded: true, check: () => backend.health().isReady } }),
    ingest: { isNeeded: false, check: () => ingestHealth.state() },
    documents: { isNeeded: false, check: () => bills.state() },
    mail: { isNeeded: false, check: () => (config.SMTP_URL ? (mail.sending?.state() ?? 'down') : 'not-set-up') },
    mqtt: { isNeeded: false, check: () => hardware.mqtt() },
    assistant: { isNeeded: false, check: () => assistant.state() },
    backup: { isNeeded: false, check: () => backup?.part() ?? 'not-set-up' },
  };
  healthRoutes(serve, parts, drain.isDraining);
  beforeEnd = drain.drain;
  const problem = () => backend?.health().problem ?? null;
  const health = { parts, ingest: ingestHealth, mailer: mail.sending, problem, backup, hosted: config.hosted };
  healthReportRoutes(app, { ...kernel, ...health });
  if (config.METRICS_TOKEN) metricsRoutes(app, { ...kernel, ...health, token: config.METRICS_TOKEN });

  const webConfig = () =>
    pageConfig(config, {
      ...identity,
      anonKey: backend?.anonKey ?? (config.BACKEND_ANON_KEY as string),
      hasMailbox: mail.devMailbox !== null,
      mqttPort: hardware.port,
      demo: households.demo(),
    });
  serve(readWebConfig, webConfig);
  const mailboxKey = makeMailboxKey();
  if (mail.devMailbox) await app.register(devMailboxPage, { mailbox: mail.devMailbox, key: mailboxKey });
  const webDist = join(root, 'apps/web/dist');
  if (!existsSync(join(webDist, 'index.html')))
    throw new ConfigError('The web app is not built: run npm start, or npm run dev.');
  serveWebApp(app, webDist, (base) => (base === '' ? webConfig() : pageConfigWithin(webConfig(), origin())));

  await app.listen({ host: config.HOST, port: config.PORT });
  const { port } = app.server.address() as AddressInfo;
  settle(`http://${config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST}:${port}`);
  console.log(`Wattershed is ready at ${origin()}`);
  if (hardware.port !== null) console.log(`Devices find its MQTT broker at port ${hardware.port}.`);
  for (const name of missingContacts(process.env)) console.log(`${name} is not set: the footer shows an example.`);
  if (!contact.operator)
    console.log(`Messages are kept but not mailed: ${mail.sending ? 'CONTACT_MAIL_TO' : 'SMTP_URL'} is not set.`);
  if (mail.devMailbox)
    console.log(`Mails stay on this machine: ${origin()}/dev/mailbox?key=${mailboxKey} (opens once)`);
};

const fail = (error: unknown): never => {
  const { code = '', port, path } = error as { code?: string; port?: number; path?: string };
  if (error instanceof ConfigError || error instanceof BackendError) console.error(error.message);
  else if (code === 'EADDRINUSE')
    console.error(`Port ${port} is taken. Set PORT to another one, or stop what listens there.`);
  else if (['EROFS', 'EACCES', 'ENOSPC'].includes(code))
    console.error(
      `${path ?? 'The data folder'} cannot be written to (${code}): see that its disk has room and is not read-only, and whose it is.`,
    );
  else console.error(error);
  process.exit(error instanceof ConfigError ? 78 : 1);
};

try {
  const begun = start();
  let ending = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // Stays on: an impatient second Ctrl-C must not end us before the database has stopped.
    process.on(signal, () => {
      if (ending) return;
      ending = true;
      void begun
        .then(() => (signal === 'SIGTERM' ? beforeEnd() : undefined))
        .catch(() => {})
        .then(() => opened.stop())
        .then(() => process.exit(0), fail);
    });
  }
  await begun;
} catch (error) {
  await opened.stop().catch(() => {});
  fail(error);
}
