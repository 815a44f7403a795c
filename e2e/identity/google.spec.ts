import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { type OwnService, startOwnService } from '../support/start-service.ts';
import { expect, test } from '../support/test.ts';

const standIn = new URL('../support/google-stand-in.mjs', import.meta.url).href;
let service: OwnService;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  service = await startOwnService({
    GOOGLE_CLIENT_ID: 'stand-in',
    GOOGLE_CLIENT_SECRET: 'not a secret',
    NODE_OPTIONS: `--import ${standIn}`,
  });
});
test.afterAll(() => service.stop());

interface Account {
  sub: string;
  email: string;
  email_verified: boolean;
  name: string;
}

const newAccount = (change: Partial<Account> = {}): Account => ({
  sub: randomUUID(),
  email: `${randomUUID()}@example.com`,
  email_verified: true,
  name: 'Asha Rao',
  ...change,
});

/** The page where somebody chooses an account, with the two buttons that matter, instead of the way there. */
async function standInForGoogle(context: BrowserContext, account: Account): Promise<URL[]> {
  const visits: URL[] = [];
  await context.route('**/auth/v1/authorize?*', async (route) => {
    const answer = await route.fetch({ maxRedirects: 0 });
    const visit = new URL(answer.headers()['location'] ?? '');
    visits.push(visit);
    const back = new URL(visit.searchParams.get('redirect_uri') ?? '');
    back.searchParams.set('state', visit.searchParams.get('state') ?? '');
    const nonce = visit.searchParams.get('nonce');
    const code = Buffer.from(JSON.stringify({ ...account, nonce })).toString('base64url');
    const link = (name: string, value: string, label: string) => {
      const href = new URL(back);
      href.searchParams.set(name, value);
      return `<a href="${href.href.replaceAll('&', '&amp;')}">${label}</a>`;
    };
    const body = `<h1>Choose an account</h1>${link('code', code, 'Continue')} ${link('error', 'access_denied', 'Cancel')}`;
    await route.fulfill({ contentType: 'text/html', body });
  });
  return visits;
}

async function goToGoogle(page: Page, from: string): Promise<void> {
  await page.goto(`${service.url}${from}`);
  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
}

const accountButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: /Account/ });

test('C7.3 C1.3 one leaves for Google, comes back to the page one was on, signed in, with a clean address', async ({
  page,
  context,
}) => {
  const visits = await standInForGoogle(context, newAccount());
  await goToGoogle(page, '/contact?topic=help#form');
  expect(visits[0]?.origin).toBe('https://accounts.google.com');
  const asked = visits[0]?.searchParams;
  expect(asked?.get('redirect_uri')).toBe(`${service.url}/auth/v1/callback`);
  expect(asked?.get('state')).toBeTruthy();
  expect([...(asked?.keys() ?? [])].sort()).toEqual([
    'client_id',
    'code_challenge',
    'code_challenge_method',
    'nonce',
    'redirect_uri',
    'response_type',
    'scope',
    'state',
  ]);

  await page.getByRole('link', { name: 'Continue' }).click();
  await expect(accountButton(page)).toBeVisible();
  await expect(page).toHaveURL(`${service.url}/contact?topic=help#form`);
  await expect
    .poll(() => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('wattershed'))))
    .toEqual([]);
  await page.reload();
  await expect(accountButton(page)).toHaveAccessibleName(/Asha Rao/);
});

test('C7.3 who turns back at Google is told so, where they were, and stays a visitor', async ({ page, context }) => {
  await standInForGoogle(context, newAccount());
  await goToGoogle(page, '/contact');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByText('You did not finish signing in with Google. Nothing was changed.').first()).toBeVisible();
  await expect(page).toHaveURL(`${service.url}/contact`);
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign in' })).toBeVisible();
});

test('C7.3 an address that Google has not proved opens no account', async ({ page, context }) => {
  await standInForGoogle(context, newAccount({ email_verified: false }));
  await goToGoogle(page, '/contact');
  await page.getByRole('link', { name: 'Continue' }).click();
  await expect(page.getByText('Google did not confirm who you are.').first()).toBeVisible();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign in' })).toBeVisible();
});

test.describe('a way back that is not one’s own', () => {
  test.use({ expectedErrors: [/status of 4\d\d/] });

  test('C7.3 a code that was fetched in another browser signs nobody in', async ({ page, context, browser }) => {
    const theirs = await browser.newContext();
    const thief = await theirs.newPage();
    await standInForGoogle(theirs, newAccount({ name: 'Mallory' }));
    await goToGoogle(thief, '/contact');
    let caught = '';
    await theirs.route('**/auth/v1/callback?*', async (route) => {
      caught = (await route.fetch({ maxRedirects: 0 })).headers()['location'] ?? '';
      return route.abort();
    });
    await thief.getByRole('link', { name: 'Continue' }).click();
    await expect.poll(() => caught).toContain('?code=');
    await theirs.close();

    // Even while this browser is on a way of its own: the proofs differ.
    await standInForGoogle(context, newAccount());
    await goToGoogle(page, '/contact');
    await page.goto(caught);
    await expect(page.getByText('This Google sign-in did not start in this browser').first()).toBeVisible();
    await expect(page.getByRole('banner').getByRole('button', { name: 'Sign in' })).toBeVisible();
    await expect(page).toHaveURL(`${service.url}/contact`);
  });

  test('C7.3 a wrong state leads to no session', async ({ page, context }) => {
    await standInForGoogle(context, newAccount());
    await goToGoogle(page, '/contact');
    const link = page.getByRole('link', { name: 'Continue' });
    const address = new URL((await link.getAttribute('href')) ?? '');
    address.searchParams.set('state', randomUUID());
    await page.goto(address.href);
    await page.goto(service.url);
    await expect(page.getByRole('banner').getByRole('button', { name: 'Sign in' })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('wattershed-session'))).toBeNull();
  });
});
