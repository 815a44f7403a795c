/** The composition root: the only place that wires. */
import { existsSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readWebConfig } from '@wattershed/contracts';
import {
  BackendError,
  createDevMailbox,
  createSmtpMailer,
  devMailboxPage,
  mailboxIsAllowed,
  makeMailboxKey,
} from './backend/index.ts';
import { accountRoutes, createHostedUpgrade } from './modules/account/index.ts';
import { type Assistant, serveAssistant } from './modules/assistant/index.ts';
import { contactRoutes } from './modules/contact/index.ts';
import { communityRoutes } from './modules/community/index.ts';
import { billingRoutes, createBilling } from './modules/billing/index.ts';
import { type DemoLife, makeDemo, openDemoLife } from './modules/demo/index.ts';
import { deviceRoutes } from './modules/devices/index.ts';
import { createSwitching, hardwareRoutes } from './modules/hardware/index.ts';
import { healthReportRoutes, metricsRoutes, watchIngest } from './modules/health/index.ts';
import { serveHouseholds } from './modules/household/index.ts';
import { createImports, createUploads, importRoutes } from './modules/imports/index.ts';
import {
  createIngest,
  createIngestTokens,
  createUnread,
  type Ingest,
  ingestRoutes,
  pushRoutes,
} from './modules/ingest/index.ts';
import { repairRoutes } from './modules/repairs/index.ts';
import {
  createHostedFiles,
  createDocumentsSetUp,
  createOwnDocuments,
  createRemoveLeftovers,
  createStoredFiles,
} from './modules/storage/index.ts';
import { createTariffs, readTariffLibrary, tariffRoutes } from './modules/tariffs/index.ts';
import { createUsage, usageRoutes } from './modules/usage/index.ts';
import { createWeather, weatherRoutes } from './modules/weather/index.ts';
import { createTakeAllowance } from './platform/allowance.ts';
import { openAuthentication } from './platform/authentication.ts';
import { createChanges } from './platform/changes.ts';
import { type Config, ConfigError, loadEnvFile, messagesTo, missingContacts, readConfig } from './platform/config.ts';
import { openDatabase, type Sql } from './platform/db.ts';
import { healthRoutes, type Parts } from './platform/health.ts';
import { createHttp } from './platform/http.ts';
import { createJobs } from './platform/jobs.ts';
import { createLog } from './platform/log.ts';
import type { Mailer } from './platform/mail.ts';
import { describeRoutes } from './platform/openapi.ts';
import { createServe } from './platform/serve.ts';
import { watchMailer } from './platform/watch-mailer.ts';
import { serveWebApp } from './platform/web-app.ts';
import { listenToHardware } from './listen-to-hardware.ts';
import { pageConfig } from './page-config.ts';
import { schedule } from './schedule.ts';
import { serveBackend } from './serve-backend.ts';
import { serveIdentity } from './serve-identity.ts';
import { startBackend } from './start-backend.ts';
import { fileFormat } from './sources/files/index.ts';
import { readTemperatureFile } from './sources/files/weather/index.ts';
import { readPriceFile } from './sources/prices/index.ts';
import { readUrdb } from './sources/urdb/index.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const minuteMs = 60_000;

const openDemo = async (sql: Sql, ingest: Ingest, now: () => number): Promise<DemoLife | null> => {
  const life = await openDemoLife(sql, ingest);
  if (life) return life;
  console.log('Making the demo household (13 months of minutes): about 10 seconds, this once.');
  await makeDemo(sql, Math.floor(now() / minuteMs) * 60);
  return openDemoLife(sql, ingest);
};

