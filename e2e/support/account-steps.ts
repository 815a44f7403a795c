import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { expect } from './test.ts';

const password = 'correct horse 7';
/** A page, or what stands in one of its frames. */
export type Shown = Pick<Page, 'getByRole' | 'locator'>;

const banner = (page: Shown) => page.getByRole('banner');

/** The steps of an account by the dialog, as a person goes them: on the page that is open, or on the product at `url`. */
async function openDialog(page: Shown): Promise<void> {
  await banner(page).getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

/** In the dialog that is open; what follows may be a second step. */
export async function fillSignIn(page: Shown, email: string, secret: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByLabel('Password', { exact: true }).fill(secret);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
}

export async function signInByDialog(page: Page, email: string, secret: string): Promise<void> {
  await openDialog(page);
  await fillSignIn(page, email, secret);
  await expect(page.getByRole('dialog')).toBeHidden();
}

export async function openDialogAt(url: string, page: Page): Promise<void> {
  await page.goto(`${url}/dashboard`);
  await openDialog(page);
}

export async function signInAt(url: string, page: Page, email: string, secret = password): Promise<void> {
  await page.goto(`${url}/dashboard`);
  await signInByDialog(page, email, secret);
}

export async function signUpAt(url: string, page: Page): Promise<string> {
  await page.goto(`${url}/dashboard`);
  return signUpByDialog(page);
}

export async function signUpByDialog(page: Shown): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  await openDialog(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create an account' }).click();
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByLabel('New password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Create account' }).click();
  await expect(dialog).toBeHidden();
  return email;
}

export async function leave(page: Shown): Promise<void> {
  await banner(page)
    .getByRole('button', { name: /Account/ })
    .click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(banner(page).getByRole('button', { name: 'Sign in' })).toBeVisible();
}

/** A mail goes out beside the answer that announces it: the mailbox, which is open, is looked at until it is there. */
export async function untilMailed(mailbox: Page, mail: Locator): Promise<void> {
  await expect(async () => {
    await mailbox.reload();
    await expect(mail).toBeVisible({ timeout: 500 });
  }).toPass();
}

/** The backend's paths that a page has asked the origin of `url` for. */
export function watchOrigin(url: string, page: Page): string[] {
  const astray: string[] = [];
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin === url && /^\/(auth|rest|storage)\//.test(pathname)) astray.push(pathname);
  });
  return astray;
}
