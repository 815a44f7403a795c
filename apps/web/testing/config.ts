import { forgetEnvironment, type GivenConfig } from '#shell/data/env.ts';

const complete: GivenConfig = {
  backendUrl: '',
  anonKey: 'public-anonymous-key',
  guestDomain: 'guest.wattershed.invalid',
  guestDays: 7,
  identityProvider: 'backend',
  googleSignIn: false,
  debug: false,
  devMailbox: false,
  mqtt: { port: null, isSecure: false, isClient: false },
  contacts: {
    salesPhone: '+1 202-555-0143',
    supportPhone: '+1 202-555-0178',
    email: 'hello@example.com',
    social: [{ name: 'github', url: 'https://example.com/code' }],
  },
};

/** The configuration as the service writes it into the page, but for what the test changes or leaves out. */
export function setConfig(change: { [K in keyof GivenConfig]?: GivenConfig[K] | undefined } = {}): void {
  document.getElementById('wattershed-config')?.remove();
  const script = document.createElement('script');
  script.type = 'application/json';
  script.id = 'wattershed-config';
  script.textContent = JSON.stringify({ ...complete, ...change });
  document.head.append(script);
  forgetEnvironment();
}
