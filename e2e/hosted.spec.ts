import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { leave, openDialogAt, signInAt, signUpAt, watchOrigin } from './support/account-steps.ts';
import { addDevice, enter, type Member, newMember, newToken, send } from './support/member.ts';
import { screenNames, screens } from './support/screens.ts';
import { type HostedProduct, startHosted } from './support/separate-backend.ts';
import { untilSteady } from './support/page-checks.ts';
import { expect, test } from './support/test.ts';

// One product for all: its backend is another process on another origin, and publishes the keys that it signs with.
test.describe.configure({ mode: 'default', timeout: 180_000 });

let product: HostedProduct;
test.beforeAll(async () => {
  product = await startHosted('ES256');
});
test.afterAll(() => product.stop());

const banner = (page: Page) => page.getByRole('banner');
const signUp = (page: Page) => signUpAt(product.url, page);
const signIn = (page: Page, email: string, secret?: string) => signInAt(product.url, page, email, secret);
const openDialog = (page: Page) => openDialogAt(product.url, page);

test('C1.3 C4.1 C5.2 C7.1 C7.2 C7.6 hosted: sign-up, display name, sign-out, sign-in; every call goes to the backend’s origin', async ({
  page,
}) => {
  const astray = watchOrigin(product.url, page);
  const email = await signUp(page);
  await page.goto(`${product.url}/profile`);
  await page.getByLabel('Display name').fill('Asha');
  await page.getByRole('region', { name: 'You', exact: true }).getByRole('button', { name: 'Save' }).click();
  await expect(banner(page).getByRole('button', { name: 'Account: Asha' })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Display name')).toHaveValue('Asha');
  await leave(page);
  await signIn(page, email);
  await expect(banner(page).getByRole('button', { name: 'Account: Asha' })).toBeVisible();
  expect(astray).toEqual([]);
});

test('C5.6 C7.4 hosted: a guest sees the demo household, and keeps everything as a member', async ({ page }) => {
  await page.goto(product.url);
  await page.getByRole('button', { name: 'Explore the demo household' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText('Simulated', { exact: true }).first()).toBeVisible();
  await page.goto(`${product.url}/devices`);
  const lamp = page.getByRole('switch', { name: /Hall electricity/ });
  await lamp.click();
  await expect(lamp).not.toBeChecked();
  await page.goto(`${product.url}/profile`);
  const keep = page.getByRole('region', { name: 'Keep this as your own account', exact: true });
  const email = `${randomUUID()}@example.com`;
  await keep.getByLabel('E-mail').fill(email);
  await keep.getByLabel(/^(New p|P)assword$/).fill('stays with me 1');
  await keep.getByRole('button', { name: 'Keep everything' }).click();
  await expect(page.getByText('This account is yours now').first()).toBeVisible();
  await leave(page);
  await signIn(page, email, 'stays with me 1');
  await page.goto(`${product.url}/devices`);
  await expect(lamp).not.toBeChecked();
});

test('C7.7 C7.8 hosted: the mail leads to the backend, from there to our reset page, and works once', async ({
  page,
}) => {
  const email = `${randomUUID()}@example.com`;
  await newMember(product.url, email);
  await openDialog(page);
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await page.getByRole('dialog').getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText(`If ${email} has an account`)).toBeVisible();
  const linkTo = () => product.mails.find(({ to }) => to === email)?.link ?? '';
  await expect.poll(linkTo).toMatch(new RegExp(`^${product.backendUrl}/auth/v1/verify\\?`));
  await page.goto(linkTo());
  await expect(page).toHaveURL(new RegExp(`^${product.url}/reset-password#?$`));
  await page.getByLabel('New password', { exact: true }).fill('a new one 99');
  await page.getByLabel('Repeat the new password').fill('a new one 99');
  await page.getByRole('button', { name: 'Save the new password' }).click();
  await expect(page.getByText('Your password is changed').first()).toBeVisible();
  await page.goto(`${product.url}/dashboard`);
  await leave(page);
  await signIn(page, email, 'a new one 99');
  await leave(page);
  await page.goto(linkTo());
  await expect(page).toHaveURL(new RegExp(`^${product.url}/reset-password`));
  await expect(page.getByLabel('New password', { exact: true })).toBeHidden();
});

test('C7.8 hosted: a link that would lead elsewhere leads to our own origin', async ({ page }) => {
  const email = `${randomUUID()}@example.com`;
  await newMember(product.url, email);
  const recover = `${product.backendUrl}/auth/v1/recover?redirect_to=${encodeURIComponent('https://evil.example/')}`;
  const headers = { apikey: product.anonKey, 'content-type': 'application/json' };
  expect((await fetch(recover, { method: 'POST', headers, body: JSON.stringify({ email }) })).status).toBe(200);
  const linkTo = () => product.mails.find(({ to }) => to === email)?.link ?? '';
  await expect.poll(linkTo).not.toBe('');
  await page.goto(linkTo());
  await expect(page).toHaveURL(new RegExp(`^${product.url}/`));
});

test('C4.1 C7.9 C9.6 hosted: a session that has run out is renewed at the backend’s origin', async ({ page }) => {
  const member = await newMember(product.url);
  await enter(page, { ...member, session: { ...member.session, expires_at: 1_700_000_000 } });
  const renewed = page.waitForResponse(`${product.backendUrl}/auth/v1/token?grant_type=refresh_token`);
  await page.goto(`${product.url}/profile`);
  expect((await renewed).status()).toBe(200);
  await expect(page.getByRole('region', { name: 'You', exact: true })).toBeVisible();
});

test.describe('a household', () => {
  let member: Member;
  test.beforeEach(async ({ page }) => {
    member = await newMember(product.url);
    await enter(page, member);
  });

  test('C7.12 C7.13 C7.15 hosted: a device is switched, and a reading is on the dashboard while it is looked at', async ({
    page,
  }) => {
    const lamp = await addDevice(member, 'Hall lamp', 'hall', 'electricity');
    const token = await newToken(member);
    await page.goto(`${product.url}/devices`);
    const toggle = page.getByRole('switch', { name: 'Hall lamp: on' });
    await toggle.click();
    await expect(page.getByText('Hall lamp is now off')).toBeVisible();
    await page.reload();
    await expect(toggle).not.toBeChecked();
    const first = { meter: lamp.key, value: 100_000, secondsAgo: 60 };
    expect((await send(product.url, token, [first])).status).toBe(200);
    await page.goto(`${product.url}/dashboard`);
    await expect(page.locator('[data-today="electricity"]')).toContainText('–');
    await send(product.url, token, [{ meter: lamp.key, value: 103_000, secondsAgo: 1 }]);
    await expect(page.locator('[data-today="electricity"]')).toContainText('3.00');
  });

  test('C7.16 hosted: a document is kept at the backend’s storage, given back byte for byte, and deleted', async ({
    page,
  }) => {
    const bytes = Buffer.from(`%PDF-1.7\n${'0123456789'.repeat(7000)}`);
    const astray = watchOrigin(product.url, page);
    await page.goto(`${product.url}/billing/prices`);
    const card = page.getByRole('region', { name: 'Documents', exact: true });
    const file = { name: 'बिजली का बिल.pdf', mimeType: 'application/pdf', buffer: bytes };
    await card.getByLabel('Add documents').setInputFiles([file]);
    const row = card.locator('[data-document="बिजली का बिल.pdf"]');
    await expect(row).toBeVisible();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      row.getByRole('button', { name: 'Download बिजली का बिल.pdf' }).click(),
    ]);
    expect((await readFile(await download.path())).equals(bytes)).toBe(true);
    const zip = Buffer.from(await (await member.ask('GET', '/api/v1/account/export')).arrayBuffer());
    expect(zip.includes(`documents/${member.householdId}/बिजली का बिल.pdf`)).toBe(true);
    await row.getByRole('button', { name: 'Delete बिजली का बिल.pdf' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click();
    await expect(row).toBeHidden();
    expect(astray).toEqual([]);
  });

  test('C7.10 C2.9 hosted: every screen opens without an error and without a break of its content policy', async ({
    page,
  }) => {
    for (const screen of screenNames.filter((name) => name !== 'not-found')) {
      await page.goto(`${product.url}${screens[screen]}`);
      await untilSteady(page);
    }
    await page.goto(`${product.url}/health`);
    for (const part of ['service', 'auth', 'data'])
      await expect(page.locator(`[data-part="${part}"]`)).toContainText('Works');
  });
});

test('C4.1 C7.5 hosted: two tabs are one session, in and out', async ({ context, page }) => {
  const email = await signUp(page);
  const other = await context.newPage();
  await other.goto(`${product.url}/devices`);
  await expect(banner(other).getByRole('button', { name: /Account/ })).toBeVisible();
  await leave(other);
  await expect(banner(page).getByRole('button', { name: 'Sign in' })).toBeVisible();
  await signIn(page, email);
  await expect(banner(other).getByRole('button', { name: /Account/ })).toBeVisible();
});

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });
  test('C7.12 hosted: the worker lets the backend’s answers through', async ({ page }) => {
    const member = await newMember(product.url);
    await addDevice(member, 'Hall lamp', 'hall', 'electricity');
    await enter(page, member);
    await page.goto(`${product.url}/devices`);
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await page.reload();
    await expect(page.getByRole('switch', { name: 'Hall lamp: on' })).toBeChecked();
  });
});

