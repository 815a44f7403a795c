import { passwordLength } from '#catalogue/password-length.ts';
import type { WebConfig } from '#catalogue/web-config.ts';
import { base, isWithin } from './base.ts';

/** What the service writes into `#wattershed-config`, as far as it was given. */
export type GivenConfig = Partial<WebConfig>;
type RequiredSetting = 'backendUrl' | 'anonKey';

const unset: Omit<WebConfig, RequiredSetting> = {
  origin: '',
  guestDomain: '',
  guestDays: 7,
  keepsGuests: true,
  identityProvider: 'backend',
  firebase: { apiKey: '', authDomain: '', projectId: '', appId: '', emulator: '' },
  passwordLength,
  googleSignIn: false,
  providerName: '',
  secondFactor: false,
  passkeys: false,
  ownSignIn: false,
  debug: false,
  asksToConfirm: false,
  devMailbox: false,
  demo: 'ready',
  mqtt: { port: null, isSecure: false, isClient: false },
  contacts: { salesPhone: '', supportPhone: '', email: '', social: [] },
};

export type Environment = Omit<WebConfig, RequiredSetting> & {
  backend: BackendAddress | undefined;
  missing: RequiredSetting[];
};

export interface BackendAddress {
  /** Without a slash at its end; /auth/v1 and /rest/v1 answer below it. */
  url: string;
  anonKey: string;
}

/** `here`: where the page stands. An empty backend URL means there; one that was not given at all is missing. */
export function readEnvironment(text: string, here: string): Environment {
  const { backendUrl, anonKey = '', ...given } = parse(text);
  const missing: RequiredSetting[] = [];
  if (backendUrl === undefined || !URL.canParse(backendUrl, here)) missing.push('backendUrl');
  if (anonKey.trim() === '') missing.push('anonKey');
  const url = missing.length === 0 ? new URL(backendUrl ?? '', here).href.replace(/\/+$/, '') : '';
  // No browser makes a passkey for a machine that is called by its number.
  const passkeys = given.passkeys === true && !/^[\d.]+$|^\[/.test(new URL(here).hostname);
  return { ...unset, ...given, passkeys, missing, backend: missing.length === 0 ? { url, anonKey } : undefined };
}

function parse(text: string): GivenConfig {
  try {
    return JSON.parse(text) as GivenConfig;
  } catch {
    return {};
  }
}

let current: Environment | undefined;

export function environment(): Environment {
  current ??= readEnvironment(document.getElementById('wattershed-config')?.textContent ?? '', location.origin + base);
  return current;
}

/**
 * Our origin for whoever is not here: a device, a mail, another person. Within the pages of others it is the service's own, which may know
 * itself by every address of its machine and none: then this machine's.
 */
export function outsideOrigin(): string {
  const { origin } = environment();
  if (!isWithin || origin === '') return location.origin;
  const own = new URL(origin);
  if (/^(0\.0\.0\.0|\[::\])$/.test(own.hostname)) own.hostname = location.hostname;
  return own.origin;
}

/** For tests: the next reader reads the page's configuration anew. */
export function forgetEnvironment(): void {
  current = undefined;
}
