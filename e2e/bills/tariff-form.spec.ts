import { enter, newMember } from '../support/member.ts';
import { expectSoundPage } from '../support/page-checks.ts';
import { openPriceEntry } from '../support/prices.ts';
import { expect, test } from '../support/test.ts';

test('C2.16 a tariff of two periods, with blocks and a tax, is entered by the form, and then holds @phone', async ({
  page,
  baseURL,
}) => {
  await enter(page, await newMember(baseURL));
  const dialog = await openPriceEntry(page);
  await dialog.getByLabel('Price per kWh').fill('0.2');
  await expect(dialog.getByRole('heading', { name: /^A month of an example home \(.+\): €\d+\.\d\d$/ })).toBeVisible();
  await dialog.getByText('Charges', { exact: true }).click();

  // What was typed as a price is the first charge; it is split by time.
  const charge = (name: string) =>
    dialog.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
  await dialog.getByLabel('Name of the tariff').fill('Day and night');
  const use = charge('Usage charge');
  await expect(use.getByLabel('Price per kWh')).toHaveValue('0.2');
  await use.getByLabel('How it is priced').selectOption({ label: 'By time of day' });
  await use.getByRole('button', { name: 'Prices differ by time' }).click();
  await use.getByLabel('Peak: price per kWh', { exact: true }).fill('0,3');
  await use.getByLabel('Off-peak: price per kWh').fill('0,1');
  await charge('Line 1').getByLabel('Days').selectOption({ label: 'Workdays' });
  await charge('Line 1').getByLabel('To', { exact: true }).fill('25');
  await expect(
    charge('Line 1')
      .getByText(/“08:00-25:00” is not a clock time/)
      .first(),
  ).toBeVisible();
  await charge('Line 1').getByLabel('To', { exact: true }).fill('20');

  // A levy in blocks, and a tax on all of it.
  const add = dialog.getByRole('group', { name: 'Add a charge' });
  await add.getByRole('button', { name: 'Usage charge' }).click();
  const levy = use.nth(1);
  await levy.getByText('Name, dates and limits').click();
  await levy.getByLabel('Name on the bill').fill('Levy');
  const named = charge('Levy');
  await named.getByLabel('How it is priced').selectOption({ label: 'In blocks' });
  await named.getByLabel('Up to kWh').first().fill('100');
  await named.getByLabel('Price per kWh').first().fill('0.01');
  await named.getByLabel('Price per kWh').last().fill('0.02');
  await add.getByRole('button', { name: 'Tax', exact: true }).click();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(charge('Tax').getByLabel('Percent')).toBeFocused();
  await expect(charge('Tax').getByText('Fill this in.')).toBeVisible();
  await charge('Tax').getByLabel('Percent').fill('10');

  const sample = dialog.locator('section').filter({ hasText: /^A month of an example home/ });
  await expect(sample.getByText('Usage · Peak')).toBeVisible();
  await expect(sample.getByText('Levy · up to 100 kWh')).toBeVisible();
  await expect(sample.getByText(/^10% of €/)).toBeVisible();
  await expectSoundPage(page);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Prices saved')).toBeVisible();

  const row = page
    .getByRole('region', { name: 'Prices', exact: true })
    .getByRole('listitem')
    .filter({ hasText: 'Day and night' });
  await expect(row.getByText('In force', { exact: true })).toBeVisible();
  await expect(row.getByText('by time of day · in blocks · 10% tax')).toBeVisible();
  await row.getByRole('button', { name: /^Actions for Day and night/ }).click();
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click();
  const again = page.getByRole('dialog', { name: 'Edit prices' });
  await expect(again.getByLabel('Off-peak: price per kWh')).toHaveValue('0.1');
  await again.getByRole('button', { name: 'Go on as text' }).click();
  const area = again.getByLabel('The tariff as text');
  await expect(area).toHaveValue(/schedule: times/);
  await area.fill((await area.inputValue()).replace('Day and night', 'Night and day'));
  await again.getByRole('button', { name: 'Go on in the form' }).click();
  await expect(again.getByLabel('Name of the tariff')).toHaveValue('Night and day');
  await expect(again.getByRole('button', { name: /^(Go on as text|Replace the text with this)$/ })).toBeVisible();
  await expectSoundPage(page);
});
