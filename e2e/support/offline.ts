import type { Page } from '@playwright/test';
import { expect } from './test.ts';

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
