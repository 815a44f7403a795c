/** Everything that can be configured, read once from the environment and `.env`, checked, and named when wrong. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { passwordLength } from '#catalogue/password-length.ts';
import { clockShape, keepShape, rhythms } from './backup/retention.ts';
import { wrongBackup } from './backup/settings.ts';
import { trustIngress } from './http/base-path.ts';
import { pollNetworks, trustProxy } from './http/client-address.ts';
import { pushNetworks } from './http/outbound.ts';

const text = z.string().trim().min(1);
const flag = z
  .enum(['0', '1', 'false', 'true', 'yes', 'no'])
  .transform((v) => v === '1' || v === 'true' || v === 'yes');
/** With its path, which may be a part of its name. */
const address = z.url({ protocol: /^https?$/ });
const origin = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));
/** `postgres://user:password@host:5432/name`; several hosts, of which one at a time can be written to, stand with commas. */
const databaseUrl = text.refine((url) => {
  const [, head = '', hosts = '', tail = ''] = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]+)(.*)$/s.exec(url) ?? [];
  return head !== '' && hosts.split(',').every((host) => host !== '' && URL.canParse(head + host + tail));
}, 'is no address such as postgres://user:password@host:5432/name');
const wholeNumber = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

const networks = ['mastodon', 'github', 'youtube', 'linkedin', 'x'] as const;
/** `github=https://…,mastodon=https://…` */
const social = z.string().transform((list, context) =>
  list.split(',').map((entry) => {
    const [name, ...url] = entry.trim().split('=');
    const parsed = z.object({ name: z.enum(networks), url: z.url() }).safeParse({ name, url: url.join('=') });
    if (parsed.success) return parsed.data;
    context.addIssue({ code: 'custom', message: `"${entry}" is not name=address with one of ${networks.join(', ')}` });
    return z.NEVER;
  }),
);

/** Reserved examples: fine while trying, wrong for a public address. */
const exampleContacts = {
  CONTACT_SALES_PHONE: '+1 202-555-0143',
  CONTACT_SUPPORT_PHONE: '+1 202-555-0178',
  CONTACT_EMAIL: 'hello@example.com',
  CONTACT_SOCIAL: 'github=https://example.com/wattershed,mastodon=https://example.com/@wattershed',
} as const;

/** Where messages are mailed to; null while only the example is known, which belongs to nobody. */
export const messagesTo = (config: Pick<Config, 'CONTACT_MAIL_TO' | 'CONTACT_EMAIL'>): string | null =>
  config.CONTACT_MAIL_TO ?? (config.CONTACT_EMAIL === exampleContacts.CONTACT_EMAIL ? null : config.CONTACT_EMAIL);

/** Contacts that a public start has not set: their examples would be shown to everybody. */
export const missingContacts = (env: NodeJS.ProcessEnv): string[] =>
  env['PUBLIC_URL'] ? Object.keys(exampleContacts).filter((name) => !env[name]) : [];

const isLoopback = (host: string): boolean => /^(?:127\.\d+\.\d+\.\d+|::1|localhost)$/.test(host);

interface IdentityEnv {
  readonly SMTP_URL?: string | undefined;
  readonly CONFIRM_EMAIL?: boolean | undefined;
  readonly HOST: string;
  readonly PUBLIC_URL?: string | undefined;
  readonly IDENTITY_PROVIDER: 'backend' | 'firebase';
  readonly FIREBASE_AUTH_EMULATOR?: string | undefined;
  readonly FIREBASE_PROJECT_ID?: string | undefined;
  readonly BACKEND_URL?: string | undefined;
  readonly BACKEND_SERVICE_KEY?: string | undefined;
  readonly GOOGLE_CLIENT_ID?: string | undefined;
  readonly GOOGLE_CLIENT_SECRET?: string | undefined;
  readonly OIDC_ISSUER?: string | undefined;
  readonly OIDC_CLIENT_ID?: string | undefined;
  readonly OIDC_CLIENT_SECRET?: string | undefined;
}

