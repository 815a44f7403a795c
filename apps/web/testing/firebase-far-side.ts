/** Google's side of Firebase, as far as a test asks it: accounts, tokens, codes, and the window in which people choose. */
import { http, HttpResponse, type JsonBodyType } from 'msw';
import { vi } from 'vitest';
import { forgetFirebase } from '#shell/session/provider/firebase/firebase-client.ts';
import { forgetWarning } from '#shell/session/provider/firebase/configuration.ts';
import { asha, sessionAnswer } from './auth-answers.ts';
import { setConfig } from './config.ts';
import { server } from './server.ts';

export const firebase = {
  apiKey: 'AIza-test-key',
  authDomain: 'home.firebaseapp.com',
  projectId: 'home',
  appId: '1:1:web:1',
  emulator: '',
};

export interface FarSide {
  /** What was asked, in order: `POST accounts:signUp`, with the body. */
  asked: { route: string; body: Record<string, unknown>; bearer: string | null }[];
  /** Answers differently from now on. */
  answer(route: string, body: JsonBodyType, status?: number): void;
  /** How old the tokens are that it gives. */
  tokenAgeS: number;
  user: Record<string, unknown>;
}

/** Read by the clients, verified by nobody here. */
function token(claims: object): string {
  const part = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '');
  return [part({ alg: 'RS256' }), part(claims), 'c2lnbmVk'].join('.');
}

function idToken(ageS: number): string {
  const iat = Math.floor(Date.now() / 1000) - ageS;
  return token({ sub: 'uid-1', iat, auth_time: iat, exp: iat + 3600 });
}

/** What the service gives for it. */
export const backendToken = token({ sub: asha.id, exp: 4_000_000_000 });

/** Firebase is the provider from here on. */
export async function openFarSide(): Promise<FarSide> {
  await forgetFirebase();
  forgetWarning();
  // The SDK remembers of a key what it has learned of it, longer than a test lasts.
  firebase.apiKey = `AIza-test-key-${crypto.randomUUID()}`;
  setConfig({ identityProvider: 'firebase', firebase });
  const given = new Map<string, [JsonBodyType, number]>();
  const far: FarSide = {
    asked: [],
    answer: (route, body, status = 200) => given.set(route, [body, status]),
    tokenAgeS: 0,
    user: { localId: 'uid-1', email: asha.email, emailVerified: true },
  };
  const credential = () => ({
    idToken: idToken(far.tokenAgeS),
    refreshToken: 'refresh',
    expiresIn: '3600',
    localId: 'uid-1',
  });
  const usual = (route: string): JsonBodyType => {
    if (route === 'POST token') {
      far.tokenAgeS = 0;
      return { access_token: idToken(0), refresh_token: 'refresh', expires_in: '3600', user_id: 'uid-1' };
    }
    if (route === 'POST accounts:lookup') return { users: [far.user] };
    if (route === 'GET projects') return { authorizedDomains: ['localhost'] };
    if (route === 'GET recaptchaParams') return { recaptchaSiteKey: 'a site' };
    if (route === 'POST accounts:sendVerificationCode') return { sessionInfo: 'message-1' };
    if (route === 'POST accounts/mfaSignIn:start') return { phoneResponseInfo: { sessionInfo: 'message-2' } };
    if (route === 'POST accounts/mfaEnrollment:start') return { phoneSessionInfo: { sessionInfo: 'message-3' } };
    return { ...credential(), email: far.user['email'] };
  };
  const reply = async (request: Request, route: string) => {
    const text = await request.text();
    const isJson = text.startsWith('{');
    const body = isJson ? (JSON.parse(text) as Record<string, unknown>) : Object.fromEntries(new URLSearchParams(text));
    far.asked.push({ route, body, bearer: request.headers.get('authorization') });
    const [answer, status] = given.get(route) ?? [usual(route), 200];
    return answer === null ? new HttpResponse(null, { status }) : HttpResponse.json(answer, { status });
  };
  server.use(
    http.all('https://identitytoolkit.googleapis.com/:version/*', ({ request }) =>
      reply(request, `${request.method} ${new URL(request.url).pathname.split('/').slice(2).join('/')}`),
    ),
    http.post('https://securetoken.googleapis.com/v1/token', ({ request }) => reply(request, 'POST token')),
    http.all('*/api/v1/identity/session', ({ request }) => {
      const route = `${request.method} session`;
      if (!given.has(route))
        given.set(route, request.method === 'POST' ? [sessionAnswer(asha, backendToken), 200] : [null, 204]);
      return reply(request, route);
    }),
    http.get('*/auth/v1/user', () => HttpResponse.json(sessionAnswer(asha).user)),
    http.post('*/auth/v1/token', () => HttpResponse.json(sessionAnswer(asha, 'renewed'))),
    http.post('*/auth/v1/logout', () => new HttpResponse(null, { status: 204 })),
  );
  return far;
}

