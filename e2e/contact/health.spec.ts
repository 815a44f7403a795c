import { enter, newMember } from '../support/member.ts';
import { startOwnService } from '../support/start-service.ts';
import { expectSoundPage, untilSteady } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

// Services of their own are started here, and pages walked through one after the other.
test.describe.configure({ timeout: 180_000 });

test('C2.9 a visitor sees each part as this browser reaches it, with word and time, and looks again @phone', async ({
  page,
}) => {
  await page.goto('/health');
  await untilSteady(page);
  await expect(page.getByText('Everything that is set up works')).toBeVisible();
  for (const part of ['service', 'auth', 'data']) {
    const row = page.locator(`[data-part="${part}"]`);
    await expect(row).toContainText('Works');
    await expect(row).toContainText(/\d ms/);
  }
  await expect(page.locator('[data-part="ingest"]')).toContainText('Works');
  await expect(page.locator('[data-part="mqtt"]')).toContainText('Works');
  for (const part of ['assistant', 'mail']) {
    await expect(page.locator(`[data-part="${part}"]`)).toContainText('Not set up');
  }
  await expectSoundPage(page);
  const asked = page.waitForRequest('**/readyz');
  await page.getByRole('button', { name: 'Check again' }).click();
  await asked;
  await expect(page.getByText('For administrators')).toHaveCount(0);
});

test.describe('a part that does not work', () => {
  test.use({ expectedErrors: [/503|500|ERR_FAILED/] });
  test('C2.9 is counted, named and coloured, and what only the service could tell is unknown', async ({ page }) => {
    await page.route('**/rest/v1/**', (route) => route.fulfill({ status: 500, body: '{}' }));
    await page.goto('/health');
    await untilSteady(page);
    await expect(page.getByText('1 part does not work')).toBeVisible();
    await expect(page.locator('[data-part="data"]')).toContainText('Does not work');
    await expectSoundPage(page);
    await page.unroute('**/rest/v1/**');
    await page.route('**/{healthz,readyz}', (route) => route.abort());
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(page.locator('[data-part="service"]')).toContainText('Does not work');
    await expect(page.locator('[data-part="ingest"]')).toContainText('The service does not answer');
    await expect(page.locator('[data-part="data"]')).toContainText('Works');
  });
});

test('C2.9 C6.3 details are for administrators: a member is refused, an administrator reads them @phone', async ({
  page,
  untilEnd,
}) => {
  const service = await untilEnd(startOwnService());
  const member = await newMember(service.url);
  const refused = await member.ask('GET', '/api/v1/health');
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([403, 'forbidden']);
  expect((await fetch(`${service.url}/api/v1/health`)).status).toBe(401);
  await enter(page, await service.administrator());
  await page.goto(`${service.url}/health`);
  await expect(page.getByRole('region', { name: 'Database', exact: true })).toContainText(/\d{14}_\w+\.sql/);
  await expect(page.getByRole('region', { name: 'Regular work', exact: true })).toContainText('mails');
  await untilSteady(page);
  await expectSoundPage(page);
});
