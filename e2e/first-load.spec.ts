import { readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page, Request } from '@playwright/test';
import { enter, newGuest } from './support/member.ts';
import { type Screen, screens } from './support/screens.ts';
import { untilShown } from './support/page-checks.ts';
import { expect, test } from './support/test.ts';

/** Most bytes of script, as they travel (Brotli). */
const budgets = { home: 115_000, dashboard: 175_000 };
const ownChunk = 40_000;
const assets = fileURLToPath(new URL('../apps/web/dist/assets/', import.meta.url));

async function scriptBytes(page: Page, screen: Screen): Promise<number> {
  const loaded: Promise<number>[] = [];
  let isPrepared = false;
  const count = (request: Request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/assets/start-offline-')) isPrepared = true;
    if (pathname.endsWith('.js')) loaded.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  };
  page.on('requestfinished', count);
  await page.goto(screens[screen]);
  await untilShown(page);
  // It comes half a second after the page, whatever the machine: with it all is there that comes by itself.
  await expect.poll(() => isPrepared).toBe(true);
  // What comes later is no first load, and nobody would wait for its size before the page closes.
  page.off('requestfinished', count);
  const sizes = await Promise.all(loaded);
  expect(sizes.length).toBeGreaterThan(3);
  return sizes.reduce((sum, size) => sum + size, 0);
}

test('C2.2 Home loads at most 115 kB of script', async ({ page }) => {
  expect(await scriptBytes(page, 'home')).toBeLessThanOrEqual(budgets.home);
});

test('C2.2 the Dashboard of a signed-in person loads at most 175 kB of script', async ({ page, baseURL }) => {
  await enter(page, await newGuest(baseURL));
  expect(await scriptBytes(page, 'dashboard')).toBeLessThanOrEqual(budgets.dashboard);
});

test('C2.2 no page has a chunk of its own beyond 40 kB; charts are apart', () => {
  const pages = [
    'home',
    'dashboard',
    'billing',
    'devices',
    'connect',
    'import',
    'analytics',
    'community',
    'contact',
    'health',
    'household',
    'join',
    'notices',
    'changes',
    'profile',
    'reset-password',
    'faq-requests',
  ];
  const files = readdirSync(assets).filter((file) =>
    pages.some((name) => file.startsWith(`${name}-`) && file.endsWith('.js.br')),
  );
  const large = files.filter((file) => statSync(`${assets}${file}`).size > ownChunk);
  expect(files.length).toBeGreaterThanOrEqual(pages.length);
  expect(large).toEqual([]);
});
