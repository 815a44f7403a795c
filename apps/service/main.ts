/** The composition root: the only place that wires. */
import { existsSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { readWebConfig } from '#catalogue/web-config.ts';
import {
  BackendError,
  createDevMailbox,
  createSmtpMailer,
  devMailboxPage,
  mailboxIsAllowed,
  makeMailboxKey,
} from '#subjects/identity/service/embedded/index.ts';
import { accountRoutes, createHostedUpgrade } from '#subjects/identity/service/account/index.ts';
import { type Assistant, serveAssistant } from '#subjects/assistant/service/index.ts';
import { contactRoutes } from '#subjects/contact/service/index.ts';
import { communityRoutes } from '#subjects/community/service/index.ts';
import { billingRoutes, createBilling } from '#subjects/bills/service/index.ts';
import { type DemoLife, makeDemo, openDemoLife } from '#subjects/household/service/demo/index.ts';
import { deviceRoutes } from '#subjects/hardware/service/devices/index.ts';
import { createSwitching, hardwareRoutes } from '#subjects/hardware/service/index.ts';
import { createIngestHealth, healthReportRoutes, metricsRoutes } from '#subjects/contact/service/health/index.ts';
import { serveHouseholds } from '#subjects/household/service/index.ts';
import { createImports, createUploads, importRoutes } from '#subjects/readings/service/imports/index.ts';
import {
  createIngest,
  createIngestTokens,
  createUnread,
  type Ingest,
  ingestRoutes,
  pushRoutes,
} from '#subjects/readings/service/ingest/index.ts';
import { repairRoutes } from '#subjects/readings/service/repairs/index.ts';
import {
  createHostedFiles,
  createDocumentsSetUp,
  createOwnDocuments,
  createRemoveLeftovers,
  createStoredFiles,
} from '#subjects/bills/service/documents/index.ts';
import { createTariffs, readTariffLibrary, tariffRoutes } from '#subjects/bills/service/tariffs/index.ts';
import { createUsage, usageRoutes } from '#subjects/usage/service/index.ts';
import { createWeather, weatherRoutes } from '#subjects/bills/service/weather/index.ts';
import { createTakeAllowance } from '#kernel/http/client-address.ts';
import { openAuthentication } from '#kernel/people/authentication.ts';
import { createChanges } from '#kernel/changes.ts';
import { type Config, ConfigError, loadEnvFile, messagesTo, missingContacts, readConfig } from '#kernel/config.ts';
import { openDatabase, type Sql } from '#kernel/db.ts';
import { healthRoutes, type Parts } from '#kernel/http/health.ts';
import { createHttp } from '#kernel/http/http.ts';
import { createJobs } from '#kernel/jobs.ts';
import { createLog } from '#kernel/log.ts';
import { type Mailer, watchMailer } from '#kernel/mail/mailer.ts';
import { rejectionCodes } from '#subjects/readings/contract/readings.ts';
import { describeRoutes } from '#kernel/http/openapi.ts';
import { createServe } from '#kernel/http/serve.ts';
import { serveWebApp } from '#kernel/http/web-app.ts';
import { root } from './cli/root.ts';
import { listenToHardware } from './listen-to-hardware.ts';
import { pageConfig } from './page-config.ts';
import { schedule } from './schedule.ts';
import { serveBackend, serveIdentity, startBackend } from './identity.ts';
import { fileFormat } from '#subjects/readings/service/files/index.ts';
import { readTemperatureFile } from '#subjects/readings/service/files/weather/index.ts';
import { readPriceFile } from '#subjects/bills/service/prices/index.ts';
import { readUrdb } from '#subjects/bills/service/urdb/index.ts';

const minuteMs = 60_000;

const openDemo = async (sql: Sql, ingest: Ingest, now: () => number): Promise<DemoLife | null> => {
  const life = await openDemoLife(sql, ingest);
  if (life) return life;
  console.log('Making the demo household (13 months of minutes): about 10 seconds, this once.');
  await makeDemo(sql, Math.floor(now() / minuteMs) * 60);
  return openDemoLife(sql, ingest);
};

/** Mail goes to the operator's server, or stays on this machine, or is not sent. */
const openMail = (config: Config, log: Logger, now: () => number) => {
  const devMailbox = mailboxIsAllowed({ smtpUrl: config.SMTP_URL, publicUrl: config.PUBLIC_URL, host: config.HOST })
    ? createDevMailbox({ debug() {}, info() {}, warn() {}, error() {} })
    : null;
  const server = config.SMTP_URL ? createSmtpMailer(config.SMTP_URL, config.MAIL_FROM) : devMailbox;
  const noMailer: Mailer = {
    send: async () => log.warn('a mail was not sent: SMTP_URL is not set'),
    check: async () => undefined,
  };
  const sending = server && watchMailer(server, now);
  return { devMailbox, sending, mailer: sending ?? noMailer };
};

/** What every subject stands on; `opened` gets how to stop each part, so that a failed start leaves nothing running. */
const openKernel = async (config: Config, opened: (() => unknown)[]) => {
  const log = createLog(config.LOG_LEVEL);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const now = Date.now;
  const stopping = new AbortController();
  let address = config.PUBLIC_URL ?? '';
  const origin = () => address;
  const mail = openMail(config, log, now);
  const app = createHttp(config, log);
  const backend = config.hosted ? null : await startBackend(root, config, mail.mailer, origin, log);
  opened.push(() => backend?.stop());
  const database = openDatabase(backend?.serviceUrl ?? (config.DATABASE_URL as string));
  opened.push(() => database.stop());
  const changes = await createChanges(database);
  opened.push(() => changes.stop());
  const jobs = createJobs(log);
  opened.push(
    () => jobs.stop(),
    () => app.close(),
    () => stopping.abort(),
  );
  const sql = database.engine;
  const { authenticate, sessions } = openAuthentication(config, backend?.jwtSecret, sql, now);
  await sql`select private.configure(${config.GUEST_DOMAIN}), private.configure_backend(${config.hosted})`;
  return {
    config,
    version,
    log,
    now,
    app,
    database,
    sql,
    changes,
    jobs,
    mail,
    backend,
    authenticate,
    sessionEnded: sessions.forget,
    stopping: stopping.signal,
    serve: createServe(app, authenticate),
    takeAllowance: createTakeAllowance(sql),
    /** All processes of an installation agree on it, and it is not in the database. */
    addressSecret: backend?.jwtSecret ?? config.DATABASE_URL ?? '',
    origin,
    /** The address that a free port made, where the operator gave none. */
    settle: (found: string) => (address ||= found),
  };
};
type Kernel = Awaited<ReturnType<typeof openKernel>>;

/** Readings and everything made of them. */
const serveHome = async (kernel: Kernel, opened: (() => unknown)[]) => {
  const { app, config, serve, sql, now, changes, log } = kernel;
  const tokens = createIngestTokens(sql, now);
  const forgetTokens = () => tokens.forget();
  const ingestHealth = createIngestHealth(now);
  const ingest = createIngest(sql, tokens, changes, now, ingestHealth);
  const hardware = await listenToHardware(config, { ...kernel, ingest, tokens });
  opened.push(() => hardware.stop());
  const unread = createUnread(sql, now, (error) =>
    log.warn({ err: error }, 'what was not understood could not be kept'),
  );
  ingestRoutes(serve, ingest);
  pushRoutes(app, { ingest, tokens, unread, now });
  const usage = createUsage(kernel);
  usageRoutes(app, { ...kernel, usage });
  deviceRoutes(app, { ...kernel, forgetTokens });
  repairRoutes(app, kernel);
  const switching = createSwitching(sql, changes);
  hardwareRoutes(app, { ...kernel, switching, forgetTokens, polls: hardware.polls });
  const uploads = createUploads(join(config.dataDir, 'imports'), now);
  const onFault = (error: unknown): void => log.error({ err: error }, 'an import failed');
  const imports = createImports({ ...kernel, uploads, format: fileFormat, ingest, onFault });
  importRoutes(app, { ...kernel, imports, uploads });
  const billing = createBilling({
    sql,
    now,
    onFault: (error, household) => log.error({ err: error, household }, 'bills could not be made'),
  });
  billingRoutes(app, { ...kernel, billing });
  const library = await readTariffLibrary(join(root, 'tariffs'));
  tariffRoutes(app, { ...kernel, tariffs: createTariffs({ sql, library, now, readPrices: readPriceFile, readUrdb }) });
  weatherRoutes(app, { ...kernel, weather: createWeather({ sql, now, readFile: readTemperatureFile }) });
  const assistant: Assistant = serveAssistant(
    app,
    {
      apiKey: config.OPENAI_API_KEY,
      baseUrl: config.OPENAI_BASE_URL,
      model: config.OPENAI_MODEL,
      dailyQuestions: config.ASSISTANT_DAILY_QUESTIONS,
    },
    { ...kernel, usage, billing, switching },
  );
  return { ingest, ingestHealth, hardware, switching, billing, assistant };
};

/** Accounts, households, and what people write to each other and to the operator. */
const servePeople = async (kernel: Kernel) => {
  const { app, config, backend, sql, database, log, mail } = kernel;
  const documentsSetUp = createDocumentsSetUp(sql, log);
  await documentsSetUp.attempt();
  const byFirebase = config.IDENTITY_PROVIDER === 'firebase';
  // With Firebase a guest is given an address there: the session that follows tells us.
  const upgradeGuest = byFirebase ? null : (backend?.upgradeGuest ?? createHostedUpgrade(config));
  const proof =
    backend && mail.sending && !byFirebase ? { send: backend.sendProof, accept: backend.proveAddress } : null;
  const files = backend ? createStoredFiles(join(config.dataDir, 'storage')) : null;
  const documents = createOwnDocuments(database, files ?? createHostedFiles(config));
  const operator = messagesTo(config) ?? (mail.devMailbox && config.CONTACT_EMAIL);
  communityRoutes(app, kernel);
  serveHouseholds(app, { ...kernel, sendsMails: mail.sending !== null });
  serveIdentity(app, config, kernel);
  accountRoutes(app, { ...kernel, upgradeGuest, proof, documents, forgetSessions: kernel.sessionEnded });
  contactRoutes(app, {
    ...kernel,
    perHour: config.MESSAGES_PER_HOUR,
    sendsMails: mail.sending !== null && operator !== null,
  });
  if (backend && files) serveBackend(app, { ...kernel, backend, files, byFirebase });
  const keepsGuests = byFirebase || upgradeGuest !== null;
  return { documentsSetUp, files, operator, keepsGuests, asksToConfirm: proof !== null && mail.devMailbox === null };
};

/** Starts every part and says where it is. */
const start = async (config: Config, opened: (() => unknown)[]): Promise<void> => {
  const kernel = await openKernel(config, opened);
  const { app, serve, database, backend, sql, jobs, mail, origin } = kernel;
  describeRoutes(app, serve, { 'Why a reading was rejected': rejectionCodes });
  const { ingest, ingestHealth, hardware, switching, billing, assistant } = await serveHome(kernel, opened);
  const { documentsSetUp, files, operator, keepsGuests, asksToConfirm } = await servePeople(kernel);

  const parts: Parts = {
    database: { isNeeded: true, check: async () => (await database.anonymous`select 1`).length === 1 },
    ...(backend && { auth: { isNeeded: true, check: () => backend.health().isReady } }),
    ingest: { isNeeded: false, check: () => ingestHealth.state() },
    documents: { isNeeded: false, check: () => documentsSetUp.state() },
    mail: { isNeeded: false, check: () => (config.SMTP_URL ? (mail.sending?.state() ?? 'down') : 'not-set-up') },
    mqtt: { isNeeded: false, check: () => hardware.mqtt() },
    assistant: { isNeeded: false, check: () => assistant.state() },
  };
  healthRoutes(serve, parts);
  const problem = () => backend?.health().problem ?? null;
  healthReportRoutes(app, {
    ...kernel,
    parts,
    ingest: ingestHealth,
    mailer: mail.sending,
    problem,
    hosted: config.hosted,
  });
  if (config.METRICS_TOKEN) metricsRoutes(app, { token: config.METRICS_TOKEN, parts, ingest: ingestHealth, jobs });

  const webConfig = () =>
    pageConfig(config, {
      anonKey: backend?.anonKey ?? (config.BACKEND_ANON_KEY as string),
      keepsGuests,
      asksToConfirm,
      hasMailbox: mail.devMailbox !== null,
      mqttPort: hardware.port,
    });
  serve(readWebConfig, webConfig);
  const mailboxKey = makeMailboxKey();
  if (mail.devMailbox) await app.register(devMailboxPage, { mailbox: mail.devMailbox, key: mailboxKey });
  const webDist = join(root, 'apps/web/dist');
  if (!existsSync(join(webDist, 'index.html')))
    throw new ConfigError('The web app is not built: run npm start, or npm run dev.');
  serveWebApp(app, webDist, webConfig);

  schedule(jobs, {
    ...kernel,
    guestDays: config.GUEST_DAYS,
    billing,
    switching,
    files,
    documentsSetUp,
    removeLeftovers: config.hosted ? createRemoveLeftovers(config) : null,
    demo: config.DEMO ? await openDemo(sql, ingest, kernel.now) : null,
    mails: mail.sending && { mailer: mail.sending, operator, origin },
  });

  await app.listen({ host: config.HOST, port: config.PORT });
  const { port } = app.server.address() as AddressInfo;
  kernel.settle(`http://${config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST}:${port}`);
  console.log(`Wattershed is ready at ${origin()}`);
  if (hardware.port !== null) console.log(`Devices find its MQTT broker at port ${hardware.port}.`);
  for (const name of missingContacts(process.env)) console.log(`${name} is not set: the footer shows an example.`);
  if (!operator)
    console.log(`Messages are kept but not mailed: ${mail.sending ? 'CONTACT_MAIL_TO' : 'SMTP_URL'} is not set.`);
  if (mail.devMailbox)
    console.log(`Mails stay on this machine: ${origin()}/dev/mailbox?key=${mailboxKey} (opens once)`);
};

const stopAll = async (opened: (() => unknown)[]): Promise<void> => {
  for (const stop of opened.splice(0).reverse()) await stop();
};

const fail = (error: unknown): never => {
  const { code, port } = error as { code?: string; port?: number };
  if (error instanceof ConfigError) console.error(error.message);
  else if (error instanceof BackendError) console.error(error.message);
  else if (code === 'EADDRINUSE')
    console.error(`Port ${port} is taken. Set PORT to another one, or stop what listens there.`);
  else console.error(error);
  process.exit(error instanceof ConfigError ? 78 : 1);
};

loadEnvFile(join(root, '.env'));
const opened: (() => unknown)[] = [];
try {
  const begun = start(readConfig(process.env), opened);
  let ending = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // Stays on: an impatient second Ctrl-C must not end us before the database has stopped.
    process.on(signal, () => {
      if (ending) return;
      ending = true;
      void begun
        .catch(() => {})
        .then(() => stopAll(opened))
        .then(() => process.exit(0), fail);
    });
  }
  await begun;
} catch (error) {
  await stopAll(opened).catch(() => {});
  fail(error);
}
