import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { signInByDialog } from '../support/account-steps.ts';
import { addDevice, newMember } from '../support/member.ts';
import { startFront, untilReadyForOffline, withoutNetwork } from '../support/offline.ts';
import { expect, test } from '../support/test.ts';

const password = 'correct horse 7';
const account = (page: Page) => page.getByRole('banner').getByRole('button', { name: /Account/ });
const signIn = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Sign in' });

const leave = async (page: Page): Promise<void> => {
  await account(page).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
};

test('C4.1 C7.5 C7.6 two windows stay in step: signing in, a new name, and leaving', async ({ context, baseURL }) => {
  const email = `${randomUUID()}@example.com`;
  await newMember(baseURL, email, password);
  const [first, second] = [await context.newPage(), await context.newPage()];
  await second.goto('/contact');
  await expect(signIn(second)).toBeVisible();
  await first.goto('/profile');
  await signInByDialog(first, email, password);
  await expect(account(second)).toBeVisible();

  await first.getByLabel('Display name').fill('Asha');
  await first.getByRole('region', { name: 'You', exact: true }).getByRole('button', { name: 'Save' }).click();
  await expect(account(second)).toHaveAccessibleName('Account: Asha');

  await leave(second);
  await expect(signIn(first)).toBeVisible();
  await expect(first.getByRole('dialog')).toBeHidden();
});

test('C4.1 C7.5 leaving while another window asks: its questions are broken off, none is refused', async ({
  context,
  baseURL,
}) => {
  const email = `${randomUUID()}@example.com`;
  await newMember(baseURL, email, password);
  const [first, second] = [await context.newPage(), await context.newPage()];
  await first.goto('/profile');
  await signInByDialog(first, email, password);
  // The one thing that this page writes by itself: what is written is waited for, not broken off.
  const written = second.waitForResponse(/\/account\/seen$/);
  await second.goto('/profile');
  await expect(second.getByLabel('Display name')).toBeVisible();
  await written;

  // A network that is as slow as can be: what the second window asks arrives when the session is over.
  let release = (): void => undefined;
  const left = new Promise<void>((resolve) => {
    release = resolve;
  });
  let asked = 0;
  const refused: string[] = [];
  second.on('response', (answer) => answer.status() === 401 && refused.push(answer.url()));
  await second.route(/\/(rest|api)\/v1\//, async (route) => {
    asked += 1;
    await left;
    await route.continue();
  });
  await second.getByRole('link', { name: 'Devices' }).first().click();
  await expect.poll(() => asked).toBeGreaterThan(0);
  const ended = first.waitForResponse(/\/auth\/v1\/logout/);
  await leave(first);
  await ended;
  release();
  await expect(signIn(first)).toBeVisible();
  await expect(signIn(second)).toBeVisible();
  await expect(second.getByRole('dialog')).toBeHidden();
  await second.unrouteAll({ behavior: 'wait' });
  expect(refused).toEqual([]);
});

test.describe('without a network', () => {
  test.use(withoutNetwork);
  test('C4.1 C7.5 leaving in one window is leaving in both', async ({ context, baseURL }) => {
    const email = `${randomUUID()}@example.com`;
    await newMember(baseURL, email, password);
    const [first, second] = [await context.newPage(), await context.newPage()];
    await first.goto('/profile');
    await signInByDialog(first, email, password);
    await second.goto('/contact');
    await expect(account(second)).toBeVisible();
    for (const page of [first, second]) await untilReadyForOffline(page);
    await context.setOffline(true);
    await first.getByRole('button', { name: 'On this device' }).click();
    await expect(signIn(first)).toBeVisible();
    await expect(signIn(second)).toBeVisible();
  });

  test('C7.5 leaving before the links below the page were ever fetched leaves the app standing', async ({
    page,
    context,
    baseURL,
    untilEnd,
  }) => {
    const front = await untilEnd(startFront(baseURL));
    front.held.push(/footer-links/);
    const email = `${randomUUID()}@example.com`;
    await newMember(baseURL, email, password);
    await page.goto(`${front.url}/profile`);
    await signInByDialog(page, email, password);
    await untilReadyForOffline(page);
    front.isAway = true;
    await context.setOffline(true);
    await page.getByRole('button', { name: 'On this device' }).click();
    await expect(signIn(page)).toBeVisible();
    const missed = page.waitForEvent('console', (message) => message.text().includes('NotKeptError'));
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await missed;
    await expect(signIn(page)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  });
});

/** Whatever this browser still holds: storage, databases, kept files, and what the page itself says. */
const heldBy = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const rows = async (name: string): Promise<unknown[]> => {
      const base = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.addEventListener('success', () => resolve(opening.result));
        opening.addEventListener('error', () => reject(opening.error ?? new Error(name)));
      });
      const all = [...base.objectStoreNames].map(
        (store) =>
          new Promise<unknown>((resolve) => {
            const asked = base.transaction(store).objectStore(store).getAll();
            asked.addEventListener('success', () => resolve(asked.result));
          }),
      );
      const found = await Promise.all(all);
      base.close();
      return found;
    };
    const databases = await Promise.all((await indexedDB.databases()).map(({ name = '' }) => rows(name)));
    const kept = await Promise.all(
      (await caches.keys()).map(async (name) => {
        const cache = await caches.open(name);
        const answers = (await cache.matchAll()).filter(({ url }) => !url.includes('/assets/'));
        return Promise.all(answers.map((answer) => answer.text()));
      }),
    );
    return (
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), databases, kept, history.state]) +
      document.title +
      document.documentElement.outerHTML
    );
  });

test.describe('what stays in the browser', () => {
  test.use(withoutNetwork);

  test('C7.5 C9.9 who leaves takes along what the browser knew: the household, its rooms, the person', async ({
    page,
    baseURL,
  }) => {
    const email = `${randomUUID()}@example.com`;
    const member = await newMember(baseURL, email, password);
    await member.ask('PATCH', `/rest/v1/households?id=eq.${member.householdId}`, { name: 'Quetzal Villa' });
    await member.ask('PATCH', `/rest/v1/profiles?user_id=eq.${member.userId}`, { display_name: 'Quilla' });
    await addDevice(member, 'Quartz lamp', 'hall', 'electricity');
    await page.goto('/dashboard');
    await signInByDialog(page, email, password);
    await page.goto('/household');
    await expect(page.getByText('Quetzal Villa').first()).toBeVisible();
    await page.goto('/devices');
    await expect(page.locator('[data-device="Quartz lamp"]')).toBeVisible();
    await untilReadyForOffline(page);
    expect(await heldBy(page)).toMatch(/Quetzal|Quartz/);
    await leave(page);
    await expect(signIn(page)).toBeVisible();
    const own = new RegExp(`Quetzal|Quartz|Quilla|${email}|${member.userId}|${member.householdId}`);
    await expect.poll(async () => own.exec(await heldBy(page))?.[0]).toBeUndefined();
    await page.goto('/contact');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(own.exec(await heldBy(page))?.[0]).toBeUndefined();
  });
});
