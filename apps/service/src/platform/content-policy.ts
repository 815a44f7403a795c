/** What a page may load, and from where: this origin, a hosted backend, and what Firebase needs where people sign in with it. */
import type { WebConfig } from '@wattershed/contracts';

interface Sources {
  readonly scripts: readonly string[];
  readonly frames: readonly string[];
  readonly connections: readonly string[];
}

const originOf = (url: string): string[] => (URL.canParse(url) ? [new URL(url).origin] : []);

/** Its calls; Google's script that talks to the frame on its domain, by which pop-ups answer; and the invisible reCAPTCHA. */
const firebase = ({ authDomain, emulator }: WebConfig['firebase']): Sources => ({
  scripts: ['https://apis.google.com', 'https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
  frames: [
    ...originOf(`https://${authDomain}`),
    ...originOf(emulator),
    'https://www.google.com/recaptcha/',
    'https://recaptcha.google.com/recaptcha/',
  ],
  connections: ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com', ...originOf(emulator)],
});
const nothing: Sources = { scripts: [], frames: [], connections: [] };

type Given = Pick<WebConfig, 'backendUrl' | 'identityProvider' | 'firebase'>;

export const contentPolicy = (nonce: string, given: Given): string => {
  const { scripts, frames, connections } = given.identityProvider === 'firebase' ? firebase(given.firebase) : nothing;
  const backend = originOf(given.backendUrl).flatMap((origin) => [origin, origin.replace(/^http/, 'ws')]);
  return [
    "default-src 'none'",
    ["script-src 'self'", `'nonce-${nonce}'`, ...scripts].join(' '),
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...backend, ...connections].join(' '),
    ...(frames.length > 0 ? [`frame-src ${frames.join(' ')}`] : []),
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
};
