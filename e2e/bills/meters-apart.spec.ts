import { addDevice, enter, newMember, newToken, send } from '../support/member.ts';
import { expectSoundPage, untilSteady } from '../support/page-checks.ts';
import { openPriceEntry } from '../support/prices.ts';
import { expect, test } from '../support/test.ts';

test('a meter with a price of its own is named in the form, chosen among the home’s, and stands on the bill @phone', async ({
  page,
  baseURL,
}) => {
  const asha = await newMember(baseURL);
  const mains = await addDevice(asha, 'Mains', 'whole_home', 'electricity');
  const heater = await addDevice(asha, 'Boiler', 'bathroom', 'electricity');
  await send(
    baseURL,
    await newToken(asha),
    [mains, heater].flatMap(({ key }, i) => [
      { meter: key, value: 0, secondsAgo: 60 },
      { meter: key, value: i === 0 ? 20_000 : 5_000, secondsAgo: 1 },
    ]),
  );
  await enter(page, asha);
  const dialog = await openPriceEntry(page);
  await dialog.getByLabel('Price per kWh').fill('0.3');
  await dialog.getByText('Charges', { exact: true }).click();
  await dialog.getByText('Meters with prices of their own').click();
  await dialog.getByRole('button', { name: 'Add a meter' }).click();
  await dialog.getByLabel('What it is called').fill('Hot water');
  const add = dialog.getByRole('group', { name: 'Add a charge' });
  await add.getByRole('button', { name: 'Usage charge' }).click();
  const own = dialog
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Usage charge', exact: true }) })
    .nth(1);
  await own.getByLabel('For the use of').selectOption({ label: 'Hot water' });
  await own.getByLabel('Price per kWh').fill('0.1');
  // No meter is said yet: its line is there, and says so.
  const sample = dialog.locator('section').filter({ hasText: /^A month of / });
  await expect(sample.getByText('Usage · Hot water')).toBeVisible();
  await dialog.getByLabel('Hot water', { exact: true }).selectOption({ label: 'Boiler' });
  await expectSoundPage(page);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Prices saved')).toBeVisible();
  await expect(page.getByText('€0.30 per kWh · Hot water at a price of its own')).toBeVisible();

  await page.goto('/billing');
  await untilSteady(page);
  await page.getByRole('button', { name: 'How it adds up' }).click();
  const bill = page.getByRole('dialog', { name: 'How it adds up so far' });
  await expect(bill.getByText('Usage · Hot water')).toBeVisible();
  await expect(bill.getByText('5 kWh at €0.10 per kWh')).toBeVisible();
  await expect(bill.getByText('20 kWh at €0.30 per kWh')).toBeVisible();
  await expectSoundPage(page);
});
