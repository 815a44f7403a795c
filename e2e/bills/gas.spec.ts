import { addDevice, enter, enterTariff, newMember, newToken, sendHours } from '../support/member.ts';
import { expectSoundPage } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

test('C2.16 C2.15 gas: its m³ are on the Dashboard, and cost by the kWh once the home says how many a m³ holds', async ({
  page,
  baseURL,
}) => {
  const member = await newMember(baseURL);
  const meter = await addDevice(member, 'Gas meter', 'whole_home', 'gas');
  await enterTariff(member, 'gas', '0.1');
  // 2.5 m³ within an hour of this cycle, in mL as readings are sent.
  const now = new Date();
  const begin = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1);
  const hour = Math.max(begin, Math.floor(now.getTime() / 3_600_000 - 1) * 3_600_000);
  await sendHours(baseURL, await newToken(member), meter.key, [{ from: new Date(hour), value: 2_500_000 }]);

  await enter(page, member);
  await page.goto('/dashboard');
  await expect(page.getByRole('main')).toContainText(/2[.]50? m³/);
  await expectSoundPage(page);

  await page.goto('/billing');
  await expect(page.getByRole('main')).toContainText('the kWh in a cubic metre are missing');
  const bill = page.getByRole('link', { name: 'Bill', exact: true });
  const papers = page.getByRole('link', { name: 'Prices and papers' });
  await papers.click();
  const factors = page.locator('[data-factors="gas"]');
  await factors.getByLabel('kWh in 1 m³').fill('11.2');
  await factors.getByLabel('Valid from').fill('2020-01-01');
  await factors.getByRole('button', { name: 'Save factor' }).click();
  await bill.click();
  await expect(page.locator('[data-so-far]')).toHaveAttribute('data-so-far', '2.80');
  await papers.click();
  await expect(factors.getByRole('listitem')).toContainText('11.2');
  await expectSoundPage(page);

  await factors.getByRole('button', { name: /Remove the factor/ }).click();
  await expect(factors.getByRole('listitem')).toHaveCount(0);
  await bill.click();
  await expect(page.locator('[data-so-far]')).toBeVisible();
  await expect(page.locator('[data-so-far="2.80"]')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.locator('[data-so-far]')).toHaveAttribute('data-so-far', '2.80');
});
