import { expect, test } from 'vitest';
import { contentPolicy } from './web-app.ts';

const firebase = {
  apiKey: 'k',
  authDomain: 'home.firebaseapp.com',
  projectId: 'home',
  appId: '1:1:web:1',
  emulator: '',
};
const own = { backendUrl: '', identityProvider: 'backend', firebase } as const;
const part = (policy: string, name: string) => policy.split('; ').find((one) => one.startsWith(`${name} `));

test('with the backend’s own sign-in a page talks to this origin alone, and shows no frame', () => {
  const policy = contentPolicy('n0nce', own);
  expect(part(policy, 'script-src')).toBe("script-src 'self' 'nonce-n0nce'");
  expect(part(policy, 'connect-src')).toBe("connect-src 'self'");
  expect(part(policy, 'frame-src')).toBeUndefined();
  expect(part(policy, 'object-src')).toBe("object-src 'none'");
  expect(part(policy, 'base-uri')).toBe("base-uri 'none'");
  expect(part(policy, 'frame-ancestors')).toBe("frame-ancestors 'none'");
  expect(policy).not.toContain('google');
  const hosted = contentPolicy('n0nce', { ...own, backendUrl: 'https://backend.example/some/path' });
  expect(part(hosted, 'connect-src')).toBe("connect-src 'self' https://backend.example wss://backend.example");
});

test('C7.20 C5.3 with Firebase its domain, its calls, Google’s script and the reCAPTCHA are let in, and nothing else', () => {
  const policy = contentPolicy('n0nce', { ...own, identityProvider: 'firebase' });
  expect(part(policy, 'script-src')).toBe(
    "script-src 'self' 'nonce-n0nce' https://apis.google.com https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/",
  );
  expect(part(policy, 'frame-src')).toBe(
    'frame-src https://home.firebaseapp.com https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/',
  );
  expect(part(policy, 'connect-src')).toBe(
    "connect-src 'self' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com",
  );
  expect(policy).not.toContain('unsafe');
});

test('what an operator writes as a domain never becomes a rule of its own', () => {
  for (const authDomain of ['', 'x.example; script-src *', 'x.example *', 'x.example/path?a=b', "'none'"]) {
    const policy = contentPolicy('n', { ...own, identityProvider: 'firebase', firebase: { ...firebase, authDomain } });
    expect(policy.match(/script-src/g)).toHaveLength(1);
    expect(part(policy, 'frame-src')?.split(' ').slice(1)).not.toContain('*');
  }
});
