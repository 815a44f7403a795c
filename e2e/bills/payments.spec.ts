import type { Page } from '@playwright/test';
import {
  addDevice,
  enter,
  enterTariff,
  everyHour,
  type Member,
  newMember,
  newToken,
  sendHours,
} from '../support/member.ts';
import { expectSoundPage } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

const dayMs = 86_400_000;

/** Who draws 1 kWh in every hour since forty days ago, at 0.20: 4.80 a day. */
async function steadyMember(
  baseURL: string | undefined,
): Promise<{ member: Member; daysAgo: (days: number) => string }> {
  const member = await newMember(baseURL);
  const { key } = await addDevice(member, 'Mains', 'whole_home', 'electricity');
  const now = Date.now();
  const midnight = Math.floor(now / dayMs) * dayMs;
  const hours = everyHour(midnight - 40 * dayMs, Math.floor(now / 3_600_000) * 3_600_000, 1000);
  await sendHours(baseURL, await newToken(member), key, hours);
  await enterTariff(member, 'electricity', '0.2');
  return { member, daysAgo: (days) => new Date(midnight - days * dayMs).toISOString().slice(0, 10) };
}

const account = (page: Page) => page.locator('[data-payments="electricity"]');

test('C2.16 C6.3 instalments: what the year will leave, what a payment and its undoing change, and what would come out even', async ({
  page,
  baseURL,
}) => {
  const { member, daysAgo } = await steadyMember(baseURL);
  const begin = daysAgo(40);
  await enter(page, member);
  await page.goto('/billing/prices#paying');
  const card = page.getByRole('region', { name: 'How you pay' });
  await expect(card.getByText('You pay after each bill.')).toBeVisible();
  const set = card.getByRole('button', { name: 'Keep track of payments' });
  await set.focus();
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByLabel('Instalment in EUR')).toBeFocused();
  await form.getByLabel('Instalment in EUR').fill('160');
  await form.getByLabel('From', { exact: true }).fill(begin);
  await form.getByLabel('First due on').fill(begin);
  await form.getByLabel('A contract year begins on').fill(begin);
  await expectSoundPage(page);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(card.getByRole('listitem')).toContainText('Electricity: €160.00 every month');
  await expectSoundPage(page);

  // Twelve of 160.00 less 365 or 366 days of 4.80.
  await page.getByRole('link', { name: 'Bill', exact: true }).click();
  await expect(account(page)).toContainText(/€16[38] ?back, estimated/);
  await expect(account(page)).toContainText(/for each of the 10 instalments that are left would come out even/);
  await expectSoundPage(page);
  await account(page).getByRole('button', { name: 'Add a payment' }).click();
  const entry = page.getByRole('dialog');
  await entry.getByLabel('Amount in EUR').fill('50,00');
  await entry.getByRole('button', { name: 'Save' }).click();
  await expect(account(page)).toContainText(/€21[38] ?back, estimated/);

  await account(page).getByRole('button', { name: 'All payments' }).click();
  const all = page.getByRole('dialog');
  await expect(all.locator('[data-entry="instalment"]')).toHaveText([/€160.00/, /€160.00/]);
  await expectSoundPage(page);
  await all.getByRole('button', { name: /^Undo: Payment/ }).click();
  await expect(all.getByRole('button', { name: /^Restore: Payment/ })).toBeVisible();
  const download = page.waitForEvent('download');
  await all.getByRole('button', { name: 'Save as a table (CSV)' }).click();
  expect((await download).suggestedFilename()).toMatch(/^wattershed-payments-.*[.]csv$/);
  await page.keyboard.press('Escape');
  await expect(account(page)).toContainText(/€16[38] ?back, estimated/);
});

test('C2.16 C6.3 prepaid with an old debt: a top-up pays a part of it, and the money left has a day on which it ends @phone', async ({
  page,
  baseURL,
}) => {
  const { member, daysAgo } = await steadyMember(baseURL);
  await enter(page, member);
  await page.goto('/billing/prices#paying');
  const card = page.getByRole('region', { name: 'How you pay' });
  await card.getByRole('button', { name: 'Keep track of payments' }).click();
  const form = page.getByRole('dialog');
  await form.getByText('Prepaid', { exact: true }).click();
  await form.getByLabel('From', { exact: true }).fill(daysAgo(10));
  await form.getByLabel('An old debt is paid off by').selectOption('percent');
  await form.getByLabel('Percent of each top-up').fill('25');
  await form.getByLabel('On the meter that day, in EUR').fill('20');
  await form.getByLabel('Old debt that day, in EUR').fill('50');
  await expectSoundPage(page);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(card.getByRole('listitem')).toContainText('Electricity: prepaid');

  // 20.00 less ten days of 4.80 and today's hours.
  await page.getByRole('link', { name: 'Bill', exact: true }).click();
  await expect(account(page)).toContainText('owed on the meter');
  await expect(account(page)).toContainText('It has run out.');
  await expect(account(page)).toContainText('Old debt left: €50.00');
  await account(page).getByRole('button', { name: 'Add a top-up' }).click();
  const entry = page.getByRole('dialog');
  await entry.getByLabel('Amount in EUR').fill('80');
  await entry.getByRole('button', { name: 'Save' }).click();
  // 60.00 of it are there to use.
  await expect(account(page)).toContainText(/€(2[789]|3[012])[.]\d\d ?left/);
  await expect(account(page)).toContainText(/Lasts about [56] more days, until/);
  await expect(account(page)).toContainText(/Old debt left: €30.00, paid off around/);
  await expectSoundPage(page);
});
