import { readFileSync } from 'node:fs';
import {
  addDevice,
  enter,
  enterTariff,
  type Member,
  newGuest,
  newMember,
  newToken,
  sendHours,
} from '../support/member.ts';
import { expectSoundPage, openScreen, speak, untilSteady } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

const rates = { electricity: 0.1712, standing: 14.2, electricityTax: 21, water: 1.84, waterTax: 10 };

/** The bill by hand, in cents: each line rounded half up, as the page says. */
function centsOf(wattHours: number, millilitres: number, days: number, daysInMonth: number): number {
  const cents = (value: number) => Math.floor(value + 0.5 + 1e-9);
  const use = cents((wattHours / 1000) * rates.electricity * 100);
  const standing = cents((rates.standing * 100 * days) / daysInMonth);
  const water = cents((millilitres / 1e6) * rates.water * 100);
  return (
    use +
    standing +
    cents(((use + standing) * rates.electricityTax) / 100) +
    water +
    cents((water * rates.waterTax) / 100)
  );
}

const text = (cents: number): string => (cents / 100).toFixed(2);

async function memberWithMeters(
  baseURL: string | undefined,
): Promise<{ member: Member; token: string; electricity: string; water: string }> {
  const member = await newMember(baseURL);
  const electricity = await addDevice(member, 'Mains', 'whole_home', 'electricity');
  const water = await addDevice(member, 'Water', 'whole_home', 'water');
  return { member, token: await newToken(member), electricity: electricity.key, water: water.key };
}

test('C2.16 C2.1 a visitor is told to sign in, and stays on the page @phone', async ({ page }) => {
  await page.goto('/billing');
  await expect(page.getByRole('main').getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expect(page).toHaveURL(/\/billing$/);
  await expectSoundPage(page);
});

test('C2.16 C3.2 C7.10 C9.3 a guest sees the open bill, the last six, the trend, and how a bill adds up @phone', async ({
  page,
  baseURL,
}) => {
  await enter(page, await newGuest(baseURL));
  await page.goto('/billing');
  await untilSteady(page);
  const open = page.getByRole('region', { name: 'This bill', exact: true });
  await expect(open.getByText('so far')).toBeVisible();
  await expect(open.getByText('Simulated figures of the demo household, at example prices')).toBeVisible();
  await expect(open.getByText(/than the first \d+ days? of the previous bill|Comparisons start/)).toBeVisible();
  const bills = page.getByRole('region', { name: 'Bills', exact: true });
  await expect(bills.getByRole('button', { name: /^Bill of/ })).toHaveCount(6);
  await bills.getByRole('button', { name: /^Show all/ }).click();
  await expect.poll(() => bills.getByRole('button', { name: /^Bill of/ }).count()).toBeGreaterThanOrEqual(12);
  await expectSoundPage(page);

  await bills
    .getByRole('button', { name: /^Bill of/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/^Energy · P1/).first()).toBeVisible();
  await expect(dialog.getByText(/^Contracted power · P1/).first()).toBeVisible();
  await expect(dialog.getByText(/^Water · up to /).first()).toBeVisible();
  await expect(dialog.locator('[data-bill-total]')).toHaveText(/€\d+\.\d\d/);
  await expectSoundPage(page);
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Prices and papers' }).click();
  const prices = page.getByRole('region', { name: 'Prices', exact: true });
  await expect(prices.getByText('by time of day · €0.81 a month · contracted power · 5.11% + 21% tax')).toBeVisible();
  await expect(prices.getByText('in blocks · €6.60 a month · 10% tax')).toBeVisible();
  await expectSoundPage(page);
});

test('C2.16 C3.2 a member enters prices, sends readings, and sees the cost so far to the cent; late readings too @phone', async ({
  page,
  baseURL,
}) => {
  const { member, token, electricity, water } = await memberWithMeters(baseURL);
  await enter(page, member);
  const now = new Date();
  // Days of this member are UTC's.
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const begin = new Date(Date.UTC(year, month, 1));
  const days = now.getUTCDate();
  const daysInMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

  await page.goto('/billing');
  await page.getByRole('link', { name: 'Enter your prices' }).click();
  const dialog = page.getByRole('dialog', { name: 'Enter prices' });
  await dialog.getByLabel('Price per kWh').fill(String(rates.electricity).replace('.', ','));
  await dialog.getByLabel('Standing charge a month').first().fill(String(rates.standing));
  await dialog.getByLabel('Tax in percent').first().fill(String(rates.electricityTax));
  await dialog.getByLabel('Price per m³').fill(String(rates.water));
  await dialog.getByLabel('Tax in percent').last().fill(String(rates.waterTax));
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByText('Prices saved')).toBeVisible();
  await page.getByRole('link', { name: 'Bill', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'No readings yet' })).toBeVisible();

  const lastHour = new Date(Math.max(begin.getTime(), Math.floor(now.getTime() / 3_600_000 - 1) * 3_600_000));
  await sendHours(baseURL, token, electricity, [{ from: lastHour, value: 12_345 }]);
  await sendHours(baseURL, token, water, [{ from: lastHour, value: 987_654 }]);
  await page.reload();
  const soFar = page.locator('[data-so-far]');
  await expect(soFar).toHaveAttribute('data-so-far', text(centsOf(12_345, 987_654, days, daysInMonth)));
  await expect(soFar).toContainText(`€${text(centsOf(12_345, 987_654, days, daysInMonth))}`);
  await expectSoundPage(page);

  await page.getByRole('button', { name: 'How it adds up' }).click();
  await expect(page.getByRole('dialog').locator('[data-bill-total]')).toHaveText(
    `€${text(centsOf(12_345, 987_654, days, daysInMonth))}`,
  );
});

