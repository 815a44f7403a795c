import { addDevice, enter, newMember, newToken, send, newGuest } from './support/member.ts';
import { speak, untilSteady } from './support/page-checks.ts';
import { expect, test } from './support/test.ts';

const withoutPause = (meter: string) =>
  Array.from({ length: 400 }, (_, i) => ({ meter, value: 500_000 + i * 200, secondsAgo: (400 - i) * 60 }));

for (const language of ['en', 'hi'] as const)
test(`look ${language}`, async ({ page, baseURL }) => {
  const member = await newMember(baseURL);
  const tap = await addDevice(member, 'Bathroom tap', 'bathroom', 'water');
  const plan = { name: 'W', utility: 'water', currency: 'EUR', unit: 'm3', charges: [{ id: 'use', kind: 'use', rate: '2.1' }] };
  const r = await member.ask('POST', '/api/v1/tariffs', { household: member.householdId, validFrom: '2020-01-01', tariffs: [{ plan }] });
  console.log(r.status);
  const token = await newToken(member);
  await enter(page, member);
  if (language !== 'en') await speak(page, language);
  await page.goto('/dashboard');
  expect((await send(baseURL, token, withoutPause(tap.key))).status).toBe(200);
  await expect(page.locator('[data-notice]')).toBeVisible();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: width === 1440 ? 900 : 844 });
    await untilSteady(page);
    await page.waitForTimeout(500);
    await page.screenshot({ path: `/tmp/work/h1-alert-${language}-${width}.png` });
    await page.locator('[aria-haspopup="dialog"]').first().click();
    await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
    await page.waitForTimeout(500);
    await page.screenshot({ path: `/tmp/work/h1-bell-${language}-${width}.png` });
    await page.keyboard.press('Escape');
  }
  await page.goto('/notices');
  await untilSteady(page);
  await page.screenshot({ path: `/tmp/work/h1-page-${language}-390.png`, fullPage: true });
  await page.locator('header button[aria-haspopup="menu"]').last().click();
  await page.screenshot({ path: `/tmp/work/h1-menu-${language}-390.png` });
  await page.keyboard.press('Escape');
  await page.getByRole('button').filter({ hasText: /Fixed|ठीक कर दिया/ }).first().click();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.waitForTimeout(500);
  await page.screenshot({ path: `/tmp/work/h1-page-${language}-1440.png` });
  await page.goto('/dashboard');
  await untilSteady(page);
  await page.screenshot({ path: `/tmp/work/h1-fixed-${language}-1440.png` });
});
test('guest', async ({ page, baseURL }) => {
  await enter(page, await newGuest(baseURL));
  await page.goto('/dashboard');
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: width === 1440 ? 900 : 844 });
    await untilSteady(page);
    await page.screenshot({ path: `/tmp/work/h1-well-${width}.png` });
  }
  await page.locator('[aria-haspopup="dialog"]').first().click();
  await page.waitForTimeout(700);
  await page.screenshot({ path: `/tmp/work/h1-well-bell-390.png` });
});
