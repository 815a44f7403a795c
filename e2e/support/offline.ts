import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { BrowserContext, Page } from '@playwright/test';
import { noonZone } from '#apps/service/testing/noon-zone.ts';
import { addDevice, enter, type Member, newMember, newToken, send } from './member.ts';
import { expect } from './test.ts';

/** For journeys whose network is taken away. */
export const withoutNetwork = {
  serviceWorkers: 'allow' as const,
  // Refused, and a stream that is cut: the server before the service has gone while the page was open.
  expectedErrors: [
    /ERR_(INTERNET_DISCONNECTED|FAILED|CONNECTION_RESET|CONNECTION_REFUSED|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING)|Failed to fetch|NotKeptError/,
  ],
};

const lost = 'network=lost';
const told = new WeakSet<BrowserContext>();

/**
 * Takes the network away from all pages of `context`, of which one is open. Some Chromium (147) tells only the documents that are open now that
 * there is none, and a page that is loaded meanwhile the opposite: a cookie tells those.
 */
export async function loseNetwork(context: BrowserContext): Promise<void> {
  if (!told.has(context)) {
    told.add(context);
    await context.addInitScript((cookie) => {
      // An empty document has no cookies.
      if (location.protocol === 'about:') return;
      const inBrowser = Object.getOwnPropertyDescriptor(Navigator.prototype, 'onLine');
      const get = () => !document.cookie.includes(cookie) && Boolean(inBrowser?.get?.call(navigator));
      Object.defineProperty(Navigator.prototype, 'onLine', { get });
      if (document.cookie.includes(cookie)) Object.assign(window, { wasLoadedWithoutNetwork: true });
    }, lost);
  }
  const [name = '', value = ''] = lost.split('=');
  await context.addCookies([{ name, value, url: new URL(context.pages()[0]?.url() ?? '').origin }]);
  await context.setOffline(true);
}

export async function regainNetwork(context: BrowserContext): Promise<void> {
  await context.clearCookies({ name: lost.split('=')[0] ?? '' });
  await context.setOffline(false);
  // To documents that it told nothing of a loss it says nothing of the end either.
  const say = () => 'wasLoadedWithoutNetwork' in window && dispatchEvent(new Event('online'));
  for (const page of context.pages()) await page.evaluate(say);
}

/** A member whose home has used 250 Wh, and who has seen it on this browser. */
export async function visitBefore(page: Page, baseURL: string | undefined, origin = ''): Promise<Member> {
  const member = await newMember(baseURL);
  // Where it is about noon, so that the last ten minutes are of one day.
  const zone = { time_zone: noonZone(), time_zone_chosen: true };
  await member.ask('PATCH', `/rest/v1/households?id=eq.${member.householdId}`, zone);
  const lamp = await addDevice(member, 'Hall lamp', 'hall', 'electricity');
  const token = await newToken(member);
  await send(baseURL, token, [{ meter: lamp.key, value: 1000, secondsAgo: 600 }]);
  await send(baseURL, token, [{ meter: lamp.key, value: 1250, secondsAgo: 60 }]);
  await enter(page, member);
  await page.goto(`${origin}/devices`);
  await expect(page.locator('[data-device="Hall lamp"]')).toContainText('shows 1.250');
  // What a page was told is written a moment after it is shown.
  for (const name of ['devices', 'meters', 'latest']) {
    await expect.poll(async () => (await rowIds(page, 'answers')).some((id) => id.startsWith(`["${name}"`))).toBe(true);
  }
  await page.goto(`${origin}/dashboard`);
  await expect(page.locator('[data-today="electricity"]')).toContainText('0.25');
  await untilReadyForOffline(page);
  return member;
}

/** Paths of the files that the service worker keeps. */
export function filesKept(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
}

export async function answersKept(page: Page): Promise<number> {
  return (await rowIds(page, 'answers')).length;
}

export async function changesKept(page: Page): Promise<number> {
  return (await rowIds(page, 'changes')).length;
}

