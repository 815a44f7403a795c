import { expectSoundPage } from './support/page-checks.ts';
import { expect, test } from './support/test.ts';

test('C2.1 C2.2 C6.1 a visitor walks through every page, is never redirected, and sees labelled samples or a sign-in prompt @phone', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page).toHaveTitle(/Wattershed/);
  await expect(page.getByRole('button', { name: 'Explore the demo household' })).toBeVisible();
  await expectSoundPage(page);
  await page.goto('/dashboard');
  await expect(page.getByText('Sample', { exact: true }).first()).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expectSoundPage(page);
  for (const path of ['/devices', '/profile']) {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('button', { name: 'Sign in' })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
  }
});

test('C2.3 the theme is light and saved as light, whatever was stored and whatever the system prefers', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'));
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light');
  const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(paper).toBe('rgb(246, 244, 239)');
});

test('C4.5 C9.1 the language is chosen by the person, announced, and kept in this browser @phone', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.getByRole('button', { name: /Language/ }).click();
  await page.getByRole('menuitemradio', { name: 'Español' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await expect(
    page
      .getByText(/Español/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('language'))).toBe('es');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await page.evaluate(() => localStorage.setItem('language', 'hi'));
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
  await expectSoundPage(page);
});

test.describe('an address that does not exist', () => {
  test.use({ expectedErrors: [/404/] });
  test('C2.1 any other path: the not-found page with the right title and a way home', async ({ page }) => {
    const answer = await page.goto('/no/such/page');
    expect(answer?.status()).toBe(404);
    await expect(page).toHaveTitle(/Page not found/);
    await page.getByRole('link', { name: 'Go to Home' }).click();
    await expect(page).toHaveURL(/\/$/);
  });
});

test('C2.6 the footer has its five columns on every page, its contacts from configuration, and no dead link', async ({
  page,
  baseURL,
}) => {
  for (const path of ['/', '/dashboard', '/devices', '/profile']) {
    await page.goto(path);
    const footer = page.getByRole('contentinfo');
    // Its links come with the view.
    await footer.scrollIntoViewIfNeeded();
    for (const column of ['Apps and Extensions', 'Learn', 'Community', 'Company', 'Contact Sales']) {
      await expect(footer.getByRole('heading', { name: column })).toBeVisible();
    }
    await expect(footer.getByText('+1 202-555-0143')).toBeVisible();
    await expect(footer.getByText(`© ${new Date().getFullYear()} Wattershed`)).toBeVisible();
  }
  const links = await page
    .getByRole('contentinfo')
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
  for (const link of links.filter((one) => one.startsWith(baseURL ?? ''))) {
    expect((await page.request.get(link)).status(), link).toBe(200);
  }
});

test('C9.9 a page carries the public key alone, and a content policy without unsafe-*', async ({ page }) => {
  const answer = await page.goto('/');
  const policy = answer?.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("script-src 'self' 'nonce-");
  expect(policy).not.toContain('unsafe');
  const config = JSON.parse(await page.locator('#wattershed-config').innerHTML()) as Record<string, unknown>;
  const claims = JSON.parse(Buffer.from(String(config['anonKey']).split('.')[1] ?? '', 'base64url').toString()) as {
    role: string;
  };
  expect(claims.role).toBe('anon');
  expect(Object.keys(config).sort()).toEqual([
    'anonKey',
    'asksToConfirm',
    'backendUrl',
    'contacts',
    'debug',
    'demo',
    'devMailbox',
    'firebase',
    'googleSignIn',
    'guestDays',
    'guestDomain',
    'identityProvider',
    'keepsGuests',
    'mqtt',
    'origin',
    'ownSignIn',
    'passkeys',
    'passwordLength',
    'providerName',
    'secondFactor',
  ]);
});

test.describe('a window that was open while Wattershed was updated', () => {
  test.use({ expectedErrors: [/404|dynamically imported module/] });
  test('loads itself again when a page asks for a file that is gone', async ({ page }) => {
    await page.goto('/dashboard');
    await expect(page.getByText('Sample', { exact: true }).first()).toBeVisible();
    let isReloaded = false;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) isReloaded = true;
    });
    await page.route(/\/assets\/devices-[^/]*\.js/, (route) =>
      isReloaded ? route.fallback() : route.fulfill({ status: 404 }),
    );
    await page.getByRole('navigation').getByRole('link', { name: 'Devices' }).first().click();
    await expect(page.getByRole('main').getByRole('button', { name: 'Sign in' })).toBeVisible();
    expect(isReloaded).toBe(true);
  });
});

test('whose work is in the pages is told at their foot, with its terms', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Open source, Apache 2.0' }).click();
  for (const work of ['react-dom', 'echarts', '@fontsource-variable/anek-devanagari', 'SIL OPEN FONT LICENSE'])
    await expect(page.locator('body')).toContainText(work);
});
