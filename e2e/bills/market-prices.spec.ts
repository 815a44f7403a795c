import { addDevice, enter, newMember, newToken } from '../support/member.ts';
import { expectSoundPage, untilSteady } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

const hourMs = 3_600_000;
const tariff = [
  'name: Market',
  'utility: electricity',
  'currency: EUR',
  'unit: kWh',
  'charges:',
  '  - { id: energy, kind: use, market: { series: spot, times: 1.5, plus: 0.02 } }',
].join('\n');

/** Of each hour of the month another one. */
const priceOf = (hour: number): number => 0.05 + hour / 10_000;

test('C3.2 a member brings the prices of a market, sees the cost to the cent, and says when the meter is read @phone', async ({
  page,
  baseURL,
}) => {
  const member = await newMember(baseURL);
  const { key: meter } = await addDevice(member, 'Mains', 'whole_home', 'electricity');
  const token = await newToken(member);
  await enter(page, member);
  const now = new Date();
  // Days of this member are UTC's.
  const begin = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1);
  const before = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 10);
  const first = new Date(begin).toISOString().slice(0, 10);

  await page.goto('/billing');
  await page.getByRole('link', { name: 'Enter your prices' }).click();
  const entry = page.getByRole('dialog', { name: 'Enter prices' });
  await entry.getByText('Text', { exact: true }).click();
  await entry.getByLabel('The tariff as text').fill(tariff);
  await entry.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByText('Prices saved')).toBeVisible();

  const lastHour = Math.max(0, Math.floor((now.getTime() - begin) / hourMs) - 1);
  const used = new Map([
    [0, 12_000],
    [lastHour, 7600],
  ]);
  const readings = [...used].map(([hour, value]) => ({
    meter,
    from: new Date(begin + hour * hourMs).toISOString(),
    to: new Date(begin + (hour + 1) * hourMs).toISOString(),
    value,
  }));
  const sent = await fetch(`${baseURL}/api/v1/readings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ readings }),
  });
  expect(await sent.json()).toMatchObject({ accepted: readings.length });
  await page.goto('/billing');
  await untilSteady(page);
  await page.getByRole('link', { name: 'See market prices' }).click();
  const market = page.getByRole('region', { name: 'Market prices and day colours', exact: true });
  await expect(market).toBeInViewport();
  await expect(market.getByText('nothing yet')).toBeVisible();
  await expectSoundPage(page);

  const rows = Array.from({ length: lastHour + 1 }, (_, hour) => {
    const at = new Date(begin + hour * hourMs).toISOString();
    return `${at},${(priceOf(hour) * 1000).toFixed(1)}`;
  });
  const file = (text: string) => ({ name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await market.getByRole('button', { name: 'Import a file' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import prices or colours' });
  const input = dialog.locator('input[type="file"]');
  const look = dialog.getByRole('button', { name: 'See what is in it' });
  await input.setInputFiles(file(`time,price\n${rows[0]}\nnoon,80\n`));
  await look.click();
  await expect(dialog.getByText('Line 3: “noon” is not a time, such as 2026-11-20 14:00.')).toBeVisible();
  await input.setInputFiles(file(`time,price\n${rows.join('\n')}\n`));
  await dialog.getByText('MWh', { exact: true }).click();
  await look.click();
  const preview = dialog.getByRole('region', { name: 'What is in the file', exact: true });
  await expect(preview.getByRole('heading', { name: 'Market prices: spot' })).toBeVisible();
  await dialog.getByLabel('Tax in these prices').selectOption('With tax');
  await expectSoundPage(page);
  await dialog.getByRole('button', { name: 'Import' }).click();
  await expect(page.getByText(/new values? imported/)).toBeVisible();
  await expect(market.getByText('with tax · imported by you')).toBeVisible();

  const euros = [...used].reduce((sum, [hour, wh]) => sum + (wh / 1000) * (priceOf(hour) * 1.5 + 0.02), 0);
  const total = (Math.floor(euros * 100 + 0.5 + 1e-9) / 100).toFixed(2);
  await page.getByRole('link', { name: 'Bill', exact: true }).click();
  await expect(page.locator('[data-so-far]')).toHaveAttribute('data-so-far', total);
  await expect(page.getByRole('link', { name: 'See market prices' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Prices and papers' }).click();

  const prices = page.getByRole('region', { name: 'Prices', exact: true });
  await prices.getByLabel('A bill begins', { exact: true }).selectOption('When the meter is read');
  for (const day of [before, first]) {
    await prices.getByLabel('Read on').fill(day);
    await prices.getByRole('button', { name: 'Add', exact: true }).click();
  }
  await expect(prices.getByText(/^The next reading is due around/)).toBeVisible();
  await prices.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Bills begin when the meter is read')).toBeVisible();
  const kept = await member.ask('GET', '/rest/v1/billing_cycles?select=kind,month_days,read_days');
  expect(await kept.json()).toEqual([{ kind: 'reads', month_days: [], read_days: [before, first] }]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Bills begin on a day of each month')).toBeVisible();
  await expect(prices.getByLabel('A bill begins on day')).toHaveValue('1');
  await expectSoundPage(page);
});