/** The emulator signs nothing: whoever reaches us could be anybody. */
const wrongIdentity = (env: IdentityEnv): { path: string; message: string }[] => {
  const isOpen = env.PUBLIC_URL !== undefined || !isLoopback(env.HOST) || process.env['NODE_ENV'] === 'production';
  return [
    ...(env.CONFIRM_EMAIL && env.SMTP_URL === undefined && isOpen
      ? [{ path: 'CONFIRM_EMAIL', message: 'needs SMTP_URL: nobody could confirm an address without a mail' }]
      : []),
    ...(env.FIREBASE_AUTH_EMULATOR !== undefined && isOpen
      ? [{ path: 'FIREBASE_AUTH_EMULATOR', message: 'is for tests on this machine only: its tokens are not signed' }]
      : []),
    ...(env.FIREBASE_AUTH_EMULATOR !== undefined && !env.FIREBASE_PROJECT_ID?.startsWith('demo-')
      ? [{ path: 'FIREBASE_PROJECT_ID', message: 'begins with demo- for the emulator' }]
      : []),
    ...(env.IDENTITY_PROVIDER === 'firebase' && env.BACKEND_URL !== undefined && env.BACKEND_SERVICE_KEY === undefined
      ? [{ path: 'BACKEND_SERVICE_KEY', message: 'is needed for Firebase with a hosted backend' }]
      : []),
    ...((env.GOOGLE_CLIENT_ID === undefined) !== (env.GOOGLE_CLIENT_SECRET === undefined)
      ? [{ path: 'GOOGLE_CLIENT_SECRET', message: 'and GOOGLE_CLIENT_ID are needed together' }]
      : []),
    ...(new Set([env.OIDC_ISSUER, env.OIDC_CLIENT_ID, env.OIDC_CLIENT_SECRET].map((one) => one === undefined)).size > 1
      ? [{ path: 'OIDC_ISSUER', message: 'OIDC_CLIENT_ID and OIDC_CLIENT_SECRET are needed together' }]
      : []),
  ];
};

/** As OpenTelemetry names them; its own parts read them. */
const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

