import { disableAccount, findAccount, openLink } from './support/emulator.ts';
import {
  expect,
  expectSignedIn,
  expectSignedOut,
  newAddress,
  openDialog,
  password,
  session,
  signIn,
  signOut,
  signUp,
  test,
} from './support/test.ts';

test('C1.3 C7.20 C4.1 sign-up, the address confirmed by its link, reload, sign-out, a wrong password in words, sign-in', async ({
  page,
}) => {
  const email = newAddress();
  await signUp(page, email);
  const first = await session(page);
  await page.goto('/profile');
  const confirm = page.getByRole('region', { name: 'Confirm your address' });
  await expect(confirm).toContainText(email);
  await confirm.getByRole('button', { name: 'I have opened it' }).click();
  await expect(page.getByText('The link has not been opened yet.')).toBeVisible();
  await openLink('VERIFY_EMAIL', email);
  await confirm.getByRole('button', { name: 'I have opened it' }).click();
  await expect(confirm).toBeHidden();
  await expect.poll(async () => (await session(page))?.user.email).toBe(email);

  await page.reload();
  await expectSignedIn(page);
  await signOut(page);
  await signIn(page, email, 'not-the-one-8x');
  await expect(page.getByText('This e-mail and password do not match.')).toBeVisible();
  await signIn(page, email);
  await expectSignedIn(page);
  expect((await session(page))?.user.id).toBe(first?.user.id);
});

test('C7.21 the session comes for a bearer token of Firebase by POST, and DELETE ends it', async ({
  page,
  baseURL,
}) => {
  const sent: { method: string; bearer: string }[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/v1/identity/session')) return;
    sent.push({ method: request.method(), bearer: request.headers()['authorization'] ?? '' });
  });
  await signUp(page, newAddress());
  const token = (await session(page))?.access_token ?? '';
  await page.reload();
  await expectSignedIn(page);
  await signOut(page);
  expect(sent.map(({ method }) => method)).toEqual(['POST', 'DELETE']);
  const claims = JSON.parse(atob(sent[0]?.bearer.split('.')[1] ?? '')) as { iss: string; iat: number };
  expect(claims.iss).toBe('https://securetoken.google.com/demo-home');
  expect(Date.now() / 1000 - claims.iat).toBeLessThan(300);
  expect(sent[1]?.bearer).toBe(`Bearer ${token}`);
  await expect
    .poll(
      async () =>
        (await fetch(`${baseURL}/api/v1/account/ending`, { headers: { authorization: `Bearer ${token}` } })).status,
      {
        timeout: 40_000,
      },
    )
    .toBe(401);
});

test('C7.21 with Firebase nobody gets in by the backend’s own doors', async ({ baseURL }) => {
  const { anonKey } = (await (await fetch(`${baseURL}/api/v1/web-config`)).json()) as { anonKey: string };
  const knock = (path: string) =>
    fetch(`${baseURL}/auth/v1/${path}`, {
      method: 'POST',
      headers: { apikey: anonKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email: newAddress(), password }),
    });
  for (const path of ['signup', 'token?grant_type=password', 'recover'])
    expect((await knock(path)).status, path).toBe(403);
});

test('C7.20 a forgotten password is chosen anew by the link in the mail', async ({ page }) => {
  const email = newAddress();
  await signUp(page, email);
  await signOut(page);
  await openDialog(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Forgot your password?' }).click();
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByRole('button', { name: 'Send the link' }).click();
  await expect(dialog.getByText(`If ${email} has an account`)).toBeVisible();
  await openLink('PASSWORD_RESET', email, '&newPassword=another-one-9y');
  await signIn(page, email, 'another-one-9y');
  await expectSignedIn(page);
});

test('C7.20 a new address counts when its link was opened; the account and its name stay', async ({ page }) => {
  const [email, wanted] = [newAddress(), newAddress()];
  await signUp(page, email);
  await openLink('VERIFY_EMAIL', email);
  await page.goto('/profile');
  await page.getByLabel('Display name').fill('Asha');
  const you = page.getByRole('region', { name: 'You', exact: true });
  await you.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Account: Asha' })).toBeVisible();
  expect((await findAccount(email))?.displayName).toBe('Asha');
  const { id } = (await session(page))?.user ?? {};

  await you.getByLabel('E-mail').fill(wanted);
  await you.getByRole('button', { name: 'Change' }).click();
  await expect(you).toContainText(wanted);
  await openLink('VERIFY_AND_CHANGE_EMAIL', wanted);
  await page.reload();
  await expect.poll(async () => (await session(page))?.user.email ?? null).not.toBe(email);
  if ((await session(page)) !== null) await signOut(page);
  await signIn(page, wanted);
  await expectSignedIn(page);
  expect((await session(page))?.user).toMatchObject({ id, email: wanted, user_metadata: { display_name: 'Asha' } });
});

test('C4.1 two windows sign in and out together', async ({ page, context }) => {
  const other = await context.newPage();
  await other.goto('/community');
  await expectSignedOut(other);
  await signUp(page, newAddress());
  await expectSignedIn(other);
  await signOut(other);
  await expectSignedOut(page);
  await page.reload();
  await expectSignedOut(page);
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('firebase:authUser'))),
  ).toEqual([]);
});

test('C8.9 somebody who was shut out at Firebase is out here too, and is told why', async ({ page }) => {
  const email = newAddress();
  await signUp(page, email);
  await disableAccount((await findAccount(email))?.localId ?? '');
  await page.reload();
  await expectSignedOut(page);
  await signIn(page, email);
  await expect(page.getByText('This account is blocked. Please write to us if that is a mistake.')).toBeVisible();
  expect(await session(page)).toBeNull();
});