/** Starts every part; `opened` gets how to stop each, so that a failed start leaves nothing running. */
const start = async (config: Config, opened: (() => unknown)[]): Promise<void> => {
  const log = createLog(config.LOG_LEVEL);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const now = Date.now;
  const stopping = new AbortController();
  let origin = config.PUBLIC_URL ?? '';
  const devMailbox = mailboxIsAllowed({ smtpUrl: config.SMTP_URL, publicUrl: config.PUBLIC_URL, host: config.HOST })
    ? createDevMailbox({ debug() {}, info() {}, warn() {}, error() {} })
    : null;
  const server = config.SMTP_URL ? createSmtpMailer(config.SMTP_URL, config.MAIL_FROM) : devMailbox;
  const sending = server && watchMailer(server, now);
  const noMailer: Mailer = {
    send: async () => log.warn('a mail was not sent: SMTP_URL is not set'),
    check: async () => undefined,
  };
  const mailer = sending ?? noMailer;

  const app = createHttp(config, log);
  const backend = config.hosted ? null : await startBackend(root, config, mailer, () => origin, log);
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
  const tokens = createIngestTokens(sql, now);
  const ingest = watchIngest(createIngest(sql, tokens, changes, now), now);

  const hardware = await listenToHardware(config, { database, ingest, changes, tokens, log, now });
  opened.push(() => hardware.stop());

  const byFirebase = config.IDENTITY_PROVIDER === 'firebase';
  // With Firebase a guest is given an address there: the session that follows tells us.
  const upgradeGuest = byFirebase ? null : (backend?.upgradeGuest ?? createHostedUpgrade(config));
  const proof = backend && sending && !byFirebase ? { send: backend.sendProof, accept: backend.proveAddress } : null;
  const webConfig = () =>
    pageConfig(config, {
      anonKey: backend?.anonKey ?? (config.BACKEND_ANON_KEY as string),
      keepsGuests: byFirebase || upgradeGuest !== null,
      asksToConfirm: proof !== null && devMailbox === null,
      hasMailbox: devMailbox !== null,
      mqttPort: hardware.port,
    });

  const documentsSetUp = createDocumentsSetUp(sql, log);
  await documentsSetUp.attempt();

  let assistant: Assistant | undefined;
  const parts: Parts = {
    database: { isNeeded: true, check: async () => (await database.anonymous`select 1`).length === 1 },
    ...(backend && { auth: { isNeeded: true, check: () => backend.health().isReady } }),
    ingest: { isNeeded: false, check: () => ingest.state() },
    documents: { isNeeded: false, check: () => documentsSetUp.state() },
    mail: { isNeeded: false, check: () => (config.SMTP_URL ? (sending?.state() ?? 'down') : 'not-set-up') },
    mqtt: { isNeeded: false, check: () => hardware.mqtt() },
    assistant: { isNeeded: false, check: () => assistant?.state() ?? 'not-set-up' },
  };
  const serve = createServe(app, authenticate);
  describeRoutes(app, serve);
  healthRoutes(serve, parts);
  healthReportRoutes(app, {
    database,
    authenticate,
    parts,
    ingest,
    jobs,
    mailer: sending,
    problem: () => backend?.health().problem ?? null,
    version,
    hosted: config.hosted,
    now,
  });
  if (config.METRICS_TOKEN) metricsRoutes(app, { token: config.METRICS_TOKEN, parts, ingest, jobs });
  serve(readWebConfig, webConfig);
  ingestRoutes(serve, ingest);
  const unread = createUnread(sql, now, (error) =>
    log.warn({ err: error }, 'what was not understood could not be kept'),
  );
  pushRoutes(app, { ingest, tokens, unread, now });
  const usage = createUsage({ sql, changes });
  usageRoutes(app, { sql, changes, authenticate, stopping: stopping.signal, usage });
  deviceRoutes(app, { sql, authenticate, forgetTokens: () => tokens.forget() });
  repairRoutes(app, { database, authenticate, changes, now });
  const switching = createSwitching(sql, changes);
  hardwareRoutes(app, {
    sql,
    authenticate,
    changes,
    switching,
    forgetTokens: () => tokens.forget(),
    polls: hardware.polls,
  });
  const uploads = createUploads(join(config.dataDir, 'imports'), now);
  const onFault = (error: unknown): void => log.error({ err: error }, 'an import failed');
  const imports = createImports({ database, changes, uploads, format: fileFormat, ingest, now, onFault });
  importRoutes(app, { imports, uploads, authenticate });
  // All processes of an installation agree on it, and it is not in the database.
  const addressSecret = backend?.jwtSecret ?? config.DATABASE_URL ?? '';
  communityRoutes(app, { sql, changes, authenticate, stopping: stopping.signal, addressSecret });
  const billing = createBilling({
    sql,
    now,
    onFault: (error, household) => log.error({ err: error, household }, 'bills could not be made'),
  });
  billingRoutes(app, { billing, database, authenticate, takeAllowance: createTakeAllowance(sql), now });
  const library = await readTariffLibrary(join(root, 'tariffs'));
  const tariffs = createTariffs({ sql, library, now, readPrices: readPriceFile, readUrdb });
  tariffRoutes(app, { tariffs, authenticate, takeAllowance: createTakeAllowance(sql) });
  const weather = createWeather({ sql, now, readFile: readTemperatureFile });
  weatherRoutes(app, { weather, authenticate, takeAllowance: createTakeAllowance(sql) });
  assistant = serveAssistant(
    app,
    {
      apiKey: config.OPENAI_API_KEY,
      baseUrl: config.OPENAI_BASE_URL,
      model: config.OPENAI_MODEL,
      dailyQuestions: config.ASSISTANT_DAILY_QUESTIONS,
    },
    {
      database,
      usage,
      billing,
      switching,
      authenticate,
      stopping: stopping.signal,
      addressSecret,
      origin: () => origin,
      version,
      now,
      log,
    },
  );
  const sharing = { sql, authenticate, takeAllowance: createTakeAllowance(sql), addressSecret, origin: () => origin };
  serveHouseholds(app, { ...sharing, sendsMails: sending !== null });
  const files = backend ? createStoredFiles(join(config.dataDir, 'storage')) : null;
  const documents = createOwnDocuments(database, files ?? createHostedFiles(config));
  serveIdentity(app, config, { backend, sql, authenticate, addressSecret, sessionEnded: sessions.forget, now });
  accountRoutes(app, { database, authenticate, upgradeGuest, proof, documents, forgetSessions: sessions.forget, now });
  const operator = messagesTo(config) ?? (devMailbox && config.CONTACT_EMAIL);
  contactRoutes(app, {
    database,
    authenticate,
    addressSecret,
    perHour: config.MESSAGES_PER_HOUR,
    sendsMails: sending !== null && operator !== null,
  });
  const person = { database, authenticate };
  if (backend && files)
    serveBackend(app, { ...person, backend, files, byFirebase, sessionEnded: sessions.forget, origin: () => origin });
  const mailboxKey = makeMailboxKey();
  if (devMailbox) await app.register(devMailboxPage, { mailbox: devMailbox, key: mailboxKey });
  const webDist = join(root, 'apps/web/dist');
  if (!existsSync(join(webDist, 'index.html')))
    throw new ConfigError('The web app is not built: run npm start, or npm run dev.');
  serveWebApp(app, webDist, webConfig);

  schedule(jobs, {
    sql,
    log,
    now,
    guestDays: config.GUEST_DAYS,
    billing,
    switching,
    files,
    documentsSetUp,
    removeLeftovers: config.hosted ? createRemoveLeftovers(config) : null,
    demo: config.DEMO ? await openDemo(sql, ingest, now) : null,
    mails: sending && { mailer: sending, operator, origin: () => origin },
  });

  await app.listen({ host: config.HOST, port: config.PORT });
  const address = app.server.address() as AddressInfo;
  origin ||= `http://${config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST}:${address.port}`;
  console.log(`Wattershed is ready at ${origin}`);
  if (hardware.port !== null) console.log(`Devices find its MQTT broker at port ${hardware.port}.`);
  for (const name of missingContacts(process.env)) console.log(`${name} is not set: the footer shows an example.`);
  if (!operator)
    console.log(`Messages are kept but not mailed: ${sending ? 'CONTACT_MAIL_TO' : 'SMTP_URL'} is not set.`);
  if (devMailbox) console.log(`Mails stay on this machine: ${origin}/dev/mailbox?key=${mailboxKey} (opens once)`);
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