function rowIds(page: Page, store: string): Promise<string[]> {
  return page.evaluate(
    (name) =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('wattershed');
        opening.addEventListener('error', () => reject(opening.error ?? new Error('not opened')));
        opening.addEventListener('success', () => {
          const asking = opening.result.transaction(name).objectStore(name).getAllKeys();
          asking.addEventListener('success', () => {
            opening.result.close();
            resolve(asking.result.map(String));
          });
        });
      }),
    store,
  );
}

/** Until the worker has taken over and keeps what this page has loaded, and the page's last answers are written. */
export async function untilReadyForOffline(page: Page): Promise<void> {
  await untilFilesKept(page);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('wattershed-kept-for'))).not.toBeNull();
  await page.evaluate(() => {
    // As when somebody looks at something else for a moment: what is still to be written is written then.
    Object.defineProperty(document, 'hidden', { value: true, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
    Reflect.deleteProperty(document, 'hidden');
    document.dispatchEvent(new Event('visibilitychange'));
  });
  // A question to the browser's database is answered after what was to be written before it.
  expect(await answersKept(page)).toBeGreaterThan(0);
}

/** Until the worker has taken over and keeps what this page has loaded. */
export async function untilFilesKept(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await expect
    .poll(async () => {
      const kept = await filesKept(page);
      const loaded = await page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => new URL(name).pathname)
          .filter((path) => path.startsWith('/assets/')),
      );
      return loaded.filter((path) => !kept.includes(path));
    })
    .toEqual([]);
}

/** A server before the service, as a reverse proxy is: it can change a word of the app's files, let some wait, or be away. */
export async function startFront(baseURL: string | undefined) {
  const target = new URL(baseURL ?? '');
  let words: { from: string; inPages: string; inWorker: string } | undefined;
  const waiting = new Map<string, () => void>();
  const front = {
    url: '',
    isAway: false,
    /** Paths whose answers wait until they are let through. */
    held: [] as RegExp[],
    isWaiting: (path: RegExp) => [...waiting.keys()].some((each) => path.test(each)),
    letThrough: (path: RegExp) => {
      front.held = front.held.filter((each) => each !== path);
      for (const [each, go] of waiting) if (path.test(each)) go();
    },
    replace: (from: string, inPages: string, inWorker = inPages) => {
      words = { from, inPages, inWorker };
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
  const pass = (asked: IncomingMessage, answer: ServerResponse) => {
    if (front.isAway) return asked.socket.destroy();
    const path = asked.url ?? '/';
    if (front.held.some((each) => each.test(path))) return waiting.set(path, () => pass(asked, answer));
    const { 'if-none-match': _tag, 'if-modified-since': _date, ...asking } = asked.headers;
    const headers = { ...asking, host: target.host, 'accept-encoding': 'identity' };
    const isWorker = path === '/service-worker.js';
    const isText = isWorker || asked.headers.accept?.includes('text/html') === true || path === '/';
    const passed = request({ host: target.hostname, port: target.port, path, method: asked.method, headers }, (got) => {
      if (!isText || words === undefined) {
        answer.writeHead(got.statusCode ?? 502, got.headers);
        return got.pipe(answer);
      }
      const parts: Buffer[] = [];
      got.on('data', (part: Buffer) => parts.push(part));
      got.on('end', () => {
        const { from = '', inPages = '', inWorker = '' } = words ?? {};
        const text = Buffer.concat(parts).toString();
        const body = Buffer.from(text.replaceAll(from, isWorker ? inWorker : inPages));
        const { etag: _etag, 'last-modified': _modified, ...rest } = got.headers;
        answer.writeHead(got.statusCode ?? 502, { ...rest, 'content-length': body.length });
        answer.end(body);
      });
    });
    passed.on('error', () => asked.socket.destroy());
    asked.pipe(passed);
  };
  const server = createServer(pass);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  front.url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  return front;
}
