import { enter, newMember } from './support/member.ts';
import { expectSoundPage } from './support/page-checks.ts';
import { expect, test } from './support/test.ts';

test('C2.9 the page says that all works, part by part, and what is not set up @phone', async ({ page }) => {
  await page.goto('/health');
  await expect(page.getByText('Everything works')).toBeVisible();
  const stateOf = (part: string) => page.locator(`[data-part="${part}"]`);
  for (const part of ['app', 'service', 'auth', 'data', 'database', 'ingest', 'mail'])
    await expect(stateOf(part)).toContainText('Works');
  for (const part of ['mqtt', 'assistant']) await expect(stateOf(part)).toContainText('Not set up');
  await expect(stateOf('service')).toContainText(/\d ms/);
  await expect(page.getByText('Figures for administrators')).toHaveCount(0);
  await expectSoundPage(page);
});

test.describe('a part that fails', () => {
  test.use({ expectedErrors: [/503|Failed to load resource/] });
  test('C2.9 what does not answer is named, and found again by the button', async ({ page }) => {
    let isDown = true;
    await page.route('**/rest/v1/households', (route) => (isDown ? route.abort() : route.continue()));
    await page.route('**/readyz', (route) =>
      isDown
        ? route.fulfill({
            status: 503,
            json: { status: 'not-ready', parts: { database: 'up', ingest: 'down', mail: 'up' } },
          })
        : route.continue(),
    );
    await page.goto('/health');
    await expect(page.getByText(/parts do not answer/)).toBeVisible();
    await expect(page.locator('[data-part="data"]')).toContainText('Does not answer');
    await expect(page.locator('[data-part="ingest"]')).toContainText('Does not answer');
    await expect(page.locator('[data-part="auth"]')).toContainText('Works');
    isDown = false;
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(page.getByText('Everything works')).toBeVisible();
  });
});

test('C2.9 C6.1 a member sees no figures, in Hindi too', async ({ page, baseURL }) => {
  await enter(page, await newMember(baseURL));
  await page.addInitScript(() => localStorage.setItem('language', 'hi'));
  await page.goto('/health');
  await expect(page.getByText('सब कुछ चल रहा है')).toBeVisible();
  await expect(page.getByText('प्रशासकों के लिए आँकड़े')).toHaveCount(0);
  await expectSoundPage(page);
});
