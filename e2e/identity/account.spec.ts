import { randomUUID } from 'node:crypto';
import { fillSignIn, leave, openDialogAt, signUpAt, untilMailed } from '../support/account-steps.ts';
import { newMember } from '../support/member.ts';
import { expectSoundPage, untilSteady } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

test.describe('signing in', () => {
  test.use({ expectedErrors: [/400 \(Bad Request\)/] });
  test('C1.3 C4.1 C5.2 C7.1 C7.2 sign-up, sign-out, a wrong password in words, sign-in, and the session survives a reload @phone', async ({
    page,
  }) => {
    const email = await signUpAt('', page);
    await page.reload();
    await expect(page.getByRole('banner').getByRole('button', { name: /Account/ })).toBeVisible();
    await leave(page);
    await openDialogAt('', page);
    await expectSoundPage(page);
    await fillSignIn(page, email, 'wrong horse 8');
    await expect(page.getByText('This e-mail and password do not match.')).toBeVisible();
    await fillSignIn(page, email, 'correct horse 7');
    await expect(page.getByRole('dialog')).toBeHidden();
  });
});

test('C5.6 C7.4 one press on Home opens the demo household, labelled simulated, with the day until which it is kept; keeping it keeps everything @phone', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Explore the demo household' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(
    page.getByText(/^(You are a guest in the simulated demo household|Guest until)/).filter({ visible: true }),
  ).toHaveCount(1);
  await expect(page.getByText('Simulated', { exact: true }).first()).toBeVisible();
  await page.goto('/devices');
  const lamp = page.getByRole('switch', { name: /Hall electricity/ });
  await lamp.click();
  await expect(lamp).not.toBeChecked();
  await page.getByRole('banner').getByRole('button', { name: 'Account: Guest' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  const asked = page.getByRole('dialog', { name: 'Sign out as a guest?' });
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await expect(asked).toBeHidden();

  await page.goto('/profile');
  const email = `${randomUUID()}@example.com`;
  const keep = page.getByRole('region', { name: 'Keep this as your own account', exact: true });
  await keep.getByLabel('E-mail').fill(email);
  await keep.getByLabel(/^(New p|P)assword$/).fill('stays with me 1');
  await keep.getByRole('button', { name: 'Keep everything' }).click();
  await expect(page.getByText('This account is yours now').first()).toBeVisible();
  await page.goto('/devices');
  await expect(page.getByRole('switch', { name: /Hall electricity/ })).not.toBeChecked();
});

test('C7.6 the display name is changed on the Profile and shown', async ({ page }) => {
  await signUpAt('', page);
  await page.goto('/profile');
  // What comes late above the form moves its button.
  await untilSteady(page);
  await page.getByLabel('Display name').fill('Asha');
  await page.getByRole('region', { name: 'You', exact: true }).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Account: Asha' })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Display name')).toHaveValue('Asha');
});

test('C2.11 C7.7 C7.8 a forgotten password: the mail links to our own origin, the new password works, the link works once', async ({
  page,
  baseURL,
  serviceLog,
}) => {
  const email = `${randomUUID()}@example.com`;
  await newMember(baseURL, email);
  await openDialogAt('', page);
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await page.getByRole('dialog').getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText(`If ${email} has an account`)).toBeVisible();

  const mailbox = /http:\S+\/dev\/mailbox\?key=\S+/.exec(serviceLog())?.[0] ?? '';
  await page.goto(mailbox);
  const link = page.locator('article', { hasText: email }).getByRole('link');
  await untilMailed(page, link);
  expect(await link.getAttribute('href')).toMatch(new RegExp(`^${baseURL}/`));
  await link.click();
  await expect(page).toHaveURL(/\/reset-password/);
  await page.getByLabel('New password', { exact: true }).fill('a new one 99');
  await page.getByLabel('Repeat the new password').fill('a new one 99');
  await page.getByRole('button', { name: 'Save the new password' }).click();
  await expect(page.getByText('Your password is changed').first()).toBeVisible();
  await page.goto('/dashboard');
  await leave(page);
  await openDialogAt('', page);
  await fillSignIn(page, email, 'a new one 99');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('C7.5 signing out everywhere ends the session of this browser', async ({ page }) => {
  await signUpAt('', page);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'On all devices' }).click();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('wattershed-session'))).toBeNull();
});
