import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test as base, type BrowserContext, expect, type Page } from '@playwright/test';

export { expect };

/** What stands in for Google's script between a page and its pop-up: without a network there is no other. */
const script = readFileSync(fileURLToPath(new URL('gapi-stub.js', import.meta.url)), 'utf8');
const here = /^(localhost|127\.0\.0\.1)$/;

/** Told of by the emulator itself, or by the browser of a refusal that a journey is about. */
const expected = [
  /the server responded with a status of (400|401|403|410)/,
  /501 \(Not Implemented\)/,
  /net::ERR_INTERNET/,
];

async function cutOff(context: BrowserContext): Promise<void> {
  await context.route(
    ({ hostname }) => !here.test(hostname),
    (route) =>
      route.request().url().startsWith('https://apis.google.com/js/api.js')
        ? route.fulfill({ contentType: 'text/javascript', body: script })
        : route.abort('internetdisconnected'),
  );
}

export const test = base.extend<{ outside: undefined }>({
  baseURL: async ({}, use) => use(process.env['WATTERSHED_E2E_URL']),

  // Nothing outside this machine is reached, and no page breaks its content policy.
  outside: [
    async ({ context, baseURL }, use) => {
      await cutOff(context);
      const errors: string[] = [];
      context.on('console', (message) => {
        const isOurs =
          message
            .page()
            ?.url()
            .startsWith(baseURL ?? '') === true;
        if (message.type() === 'error' && isOurs) errors.push(message.text());
      });
      await context.addInitScript(() => {
        // On a machine without any network the browser takes itself to be offline: what is asked here is on the machine.
        Object.defineProperty(Navigator.prototype, 'onLine', { get: () => true });
        document.addEventListener('securitypolicyviolation', (event) => {
          console.error(`Content policy: ${event.violatedDirective} refused ${event.blockedURI}`);
        });
      });
      await use(undefined);
      expect(errors.filter((error) => !expected.some((pattern) => pattern.test(error)))).toEqual([]);
    },
    { auto: true },
  ],
});

export const newAddress = (): string => `${randomUUID()}@example.com`;
export const newPhone = (): string =>
  `+3460${Math.floor(Math.random() * 1e7)
    .toString()
    .padStart(7, '0')}`;
export const password = 'long-enough-7x';

export async function openDialog(page: Page, path = '/dashboard'): Promise<void> {
  await page.goto(path);
  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
}

export async function signUp(page: Page, email: string): Promise<void> {
  await openDialog(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create an account' }).click();
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByLabel('New password').fill(password);
  await dialog.getByRole('button', { name: 'Create account' }).click();
  await expectSignedIn(page);
}

export async function signIn(page: Page, email: string, secret = password): Promise<void> {
  await openDialog(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByLabel('Password', { exact: true }).fill(secret);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
}

export async function expectSignedIn(page: Page): Promise<void> {
  await expect(page.getByRole('banner').getByRole('button', { name: /^Account/ })).toBeVisible();
}

export async function expectSignedOut(page: Page): Promise<void> {
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign in' })).toBeVisible();
}

export async function signOut(page: Page): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Account/ })
    .click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expectSignedOut(page);
  // Nobody who leaves is told that the session has ended.
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

interface StoredSession {
  access_token: string;
  user: { id: string; email?: string; user_metadata: { display_name?: string } };
}

/** The backend's session, as this browser keeps it. */
export async function session(page: Page): Promise<StoredSession | null> {
  return page.evaluate(() => JSON.parse(localStorage.getItem('wattershed-session') ?? 'null') as StoredSession | null);
}