/** As the service refuses. */
export const problem = (code: string) => ({ code, detail: code, requestId: '1' });
/** As Google refuses. */
export const refusal = (message: string) => ({ error: { code: 400, message, errors: [{ message }] } });

/** Google's invisible check, which finds everybody to be a person. */
export function stubRecaptcha(): { sizes: unknown[] } {
  const seen: { sizes: unknown[] } = { sizes: [] };
  let passed: ((token: string) => void) | undefined;
  vi.stubGlobal('grecaptcha', {
    render: (_place: HTMLElement, options: { size: unknown; callback: (token: string) => void }) => {
      seen.sizes.push(options.size);
      passed = options.callback;
      return 0;
    },
    execute: () => queueMicrotask(() => passed?.('a person')),
    getResponse: () => '',
    reset: () => undefined,
  });
  return seen;
}

export interface Popup {
  url: URL;
  features: Record<string, string>;
  closed: boolean;
  /** The person has chosen an account there. */
  choose(): void;
}

type AuthEvent = (message: { authEvent: object }) => Promise<unknown>;

const heard: { authEvent?: AuthEvent; storage: boolean } = { storage: true };
const frame = {
  restyle: async () => undefined,
  ping: async (answered: () => void) => answered(),
  register: (_name: string, handler: AuthEvent) => {
    heard.authEvent = handler;
  },
  send: (_name: string, _body: object, answered: (answer: object[]) => void) =>
    void Promise.resolve([{ webStorageSupport: heard.storage }])
      .then(answered)
      .catch(() => undefined),
};
const context = { open: async (_options: object, opened: (one: typeof frame) => Promise<unknown>) => opened(frame) };

/** The browser's windows, and the frame through which they answer. `isBlocked`: the browser opens none. */
export function stubPopups({ isBlocked = false, keepsStorage = true } = {}): Popup[] {
  const popups: Popup[] = [];
  heard.storage = keepsStorage;
  vi.stubGlobal('gapi', {
    iframes: { Iframe: true, CROSS_ORIGIN_IFRAMES_FILTER: () => true, getContext: () => context },
  });
  vi.spyOn(window, 'open').mockImplementation((address, _name, features = '') => {
    if (isBlocked) return null;
    const url = new URL(String(address));
    const popup = {
      url,
      features: Object.fromEntries(features.split(',').map((one) => one.split('=') as [string, string])),
      closed: false,
      choose: () => {
        const eventId = url.searchParams.get('eventId');
        const event = {
          type: 'signInViaPopup',
          eventId,
          urlResponse: 'https://home.firebaseapp.com/back',
          sessionId: 's',
          tenantId: null,
        };
        void heard.authEvent?.({ authEvent: event });
      },
      focus: () => undefined,
      close: () => {
        popup.closed = true;
      },
    };
    // What the SDK looks at is the window within.
    Object.assign(popup, { window: popup });
    popups.push(popup);
    return popup as unknown as Window;
  });
  return popups;
}