test('C2.16 C3.2 a closed bill that late readings change is corrected, and keeps what it said; CSV and PDF agree with it', async ({
  page,
  baseURL,
}) => {
  const { member, token, electricity } = await memberWithMeters(baseURL);
  const now = new Date();
  const lastMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 10, 12));
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 10);
  await sendHours(baseURL, token, electricity, [{ from: lastMonth, value: 10_000 }]);
  await enterTariff(member, 'electricity', '0.5');
  await enter(page, member);
  await page.goto('/billing');
  await expect(page.getByRole('button', { name: /^Bill of .*: €5\.00$/ })).toBeVisible();

  await sendHours(baseURL, token, electricity, [{ from: new Date(lastMonth.getTime() - 7_200_000), value: 2_500 }]);
  // The service takes its time: what was seen last stands meanwhile, and does not stay.
  let release = (): void => undefined;
  const seen = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/bills\/so-far/, async (route) => {
    await seen;
    await route.continue();
  });
  await page.reload();
  await expect(page.getByRole('button', { name: /^Bill of .*: €5\.00$/ })).toBeVisible();
  release();
  await page.getByRole('button', { name: /^Bill of .*: €6\.25$/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/^Corrected on/)).toBeVisible();
  await expect(dialog.locator('[data-version="1"]')).toContainText('Readings came in late.');
  await expect(dialog.locator('[data-version="1"]')).toContainText('€5.00');
  await expectSoundPage(page);
  const paper = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save as PDF' }).click();
  expect((await paper).suggestedFilename()).toBe(`wattershed-bill-${first}.pdf`);
  expect(
    readFileSync(await (await paper).path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const dialogOfFiles = page.getByRole('dialog', { name: 'Export bills' });
  await expect(dialogOfFiles.getByText(/^1 bill, /)).toBeVisible();
  await expectSoundPage(page);
  const report = page.waitForEvent('download');
  await dialogOfFiles.getByRole('button', { name: 'Save file' }).click();
  expect((await report).suggestedFilename()).toMatch(/^wattershed-bills-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d[.]pdf$/);
  await expect(dialogOfFiles.getByText(/[.]pdf is in your downloads/)).toBeVisible();
  await dialogOfFiles.getByText('Table (CSV)', { exact: true }).click();
  const table = page.waitForEvent('download');
  await dialogOfFiles.getByRole('button', { name: 'Save file' }).click();
  const csv = readFileSync(await (await table).path(), 'utf8');
  expect(csv).toContain(`${first},`);
  expect(csv).toContain(',EUR,6.25,6.25,0.00,12.500,');
});

