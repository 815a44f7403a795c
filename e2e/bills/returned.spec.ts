import { addDevice, enter, newMember, newToken, send } from '../support/member.ts';
import { expectSoundPage, untilSteady } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

test('what goes back to the grid is paid for by the tariff, and taken off the open bill @phone', async ({
  page,
  baseURL,
}) => {
  const asha = await newMember(baseURL);
  const mains = await addDevice(asha, 'Mains', 'whole_home', 'electricity');
  const back = await addDevice(asha, 'Sent back', 'whole_home', 'electricity');
  await enter(page, asha);
  await page.goto('/devices');
  await page.getByRole('button', { name: 'Actions for Sent back' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const device = page.getByRole('dialog');
  await device.getByLabel('What passes it').selectOption({ label: 'Sent back to the grid' });
  await device.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('[data-device="Sent back"]')).toContainText('Sent back to the grid');
  await send(
    baseURL,
    await newToken(asha),
    [mains.key, back.key].flatMap((key) => [
      { meter: key, value: 0, secondsAgo: 60 },
      { meter: key, value: 20_000, secondsAgo: 1 },
    ]),
  );

  await page.goto('/billing');
  await untilSteady(page);
  await page.getByRole('link', { name: 'Enter your prices' }).click();
  const dialog = page.getByRole('dialog', { name: 'Enter prices' });
  await dialog.getByLabel('Price per kWh').fill('0.2');
  await dialog.getByText('Charges', { exact: true }).click();
  await dialog
    .getByRole('group', { name: 'Add a charge' })
    .getByRole('button', { name: 'Paid for what goes back' })
    .click();
  const paid = dialog
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Paid for what goes back', exact: true }) });
  await paid.getByLabel('Price per kWh').fill('0,05');
  await expect(paid.getByText(/^Paid for each kWh that a meter set to/)).toBeVisible();
  await expectSoundPage(page);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Prices saved')).toBeVisible();

  await page.goto('/billing');
  await untilSteady(page);
  await page.getByRole('button', { name: 'How it adds up' }).click();
  const bill = page.getByRole('dialog', { name: 'How it adds up so far' });
  await expect(bill.getByText('Sent back to the grid')).toBeVisible();
  await expect(bill.getByText('20 kWh at €0.05 per kWh')).toBeVisible();
  await expect(bill.getByText('-€1.00')).toBeVisible();
  await expectSoundPage(page);
});
