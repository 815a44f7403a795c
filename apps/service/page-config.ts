/** What the page is told, from what the operator configured. */
import { maxHostedBytes, passwordLength } from '#catalogue/password-length.ts';
import type { WebConfig } from '#catalogue/web-config.ts';
import type { Config } from '#kernel/config.ts';

/** What only the running parts know. */
export interface Running {
  readonly anonKey: string;
  readonly keepsGuests: boolean;
  readonly asksToConfirm: boolean;
  readonly hasMailbox: boolean;
  readonly mqttPort: number | null;
  readonly demo: WebConfig['demo'];
}

/** With another provider its own factors count. */
const isOwn = ({ hosted, IDENTITY_PROVIDER: provider }: Config): boolean => !hosted && provider === 'backend';

/** Its own sign-in, with its own rules. */
const isHosted = ({ hosted, IDENTITY_PROVIDER: provider }: Config): boolean => hosted && provider === 'backend';

export const pageConfig = (config: Config, running: Running): WebConfig => ({
  origin: '',
  backendUrl: config.BACKEND_URL ?? '',
  anonKey: running.anonKey,
  guestDomain: config.GUEST_DOMAIN,
  guestDays: config.GUEST_DAYS,
  keepsGuests: running.keepsGuests,
  identityProvider: config.IDENTITY_PROVIDER,
  firebase: {
    apiKey: config.FIREBASE_API_KEY ?? '',
    authDomain: config.FIREBASE_AUTH_DOMAIN ?? '',
    projectId: config.FIREBASE_PROJECT_ID ?? '',
    appId: config.FIREBASE_APP_ID ?? '',
    emulator: config.FIREBASE_AUTH_EMULATOR ?? '',
  },
  passwordLength: { min: config.PASSWORD_MIN_LENGTH, max: isHosted(config) ? maxHostedBytes : passwordLength.max },
  googleSignIn: config.hosted ? config.GOOGLE_SIGN_IN : config.GOOGLE_CLIENT_ID !== undefined,
  providerName: isOwn(config) && config.OIDC_ISSUER ? (config.OIDC_NAME ?? new URL(config.OIDC_ISSUER).hostname) : '',
  secondFactor: isOwn(config) || (config.hosted && config.SECOND_FACTOR),
  passkeys: isOwn(config) || (config.hosted && config.PASSKEYS),
  ownSignIn: isOwn(config),
  debug: config.DEBUG,
  asksToConfirm: running.asksToConfirm,
  devMailbox: running.hasMailbox,
  demo: running.demo,
  mqtt: { port: running.mqttPort, isSecure: config.MQTT_CERT !== undefined, isClient: config.MQTT_URL !== undefined },
  contacts: {
    salesPhone: config.CONTACT_SALES_PHONE,
    supportPhone: config.CONTACT_SUPPORT_PHONE,
    email: config.CONTACT_EMAIL,
    social: config.CONTACT_SOCIAL,
  },
});

/**
 * To a page within those of others, whose origin it has: what leads to another site and back finds no way into a frame, and a passkey is
 * the origin's that it was made at. What others are told is where the service is found.
 */
export const pageConfigWithin = (given: WebConfig, origin: string): WebConfig => ({
  ...given,
  origin,
  googleSignIn: false,
  providerName: '',
  passkeys: false,
});