test('C2.16 a tariff of the library is looked at with a month of own use, and then holds @phone', async ({
  page,
  baseURL,
}) => {
  await enter(page, await newGuest(baseURL));
  await page.goto('/billing/prices');
  await untilSteady(page);
  await page.getByRole('button', { name: 'Add a price change' }).click();
  const dialog = page.getByRole('dialog', { name: 'Enter prices' });
  await dialog.getByText('Library', { exact: true }).click();
  await dialog.getByLabel('Search').fill('santa monica');
  await expectSoundPage(page);
  await dialog.getByRole('button', { name: /Santa Monica water/ }).click();
  await expect(dialog.getByText(/This tariff is in USD, your household in EUR/)).toBeVisible();
  await expect(
    dialog.getByRole('heading', { name: /^A month of your own usage \(.+\): (US)?\$\d+\.\d\d$/ }),
  ).toBeVisible();
  await expect(dialog.getByText(/^Water · up to 7 HCF/)).toBeVisible();
  await expectSoundPage(page);
  await dialog.getByRole('button', { name: 'Use this tariff' }).click();
  await expect(page.getByText('Prices saved')).toBeVisible();
  const row = page
    .getByRole('region', { name: 'Prices', exact: true })
    .getByRole('listitem')
    .filter({ hasText: 'Santa Monica' });
  await expect(row.getByText('In force', { exact: true })).toBeVisible();
  await expect(row.getByText('in blocks')).toBeVisible();
});

test('C2.16 a tariff is written, its fault is found by line and mended, and it is there to be changed again @phone', async ({
  page,
  baseURL,
}) => {
  const member = await newMember(baseURL);
  await enter(page, member);
  await page.goto('/billing');
  await page.getByRole('link', { name: 'Enter your prices' }).click();
  const dialog = page.getByRole('dialog', { name: 'Enter prices' });
  await dialog.getByText('Text', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Start from an example' }).click();
  const area = dialog.getByLabel('The tariff as text');
  await expect(dialog.getByRole('heading', { name: /^A month of an example home \(.+\): €\d+\.\d\d$/ })).toBeVisible();
  const sound = (await area.inputValue()).replace('name: My tariff', 'name: Night and day\n# As on paper.');
  await area.fill(sound.replace('kind: fixed', 'kind: fixt'));
  const fault = dialog.getByRole('button', { name: /^Line 11, column 5: “kind” cannot be “fixt”\./ });
  await fault.click();
  await expect(area).toBeFocused();
  expect(await area.evaluate((node: HTMLTextAreaElement) => node.value.slice(node.selectionStart).split('\n')[0])).toBe(
    'kind: fixt',
  );
  await expectSoundPage(page);

  // A stray Escape loses nothing.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Enter prices' }).click();
  await expect(area).toHaveValue(/kind: fixt/);
  await area.fill(sound);
  await expect(fault).toBeHidden();
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByText('Prices saved')).toBeVisible();
  await expect(page.getByText('€0.15 per kWh · €5.00 a month · 21% tax')).toBeVisible();
  await page.getByRole('button', { name: /^Actions for Night and day/ }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await expect(page.getByLabel('The tariff as text')).toHaveValue(sound);
});

test('C1.4 bills in Hindi and Spanish, on a small screen', async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, await newGuest(baseURL));
  await speak(page, 'hi');
  await openScreen(page, 'billing', 'hi');
  await expect(page.getByRole('region', { name: 'यह बिल', exact: true }).getByText('अब तक')).toBeVisible();
  await expectSoundPage(page);
  await speak(page, 'es');
  await openScreen(page, 'billing', 'es');
  await expect(page.getByRole('region', { name: 'Esta factura', exact: true }).getByText('hasta ahora')).toBeVisible();
  await expectSoundPage(page);
});
