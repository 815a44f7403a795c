import { addDevice, enter, enterTariff, everyHour, newMember, newToken, sendHours } from '../support/member.ts';
import { expectSoundPage, speak } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

const dayMs = 86_400_000;

test('C1.1 C2.2 a week in a few lines: from Notices, with the days, what changed, and as a PDF; other periods by the keyboard; in Hindi @phone', async ({
  page,
  baseURL,
}) => {
  const member = await newMember(baseURL);
  const mains = await addDevice(member, 'Mains', 'whole_home', 'electricity');
  const tap = await addDevice(member, 'Kitchen tap', 'kitchen', 'water');
  const token = await newToken(member);
  const now = Date.now();
  // The home's clock is that of UTC.
  const today = Math.floor(now / dayMs) * dayMs;
  const monday = today - ((new Date(today).getUTCDay() + 6) % 7) * dayMs;
  await sendHours(baseURL, token, mains.key, everyHour(monday - 14 * dayMs, monday - 7 * dayMs, 400));
  await sendHours(baseURL, token, mains.key, everyHour(monday - 7 * dayMs, monday, 500));
  await sendHours(baseURL, token, tap.key, everyHour(monday - 14 * dayMs, monday, 9_000));
  await enterTariff(member, 'electricity', '0.25');
  await enter(page, member);
  await page.goto('/notices');
  await page.getByRole('link', { name: 'Your week' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your week' })).toBeVisible();
  // 168 hours of half a kWh at 0.25; the week before 0.4.
  const sheet = page.getByRole('region', { name: /^Your week, / });
  await expect(sheet.getByRole('link', { name: '€21.00' })).toBeVisible();
  await expect(sheet).toContainText('€4.20 more than the week before.');
  // Nobody has said what water costs: no €0.00.
  await expect(sheet.locator('[data-report-line="water"]')).toContainText('It has no price yet.');
  await expect(sheet).not.toContainText('€0.00');
  const electricity = sheet.locator('[data-report-line="electricity"]');
  await expect(electricity).toContainText('25% more');
  await expect(electricity).toContainText('Mains made €4.20 more.');
  await expect(sheet.getByRole('list', { name: 'Cost by day' }).getByRole('listitem')).toHaveCount(7);
  await expect(page.getByRole('region', { name: 'Where it went' })).toContainText('Kitchen');
  await expectSoundPage(page);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as PDF' }).click();
  expect((await download).suggestedFilename()).toMatch(/^wattershed-\d{4}-W\d{2}\.pdf$/);

  await page.getByRole('button', { name: 'Period before' }).focus();
  await page.keyboard.press('Enter');
  await expect(sheet.getByRole('link', { name: '€16.80' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'No readings in this period' })).toBeVisible();
  await expectSoundPage(page);
  await page.goto('/report/2026-W99');
  await expect(page.getByRole('heading', { name: 'No such period' })).toBeVisible();

  await page.getByRole('link', { name: 'Latest week' }).click();
  await expect(sheet.getByRole('link', { name: '€21.00' })).toBeVisible();
  await page.locator('label', { hasText: 'Month' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your month' })).toBeVisible();
  await expectSoundPage(page);

  await speak(page, 'hi');
  await page.goBack();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'आपका हफ़्ता' })).toBeVisible();
  await expect(page.locator('[data-report-line="electricity"]')).toBeVisible();
  await expectSoundPage(page);
});
