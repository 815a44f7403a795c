import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { signInByDialog } from '../support/account-steps.ts';
import { enter, linkHash, newMember } from '../support/member.ts';
import { expectSoundPage } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

const password = 'correct horse 7';
const ended = 'You were signed out here';
// The page whose session was ended is refused; that is how it learns.
test.use({ expectedErrors: [/status of 40[01]/] });

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:146.0) Gecko/20100101 Firefox/146.0';

/** Another browser of the same person, by its own name at least. */
async function elsewhere(browser: Browser, baseURL: string | undefined, email: string): Promise<Page> {
  const context = await browser.newContext({ userAgent: firefox, ...(baseURL !== undefined && { baseURL }) });
  const page = await context.newPage();
  await page.goto('/devices');
  await signInByDialog(page, email, password);
  return page;
}

const banner = (page: Page, name: string | RegExp) => page.getByRole('banner').getByRole('button', { name });

test('C7.5 C7.9 one sees where one is signed in, ends one of them, and that one says so and asks to sign in again @phone', async ({
  page,
  browser,
  baseURL,
}) => {
  const email = `${randomUUID()}@example.com`;
  await newMember(baseURL, email, password);
  const other = await elsewhere(browser, baseURL, email);
  await page.goto('/profile');
  await signInByDialog(page, email, password);
  const card = page.getByRole('region', { name: 'Where you are signed in', exact: true });
  // The sign-up itself, the other browser, and this one.
  await expect(card.getByRole('listitem')).toHaveCount(3);
  await expect(card.getByRole('listitem').filter({ hasText: 'This one' })).toHaveCount(1);
  await expectSoundPage(page);

  await card.getByRole('button', { name: 'Sign out Firefox on Windows' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(card.getByRole('listitem')).toHaveCount(2);

  await other.goto('/profile');
  await expect(other.getByRole('dialog').getByText(ended)).toBeVisible();
  await expectSoundPage(other);
  await other.getByRole('dialog').getByLabel('E-mail').fill(email);
  await other.getByRole('dialog').getByLabel('Password', { exact: true }).fill(password);
  await other.getByRole('dialog').getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(banner(other, /Account/)).toBeVisible();
  await other.context().close();
});

test('C7.5 signing out everywhere reaches the other browsers', async ({ page, browser, baseURL }) => {
  const email = `${randomUUID()}@example.com`;
  await newMember(baseURL, email, password);
  const other = await elsewhere(browser, baseURL, email);
  await page.goto('/profile');
  await signInByDialog(page, email, password);
  await page.getByRole('button', { name: 'On all devices' }).click();
  await expect(banner(page, 'Sign in')).toBeVisible();
  await expect(page.getByText(ended)).toBeHidden();
  await other.goto('/profile');
  await expect(other.getByRole('dialog').getByText(ended)).toBeVisible();
  await expect(banner(other, 'Sign in')).toBeVisible();
  await other.context().close();
});

test('C7.5 all others are signed out at once, and this one stays', async ({ page, browser, baseURL }) => {
  const email = `${randomUUID()}@example.com`;
  await newMember(baseURL, email, password);
  const other = await elsewhere(browser, baseURL, email);
  await page.goto('/profile');
  await signInByDialog(page, email, password);
  const card = page.getByRole('region', { name: 'Where you are signed in', exact: true });
  await card.getByRole('button', { name: 'Sign out all others' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(card.getByRole('listitem')).toHaveCount(1);
  await page.reload();
  await expect(banner(page, /Account/)).toBeVisible();
  await other.goto('/profile');
  await expect(other.getByRole('dialog').getByText(ended)).toBeVisible();
  await other.context().close();
});

test('C4.1 the link of somebody else’s session asks first, and who stays is untouched @phone', async ({
  page,
  baseURL,
}) => {
  const [mine, theirs] = [`asha-${randomUUID()}@example.com`, `mallory-${randomUUID()}@example.com`];
  await enter(page, await newMember(baseURL, mine));
  const { session } = await newMember(baseURL, theirs);
  await page.goto(`/dashboard${linkHash(session)}`);
  const dialog = page.getByRole('dialog', { name: `This link signs you in as ${theirs}` });
  await expect(dialog.getByText(`You are signed in here as ${mine}.`)).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expectSoundPage(page);
  await dialog.getByRole('button', { name: 'Stay as I am' }).click();
  await expect(dialog).toBeHidden();
  await page.reload();
  await expect(banner(page, `Account: ${mine}`)).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('C4.1 C7.5 who changes accounts by a link is told as whom they are signed in, and their session here ends', async ({
  page,
  context,
  baseURL,
}) => {
  const theirs = `ben-${randomUUID()}@example.com`;
  const before = await newMember(baseURL);
  await enter(page, before);
  const other = await context.newPage();
  await page.goto('/contact');
  await expect(banner(page, /Account/)).toBeVisible();
  await other.goto(`${baseURL}/contact${linkHash((await newMember(baseURL, theirs)).session)}`);
  await other.getByRole('dialog').getByRole('button', { name: 'Switch to that account' }).click();
  await expect(other.getByText('You are signed in', { exact: true })).toBeVisible();
  await expect(banner(other, `Account: ${theirs}`)).toBeVisible();
  // The window that was open hears of it.
  await expect(banner(page, `Account: ${theirs}`)).toBeVisible();
  await expect.poll(async () => (await before.ask('GET', '/auth/v1/user')).ok).toBe(false);
});

test('C7.6 of a change that both mailboxes have to agree to, the first link says that the other one is open', async ({
  page,
  baseURL,
}) => {
  await enter(page, await newMember(baseURL));
  await page.goto(
    '/profile#message=Confirmation+link+accepted.+Please+proceed+to+confirm+link+sent+to+the+other+email',
  );
  await expect(page.getByText('You opened one of the two links')).toBeVisible();
  await expect(page.getByText(/Open the link in the other mailbox too/)).toBeVisible();
  await expect(page).toHaveURL(/\/profile$/);
});
