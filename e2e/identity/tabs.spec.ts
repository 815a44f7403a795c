import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { signInByDialog } from '../support/account-steps.ts';
import { newMember } from '../support/member.ts';
import { untilReadyForOffline, withoutNetwork } from '../support/offline.ts';
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
    await untilReadyForOffline(second);
    await context.setOffline(true);
    await first.getByRole('button', { name: 'On this device' }).click();
    await expect(signIn(first)).toBeVisible();
    await expect(signIn(second)).toBeVisible();
  });
});
