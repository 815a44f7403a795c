import { addDevice, enter, newMember, newToken, send } from '../support/member.ts';
import { expectSoundPage, untilSteady } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

const energy = {
  name: 'Sol',
  utility: 'electricity',
  currency: 'EUR',
  unit: 'kWh',
  charges: [
    { id: 'use', kind: 'use', rate: '0.20' },
    { id: 'vat', kind: 'tax', name: 'VAT', percent: '10', of: 'all' },
  ],
};
const network = [
  'name: Red',
  'utility: electricity',
  'currency: EUR',
  'unit: kWh',
  'charges:',
  '  - { id: use, kind: use, name: Access, rate: 0.05 }',
].join('\n');

test('C2.16 a second company’s tariff is put beside one’s own: the bill shows what each asks, and a bill on paper is one’s of them @phone', async ({
  page,
  baseURL,
}) => {
  const asha = await newMember(baseURL);
  const { key } = await addDevice(asha, 'Mains', 'whole_home', 'electricity');
  await send(baseURL, await newToken(asha), [
    { meter: key, value: 0, secondsAgo: 60 },
    { meter: key, value: 20_000, secondsAgo: 1 },
  ]);
  const own = { household: asha.householdId, validFrom: '2020-01-01', tariffs: [{ plan: energy }] };
  expect((await asha.ask('POST', '/api/v1/tariffs', own)).status).toBe(201);
  await enter(page, asha);
  await page.goto('/billing/prices');
  await untilSteady(page);
  await page.getByRole('button', { name: 'Add a price change' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Enter prices' });
  await dialog.getByText('Text', { exact: true }).click();
  await dialog.getByLabel('The tariff as text').fill(network);
  await dialog.getByRole('button', { name: 'Put it beside my tariff' }).click();
  const names = dialog.getByLabel('What it is called');
  await expect(names).toHaveCount(2);
  await expect(names.first()).toHaveValue('Sol');
  const charges = dialog.locator('[data-charge]');
  await expect(charges).toHaveCount(3);
  await expect(charges.nth(1).getByLabel('Whose charge')).toHaveValue('company');
  await expect(charges.nth(2).getByLabel('Whose charge')).toHaveValue('company-2');
  const sample = dialog.locator('section').filter({ hasText: /^A month of / });
  await expect(sample.locator('[data-supplier]')).toHaveCount(2);
  await expectSoundPage(page);
  await dialog.getByLabel('In force since').fill('2020-02-01');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Prices saved')).toBeVisible();

  await page.goto('/billing');
  await untilSteady(page);
  await page.getByRole('button', { name: 'How it adds up' }).click();
  const bill = page.getByRole('dialog', { name: 'How it adds up so far' });
  const [sol, red] = [bill.locator('[data-supplier=company]'), bill.locator('[data-supplier=company-2]')];
  // 20 kWh at 0.20 with its own tax; 20 kWh at 0.05 without.
  await expect(sol.getByRole('heading')).toHaveText('Sol€4.40');
  await expect(red.getByRole('heading')).toHaveText('Red€1.00');
  await expectSoundPage(page);
  await page.keyboard.press('Escape');

  await page.goto('/billing/prices');
  await untilSteady(page);
  await page.getByRole('button', { name: 'Enter a bill', exact: true }).click();
  const paper = page.getByRole('dialog', { name: 'Enter a bill' });
  await paper.getByLabel('Whose bill is it?').selectOption({ label: 'Red' });
  await expectSoundPage(page);
  await paper.getByLabel('First day').fill('2026-01-01');
  await paper.getByLabel('Last day').fill('2026-01-31');
  await paper.getByLabel('Total in EUR').fill('12.30');
  await paper.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Electricity · Red')).toBeVisible();
});
