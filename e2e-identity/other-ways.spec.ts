import type { Page } from '@playwright/test';
import { codeFor, openLink } from './support/emulator.ts';
import {
  expect,
  expectSignedIn,
  newAddress,
  newPhone,
  openDialog,
  password,
  session,
  signIn,
  signOut,
  signUp,
  test,
} from './support/test.ts';

const google = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Continue with Google' });

/** What the emulator shows in place of Google. */
async function chooseAccount(page: Page, email: string): Promise<void> {
  await page.locator('.js-new-account').click();
  await page.locator('#email-input').fill(email);
  await page.locator('#sign-in').click();
}

async function openGoogle(page: Page): Promise<Page> {
  const opening = page.waitForEvent('popup');
  await google(page).click();
  return opening;
}

test('C9.4 C7.20 Google signs in by a pop-up of 500 by 600', async ({ page }) => {
  await openDialog(page, '/community');
  const popup = await openGoogle(page);
  await popup.locator('.js-new-account').waitFor();
  expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([500, 600]);
  const email = newAddress();
  await chooseAccount(popup, email);
  await expectSignedIn(page);
  await expect(page).toHaveURL(/\/community$/);
  expect((await session(page))?.user.email).toBe(email);
});

test('C4.3 C9.7 a new pop-up cancels the earlier one, and a closed one is told of', async ({ page }) => {
  await openDialog(page);
  const first = await openGoogle(page);
  await first.locator('.js-new-account').waitFor();
  const closed = first.waitForEvent('close');
  const second = await openGoogle(page);
  await closed;
  await second.locator('.js-new-account').waitFor();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await second.close();
  await expect(page.getByText('The window closed before you signed in.')).toBeVisible({ timeout: 20_000 });
  expect(await session(page)).toBeNull();
});

test('C7.20 where pop-ups are blocked Google is reached by redirect, and back is the same page', async ({ page }) => {
  await page.addInitScript(() => {
    if (!location.pathname.startsWith('/emulator')) window.open = () => null;
  });
  await openDialog(page, '/contact?from=here');
  await google(page).click();
  await page.waitForURL(/\/emulator\/auth\/handler/);
  const email = newAddress();
  await chooseAccount(page, email);
  await expectSignedIn(page);
  await expect(page).toHaveURL(/\/contact\?from=here$/);
  expect((await session(page))?.user.email).toBe(email);
});

test('C5.6 C7.20 a guest looks round, and keeps everything under an address of one’s own', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Explore the demo household' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(
    page.getByText('You are a guest in the simulated demo household.').filter({ visible: true }),
  ).toHaveCount(1);
  const guest = await session(page);
  await page.goto('/devices');
  const lamp = page.getByRole('switch', { name: /Hall electricity/ });
  await lamp.click();
  await expect(lamp).not.toBeChecked();

  await page.goto('/profile');
  const email = newAddress();
  const keep = page.getByRole('region', { name: 'Keep this as your own account' });
  await keep.getByLabel('E-mail').fill(email);
  await keep.getByLabel(/^(New p|P)assword$/).fill(password);
  await keep.getByRole('button', { name: 'Keep everything' }).click();
  await expect(page.getByText('This account is yours now').first()).toBeVisible();
  await expect(keep).toBeHidden();

  await openLink('VERIFY_EMAIL', email);
  await signOut(page);
  await signIn(page, email);
  await expectSignedIn(page);
  expect((await session(page))?.user).toMatchObject({ id: guest?.user.id, email });
  await page.goto('/devices');
  await expect(page.getByRole('switch', { name: /Hall electricity/ })).not.toBeChecked();
});

test('C7.20 C5.3 a phone signs in with the code that was sent to it, and with no other', async ({ page }) => {
  const number = newPhone();
  await openDialog(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Continue with a phone' }).click();
  await dialog.getByRole('button', { name: 'Send a code' }).click();
  await expect(dialog.getByText('Please enter a phone number.')).toBeVisible();
  await dialog.getByLabel('Phone number').fill('600 123');
  await dialog.getByRole('button', { name: 'Send a code' }).click();
  await expect(dialog.getByText('Please enter a phone number with its country code')).toBeVisible();
  await dialog.getByLabel('Phone number').fill(number);
  await dialog.getByRole('button', { name: 'Send a code' }).click();
  await expect(dialog.getByText(`A code is on its way to ${number}.`)).toBeVisible();
  const code = await codeFor(number);
  await dialog.getByLabel('Code').fill(code === '123456' ? '654321' : '123456');
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(dialog.getByText('This code is not right. Please try the newest one.')).toBeVisible();
  await dialog.getByLabel('Code').fill(code);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expectSignedIn(page);
});

test('C7.20 a phone as second step is registered, asked for at sign-in, and removed', async ({ page }) => {
  const [email, number] = [newAddress(), newPhone()];
  await signUp(page, email);
  await page.goto('/profile');
  const card = page.getByRole('region', { name: 'Second step' });
  await expect(card).toContainText('Confirm your e-mail address first');
  await openLink('VERIFY_EMAIL', email);
  await page.getByRole('button', { name: 'I have opened it' }).click();
  await card.getByRole('button', { name: 'Add a phone' }).click();
  await card.getByLabel('Phone number').fill(number);
  await card.getByRole('button', { name: 'Send a code' }).click();
  await card.getByLabel('Code').fill(await sentTo(page, number));
  await card.getByRole('button', { name: 'Add this phone' }).click();
  await expect(card.getByRole('listitem')).toContainText(number);

  await signOut(page);
  await signIn(page, email);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Send a code to / }).click();
  await dialog.getByLabel('Code').fill('000000');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByText('This code is not right.')).toBeVisible();
  expect(await session(page)).toBeNull();
  await dialog.getByLabel('Code').fill(await codeFor(number));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expectSignedIn(page);

  await page.goto('/profile');
  await card.getByRole('button', { name: `Remove ${number}` }).click();
  await expect(card.getByRole('listitem')).toHaveCount(0);
});

async function sentTo(page: Page, number: string): Promise<string> {
  await expect(page.getByText(`A code is on its way to ${number}.`)).toBeVisible();
  return codeFor(number);
}
