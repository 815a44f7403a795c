import { enter, newMember } from '../support/member.ts';
import { expectSoundPage } from '../support/page-checks.ts';
import { openPriceEntry } from '../support/prices.ts';
import { expect, test } from '../support/test.ts';

const tariff = [
  'name: Town water',
  'utility: water',
  'currency: EUR',
  'unit: m3',
  'meterSizes: [20 mm, 25 mm]',
  'charges:',
  '  - { id: service, kind: fixed, per: month, bySize: { 20 mm: 4, 25 mm: 9.50 } }',
  '  - id: water',
  '    kind: use',
  '    blocks: { per: month, steps: [{ upTo: { 20 mm: 5, 25 mm: 10 }, rate: 1 }, { rate: 2 }] }',
  '  - { id: rent, kind: fixed, per: month, amount: 1, exchange: { currency: USD, series: usd-eur } }',
].join('\n');

test('C2.16 a tariff by the size of the meter asks for it, holds it, and shows its sizes in the form @phone', async ({
  page,
  baseURL,
}) => {
  await enter(page, await newMember(baseURL));
  const dialog = await openPriceEntry(page);
  await dialog.getByText('Text', { exact: true }).click();
  await dialog.getByLabel('The tariff as text').fill(tariff);
  await expect(dialog.getByText(/^The part that depends on your meter’s size is not included/)).toBeVisible();
  await expect(dialog.getByText(/rates of “usd-eur” are missing/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByText('Choose the size of your meter.')).toBeVisible();
  await dialog.getByLabel('Size of your meter').selectOption('25 mm');
  const sample = dialog.locator('section').filter({ hasText: /^A month of an example home/ });
  await expect(sample.getByText('€9.50', { exact: true })).toBeVisible();
  await expectSoundPage(page);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Prices saved')).toBeVisible();

  const row = page
    .getByRole('region', { name: 'Prices', exact: true })
    .getByRole('listitem')
    .filter({ hasText: 'Town water' });
  await expect(row.getByText('in blocks · some prices in USD · standing charge by meter size')).toBeVisible();
  await row.getByRole('button', { name: /^Actions for Town water/ }).click();
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click();
  const again = page.getByRole('dialog', { name: 'Edit prices' });
  await expect(again.getByLabel('Size of your meter')).toHaveValue('25 mm');
  await again.getByRole('button', { name: /^(Go on in the form|Replace the form with this)$/ }).click();
  await expect(again.getByLabel('25 mm: amount')).toHaveValue('9.50');
  await expect(again.getByLabel('Sizes of meters')).toHaveValue('20 mm, 25 mm');
  const water = again.locator('[data-charge=water]');
  await expect(water.getByRole('group', { name: '25 mm' }).getByLabel('Up to m³').first()).toHaveValue('10');
  const rent = again.locator('[data-charge=rent]');
  await rent.getByText('Name, dates and limits').click();
  await expect(rent.getByLabel('Series of its rates')).toHaveValue('usd-eur');
  await again.getByLabel('Sizes of meters').fill('20 mm, 25 mm, 40 mm');
  await again.getByLabel('40 mm: amount').fill('30');
  await expectSoundPage(page);
});