const schema = z
  .object({
    HOST: text.default('127.0.0.1'),
    PORT: wholeNumber(0, 65535).default(8080),
    DATA_DIR: text.default('./data'),
    BACKUP_TO: text.optional(),
    BACKUP_AT: clockShape.prefault('03:15'),
    BACKUP_EVERY: z.coerce
      .number()
      .refine((hours) => rhythms.includes(hours), `is one of ${rhythms.join(', ')} hours`)
      .default(24),
    BACKUP_KEEP: keepShape.prefault('7 daily, 4 weekly, 12 monthly'),
    BACKUP_PASSPHRASE: z.string().optional(),
    BACKUP_S3_ENDPOINT: origin.optional(),
    BACKUP_S3_REGION: text.default('us-east-1'),
    BACKUP_S3_KEY_ID: text.optional(),
    BACKUP_S3_SECRET: text.optional(),
    DATABASE_OWNER_URL: text.optional(),
    DRAIN_SECONDS: wholeNumber(0, 300).optional(),
    DATABASE_URL: databaseUrl.optional(),
    BACKEND_URL: origin.optional(),
    BACKEND_ANON_KEY: text.optional(),
    BACKEND_JWT_SECRET: text.optional(),
    BACKEND_ISSUER: text.optional(),
    BACKEND_SERVICE_KEY: text.optional(),
    PUBLIC_URL: origin.optional(),
    TRUST_PROXY: trustProxy.default(false),
    TRUST_INGRESS: trustIngress.optional(),
    MQTT_URL: z.url({ protocol: /^(mqtts?|wss?)$/ }).optional(),
    MQTT_CA: text.optional(),
    P1_URL: z.url({ protocol: /^tcp$/ }).optional(),
    POLL_NETWORKS: pollNetworks.optional(),
    PUSH_NETWORKS: pushNetworks.optional(),
    WEB_PUSH: flag.default(true),
    HARDWARE_HOUSEHOLD: z.uuid().optional(),
    WATCH_FOLDER: text.transform((path) => resolve(path)).optional(),
    MQTT_PORT: wholeNumber(1, 65535).optional(),
    MQTT_HOST: text.optional(),
    MQTT_CERT: text.optional(),
    MQTT_KEY: text.optional(),
    MQTT_ANNOUNCE: flag.default(true),
    METRICS_TOKEN: z.string().trim().min(16).optional(),
    OTEL_EXPORTER_OTLP_ENDPOINT: origin.optional(),
    OTEL_EXPORTER_OTLP_HEADERS: text.optional(),
    OTEL_SERVICE_NAME: text.default('wattershed'),
    OTEL_TRACES_SAMPLER: z.enum(samplers).default('parentbased_always_on'),
    OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).optional(),
    SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
    CONFIRM_EMAIL: flag.optional(),
    MAIL_FROM: text.default('Wattershed <no-reply@wattershed.invalid>'),
    GUEST_DOMAIN: z
      .string()
      .regex(/^[a-z0-9.-]+\.[a-z]+$/)
      .default('guest.wattershed.invalid'),
    GUEST_DAYS: wholeNumber(1, 365).default(7),
    GUEST_LIMIT: wholeNumber(0, 1_000_000).default(500),
    GUESTS_PER_HOUR: wholeNumber(1, 1_000_000).default(10),
    SIGN_UPS_PER_HOUR: wholeNumber(1, 1_000_000).default(20),
    MESSAGES_PER_HOUR: wholeNumber(1, 1_000_000).default(10),
    OPENAI_API_KEY: text.optional(),
    OPENAI_BASE_URL: origin.optional(),
    OPENAI_MODEL: text.default('gpt-4o-mini'),
    ASSISTANT_DAILY_QUESTIONS: wholeNumber(1, 100_000).default(300),
    DEMO: flag.default(true),
    GOOGLE_SIGN_IN: flag.default(false),
    GOOGLE_CLIENT_ID: text.optional(),
    GOOGLE_CLIENT_SECRET: text.optional(),
    OIDC_ISSUER: address.optional(),
    OIDC_CLIENT_ID: text.optional(),
    OIDC_CLIENT_SECRET: text.optional(),
    OIDC_NAME: text.optional(),
    SECOND_FACTOR: flag.default(false),
    PASSKEYS: flag.default(false),
    PASSWORD_MIN_LENGTH: wholeNumber(passwordLength.min, 64).default(passwordLength.min),
    BREACHED_PASSWORDS: z.union([z.literal('off'), origin]).default('https://api.pwnedpasswords.com'),
    IDENTITY_PROVIDER: z.enum(['backend', 'firebase']).default('backend'),
    FIREBASE_API_KEY: text.optional(),
    FIREBASE_AUTH_DOMAIN: text.optional(),
    FIREBASE_PROJECT_ID: text.optional(),
    FIREBASE_APP_ID: text.optional(),
    FIREBASE_AUTH_EMULATOR: origin.optional(),
    DEBUG: flag.default(false),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn'),
    CONTACT_SALES_PHONE: text.default(exampleContacts.CONTACT_SALES_PHONE),
    CONTACT_SUPPORT_PHONE: text.default(exampleContacts.CONTACT_SUPPORT_PHONE),
    CONTACT_EMAIL: z.email().default(exampleContacts.CONTACT_EMAIL),
    CONTACT_MAIL_TO: z.email().optional(),
    CONTACT_SOCIAL: social.prefault(exampleContacts.CONTACT_SOCIAL),
  })
  .superRefine((env, context) => {
    for (const { path, message } of [...wrongIdentity(env), ...wrongBackup(env)])
      context.addIssue({ code: 'custom', path: [path], message });
    for (const [given, other] of [
      ['MQTT_CERT', 'MQTT_KEY'],
      ['MQTT_KEY', 'MQTT_CERT'],
    ] as const)
      if (env[given] && !env[other])
        context.addIssue({ code: 'custom', path: [other], message: `is needed with ${given}` });
    const hosted = ['DATABASE_URL', 'BACKEND_URL', 'BACKEND_ANON_KEY'] as const;
    if (!hosted.some((name) => env[name])) return;
    for (const name of hosted) {
      if (!env[name]) context.addIssue({ code: 'custom', path: [name], message: 'is needed with a hosted backend' });
    }
  });

export type Config = Readonly<z.infer<typeof schema>> & {
  readonly hosted: boolean;
  readonly dataDir: string;
  /** For how long requests still come after SIGTERM: until a balancer knows. One that is alone has none. */
  readonly drainMs: number;
  /** Whoever signs up at the embedded backend follows a link in a mail first. */
  readonly confirmsEmail: boolean;
};

/** Thrown with words for the operator; `main` prints them and ends with code 78 (EX_CONFIG). */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export const readConfig = (env: NodeJS.ProcessEnv): Config => {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = schema.safeParse(set);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(`The configuration has wrong values:\n${lines.join('\n')}`);
  }
  const { DATABASE_URL, DATA_DIR, DRAIN_SECONDS, SMTP_URL, PUBLIC_URL, CONFIRM_EMAIL } = parsed.data;
  return {
    ...parsed.data,
    hosted: DATABASE_URL !== undefined,
    dataDir: resolve(DATA_DIR),
    drainMs: 1_000 * (DRAIN_SECONDS ?? (DATABASE_URL === undefined ? 0 : 5)),
    confirmsEmail: CONFIRM_EMAIL ?? (SMTP_URL !== undefined && PUBLIC_URL !== undefined),
  };
};

/** Reads `.env` where present; what the environment already says wins. */
export const loadEnvFile = (path = '.env'): void => {
  if (existsSync(path)) process.loadEnvFile(path);
};
