import { enter, newMember } from '../support/member.ts';
import { expectSoundPage } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

const dayS = 86_400;
const dayOf = (atS: number): string => new Date(atS * 1000).toISOString().slice(0, 10);

interface Period {
  from: number;
  to: number;
  /** In cents. */
  total: number;
  fixed: number;
  tax: number;
}

/** Half a kilowatt-hour in every hour of a month, as the utility measured it, and what the utility billed for it. */
function greenButton({ from, to, total, fixed, tax }: Period): Buffer {
  const link = (rel: string, path: string) => `<link rel="${rel}" href="RetailCustomer/1/UsagePoint/1${path}"/>`;
  const hours = Array.from(
    { length: (to - from) / 3600 },
    (_, i) =>
      `<IntervalReading><timePeriod><duration>3600</duration><start>${from + i * 3600}</start></timePeriod><value>500</value></IntervalReading>`,
  );
  const line = (kind: number, note: string, cents: number) =>
    `<costAdditionalDetailLastPeriod><amount>${cents * 1000}</amount><note>${note}</note><itemKind>${kind}</itemKind></costAdditionalDetailLastPeriod>`;
  const use = ((to - from) / 3600) * 500;
  return Buffer.from(`<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom">
    <entry>${link('self', '')}<title>Mains</title><content><UsagePoint><ServiceCategory><kind>0</kind></ServiceCategory></UsagePoint></content></entry>
    <entry><link rel="self" href="ReadingType/1"/><content><ReadingType><powerOfTenMultiplier>0</powerOfTenMultiplier><uom>72</uom></ReadingType></content></entry>
    <entry>${link('self', '/MeterReading/1/IntervalBlock/1')}<content><IntervalBlock>${hours.join('')}</IntervalBlock></content></entry>
    <entry>${link('self', '/UsageSummary/1')}<content><UsageSummary>
      <billingPeriod><duration>${to - from}</duration><start>${from}</start></billingPeriod><billLastPeriod>${total * 1000}</billLastPeriod>
      ${line(3, 'Energy', total - fixed - tax)}${line(4, 'Service fee', fixed)}${line(5, 'Tax', tax)}<currency>978</currency>
      <overallConsumptionLastPeriod><powerOfTenMultiplier>0</powerOfTenMultiplier><uom>72</uom><value>${use}</value></overallConsumptionLastPeriod>
    </UsageSummary></content></entry>
  </feed>`);
}

test('C2.16 a Green Button file is imported, fills in the utility’s bill that it tells, and shows where that differs from ours @phone', async ({
  page,
  baseURL,
}) => {
  const member = await newMember(baseURL);
  const now = new Date();
  // Days of this member are UTC's.
  const from = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1) / 1000;
  const to = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1) / 1000;
  // Ours: 12 kWh a day at 0.20 and 10 %. Theirs: the same use at the same price, with a fee of 3.00 and its tax besides.
  const energy = ((to - from) / dayS) * 240;
  const tax = (energy + 300) / 10;
  const file = {
    name: 'october use.xml',
    mimeType: 'text/xml',
    buffer: greenButton({ from, to, total: energy + 300 + tax, fixed: 300, tax }),
  };
  await enter(page, member);
  await page.goto('/devices/import');
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText('Imported', { exact: true })).toBeVisible();

  await page.goto('/billing');
  await page.getByRole('link', { name: 'Enter your prices' }).click();
  const prices = page.getByRole('dialog', { name: 'Enter prices' });
  await prices.getByLabel('Price per kWh').fill('0,20');
  await prices.getByLabel('Tax in percent').first().fill('10');
  await prices.getByLabel('In force since').fill(dayOf(from));
  await prices.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByText('Prices saved')).toBeVisible();

  const card = page.getByRole('region', { name: 'Your utility’s bills', exact: true });
  await card.getByRole('button', { name: 'Fill in from a file' }).click();
  const form = page.getByRole('dialog', { name: 'Enter a bill' });
  const told = form.locator(`[data-told-bill="${dayOf(from)}"]`);
  await expect(told).toContainText('october use.xml');
  await expectSoundPage(page);
  await told.getByRole('button', { name: /^Fill in/ }).click();
  await expect(form.getByText(/^Filled in from october use\.xml/)).toBeFocused();
  await expect(form.getByLabel('Last day')).toHaveValue(dayOf(to - dayS));
  await expect(form.getByLabel('Total in EUR')).toHaveValue(((energy + 300 + tax) / 100).toFixed(2));
  await expect(form.getByLabel('Fixed, before tax')).toHaveValue('3.00');
  await expectSoundPage(page);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Bill saved')).toBeVisible();

  const row = card.locator(`[data-utility-bill="${dayOf(from)}"]`);
  // A row asks for what it differs by once it is near.
  await row.scrollIntoViewIfNeeded();
  await expect(row.getByText('€3.30 more than calculated')).toBeVisible();
  await row.getByRole('button').first().click();
  const dialog = page.getByRole('dialog', { name: 'Theirs is €3.30 more than calculated' });
  await expect(dialog.locator('[data-part]')).toHaveCount(1);
  await expect(dialog.locator('[data-part="fixed"]')).toContainText('They charge €3.00 in fixed charges');
  await dialog.getByRole('button', { name: 'Close' }).click();

  // The same file, chosen here: nothing of it is imported, and its bill is known already.
  await card.getByRole('button', { name: 'Fill in from a file' }).click();
  await form.getByLabel('Choose a Green Button file').setInputFiles(file);
  const chosen = form.getByRole('list', { name: 'Billing periods in this file' });
  await expect(chosen.getByText('Entered')).toBeVisible();
  await expect(chosen.getByRole('button')).toHaveCount(0);
  const imports = await (await member.ask('GET', '/rest/v1/imports?select=file_name')).json();
  expect(imports).toEqual([{ file_name: 'october use.xml' }]);
});
