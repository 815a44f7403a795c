import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { signInByDialog } from './support/account-steps.ts';
import { newMember } from './support/member.ts';
import { untilReadyForOffline, withoutNetwork } from './support/offline.ts';
import { expect, test } from './support/test.ts';

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
  await first.getByRole('region', { name: 'You' }).getByRole('button', { name: 'Save' }).click();
  await expect(account(second)).toHaveAccessibleName('Account: Asha');

  await leave(second);
  await expect(signIn(first)).toBeVisible();
  await expect(first.getByRole('dialog')).toBeHidden();
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
