import type { Page } from '@playwright/test';
import { addDevice, enter, type Member, newMember, newToken, send } from './member.ts';
import { expect } from './test.ts';

/** For journeys whose network is taken away. */
export const withoutNetwork = {
  serviceWorkers: 'allow' as const,
  expectedErrors: [/ERR_(INTERNET_DISCONNECTED|FAILED|CONNECTION_RESET|EMPTY_RESPONSE)|Failed to fetch|NotKeptError/],
};

/** A member whose home has used 250 Wh, and who has seen it on this browser. */
export async function visitBefore(page: Page, baseURL: string | undefined, origin = ''): Promise<Member> {
  const member = await newMember(baseURL);
  const lamp = await addDevice(member, 'Hall lamp', 'hall', 'electricity');
  const token = await newToken(member);
  await send(baseURL, token, [{ meter: lamp.key, value: 1000, secondsAgo: 600 }]);
  await send(baseURL, token, [{ meter: lamp.key, value: 1250, secondsAgo: 60 }]);
  await enter(page, member);
  await page.goto(`${origin}/devices`);
  await expect(page.locator('[data-device="Hall lamp"]')).toContainText('shows 1.250');
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

export function answersKept(page: Page): Promise<number> {
  return countRows(page, 'answers');
}

export function changesKept(page: Page): Promise<number> {
  return countRows(page, 'changes');
}

function countRows(page: Page, store: string): Promise<number> {
  return page.evaluate(
    (name) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('wattershed');
        opening.addEventListener('error', () => reject(opening.error ?? new Error('not opened')));
        opening.addEventListener('success', () => {
          const counting = opening.result.transaction(name).objectStore(name).count();
          counting.addEventListener('success', () => {
            opening.result.close();
            resolve(counting.result);
          });
        });
      }),
    store,
  );
}

/** Until the worker has taken over and keeps what this page has loaded, and the page's last answers are written. */
export async function untilReadyForOffline(page: Page): Promise<void> {
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
  await expect.poll(() => page.evaluate(() => localStorage.getItem('wattershed-kept-for'))).not.toBeNull();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
}