for (const signing of ['HS256', 'RS256'] as const) {
  test(`C4.1 C5.6 hosted: tokens signed with ${signing} are taken; without a service key no guest is told to stay`, async ({
    page,
    untilEnd,
  }) => {
    const own = await untilEnd(startHosted(signing, { DEMO: '0', BACKEND_SERVICE_KEY: '' }));
    const member = await newMember(own.url);
    await addDevice(member, 'Hall lamp', 'hall', 'electricity');
    await enter(page, member);
    await page.goto(`${own.url}/devices`);
    await expect(page.getByRole('switch', { name: 'Hall lamp: on' })).toBeChecked();
    expect((await member.ask('GET', '/api/v1/usage/latest')).status).toBe(200);
    const forged = `${String(member.session['access_token']).split('.').slice(0, 2).join('.')}.AAAA`;
    const refused = await member.ask('GET', '/api/v1/usage/latest', undefined, { authorization: `Bearer ${forged}` });
    expect(refused.status).toBe(401);

    await page.evaluate(() => localStorage.clear());
    const guest = await page.context().newPage();
    await guest.goto(own.url);
    await guest.getByRole('button', { name: 'Explore the demo household' }).click();
    await expect(guest).toHaveURL(/\/dashboard$/);
    await guest.goto(`${own.url}/profile`);
    await expect(guest.getByRole('heading', { name: 'Your data' })).toBeVisible();
    await expect(guest.getByRole('heading', { name: 'Keep this as your own account' })).toBeHidden();
  });
}
