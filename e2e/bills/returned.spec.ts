import { addDevice, enter, newMember, newToken, send, sendHours } from '../support/member.ts';
import { expectSoundPage, untilSteady } from '../support/page-checks.ts';
import { openPriceEntry } from '../support/prices.ts';
import { expect, test } from '../support/test.ts';

async function homeOfBothWays(baseURL: string | undefined) {
  const asha = await newMember(baseURL);
  const mains = await addDevice(asha, 'Mains', 'whole_home', 'electricity');
  return { asha, mains, back: await addDevice(asha, 'Sent back', 'whole_home', 'electricity') };
}

test('what goes back to the grid is paid for by the tariff, and taken off the open bill @phone', async ({
  page,
  baseURL,
}) => {
  const { asha, mains, back } = await homeOfBothWays(baseURL);
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

  const dialog = await openPriceEntry(page);
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

test('a credit that the bill cannot pay back waits for the next one, as the form of charges says @phone', async ({
  page,
  baseURL,
}) => {
  const { asha, mains, back } = await homeOfBothWays(baseURL);
  await asha.ask('PATCH', `/rest/v1/meters?key=eq.${back.key}`, { flow: 'returned' });
  const token = await newToken(asha);
  const now = new Date();
  const month = (ago: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 10, 12));
  await sendHours(baseURL, token, mains.key, [
    { from: month(2), value: 10_000 },
    { from: month(1), value: 10_000 },
  ]);
  await sendHours(baseURL, token, back.key, [{ from: month(2), value: 50_000 }]);
  await enter(page, asha);
  const dialog = await openPriceEntry(page);
  await dialog.getByLabel('Price per kWh').fill('0.2');
  await dialog.getByText('Charges', { exact: true }).click();
  const add = dialog.getByRole('group', { name: 'Add a charge' });
  const charge = (name: string) =>
    dialog.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
  await add.getByRole('button', { name: 'Paid for what goes back' }).click();
  await charge('Paid for what goes back').getByLabel('Price per kWh').fill('0.1');
  await add.getByRole('button', { name: 'Minimum' }).click();
  const floor = charge('Minimum');
  await floor.getByLabel('Amount').fill('0');
  await floor.getByLabel('For each').selectOption({ label: 'bill' });
  await floor.getByText('Name, dates and limits').click();
  await floor.getByLabel('A credit that is left over').selectOption({ label: 'waits until it is used' });
  await expect(floor.getByLabel('When the year ends')).toHaveValue('stays');
  await expectSoundPage(page);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Prices saved')).toBeVisible();

  await page.goto('/billing');
  await untilSteady(page);
  const bills = page.getByRole('button', { name: /^Bill of / });
  await bills.last().click();
  const first = page.getByRole('dialog');
  await expect(first.getByText('Credit kept for later bills')).toBeVisible();
  await expect(first.getByText('€3.00 then in credit')).toBeVisible();
  await expectSoundPage(page);
  await page.keyboard.press('Escape');
  await bills.first().click();
  await expect(page.getByRole('dialog').getByText('Credit from earlier bills')).toBeVisible();
  await expect(page.getByRole('dialog').getByText('€1.00 then in credit')).toBeVisible();
});
