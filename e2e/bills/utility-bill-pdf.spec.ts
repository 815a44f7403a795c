import type { Page } from '@playwright/test';
import { addDevice, enter, everyHour, type Member, newMember, newToken, sendHours } from '../support/member.ts';
import { expectSoundPage } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

const dayMs = 86_400_000;
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
const now = new Date();
// Days of this member are UTC's: last month, and the one before it.
const begun = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 2, 1);
const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1);
const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1);
const days = (next - first) / dayMs;

/** 12 kWh a day, 3.00 a month, and 10 % on both. */
const priced = (rate: string) => ({
  validFrom: dayOf(begun),
  tariffs: [
    {
      plan: {
        name: 'Agreed',
        utility: 'electricity',
        currency: 'EUR',
        unit: 'kWh',
        charges: [
          { id: 'energy', kind: 'use', name: 'Energy', rate },
          { id: 'service', kind: 'fixed', name: 'Service', per: 'month', amount: '3' },
          { id: 'tax', kind: 'tax', name: 'Tax', percent: '10', of: 'all' },
        ],
      },
    },
  ],
});

/** A bill as PDF, made at a price of 0.22, of a home whose tariff then says 0.20. */
async function billAtOtherPrice(member: Member, baseURL: string | undefined): Promise<Buffer> {
  const { key } = await addDevice(member, 'Mains', 'whole_home', 'electricity');
  await sendHours(baseURL, await newToken(member), key, everyHour(first, next, 500));
  const { ids } = await (await member.ask('POST', '/api/v1/tariffs', priced('0.22'))).json();
  await member.ask('GET', '/api/v1/bills/so-far');
  const [bill] = await (
    await member.ask('GET', `/rest/v1/billing_records?select=id&period_start=eq.${dayOf(first)}`)
  ).json();
  const paper = Buffer.from(await (await member.ask('GET', `/api/v1/bills/${bill.id}.pdf`)).arrayBuffer());
  const { tariffs, validFrom } = priced('0.20');
  await member.ask('PUT', `/api/v1/tariffs/${ids[0]}`, { validFrom, tariff: tariffs[0] });
  return paper;
}

async function readPaper(page: Page, buffer: Buffer) {
  await page.goto('/billing/prices');
  const card = page.getByRole('region', { name: 'Your utility’s bills', exact: true });
  await card.getByRole('button', { name: 'Enter a bill' }).click();
  const form = page.getByRole('dialog', { name: 'Enter a bill' });
  await form.getByRole('button', { name: 'Fill in from a PDF' }).click();
  await form
    .getByLabel('Choose the bill as a PDF')
    .setInputFiles({ name: 'bill.pdf', mimeType: 'application/pdf', buffer });
  await expect(form.getByText(/^Filled in from bill\.pdf/)).toBeFocused();
  return { card, form };
}

test('C2.16 a bill that is a PDF is read, stands beside ours line by line, corrects a price by one press, and is kept @phone', async ({
  page,
  baseURL,
}) => {
  const member = await newMember(baseURL);
  const paper = await billAtOtherPrice(member, baseURL);
  // 12 kWh a day at 0.22 and 3.00, with 10 %; ours is 0.02 a kWh less.
  const theirs = ((days * 264 + 300) * 1.1) / 100;
  const less = (days * 24 * 1.1) / 100;
  await enter(page, member);
  const { card, form } = await readPaper(page, paper);
  await expect(form.getByLabel('First day')).toHaveValue(dayOf(first));
  await expect(form.getByLabel('Last day')).toHaveValue(dayOf(next - dayMs));
  await expect(form.getByLabel('Total in EUR')).toHaveValue(theirs.toFixed(2));
  await expect(form.locator('[data-residual="price"]')).toContainText(`+€${less.toFixed(2)}`);
  await expect(form.locator('[data-paper-line]')).toHaveCount(3);

  // A place of the paper is drawn when it is asked for.
  await form.locator('[data-paper-field="total"]').getByRole('button').click();
  const picture = form.getByRole('img', { name: 'Total in the PDF' });
  await expect(picture).toHaveAttribute('data-drawn', 'true');
  const inked = await picture.evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
    return Array.from(data).filter((value, i) => i % 4 === 0 && value < 100).length;
  });
  expect(inked).toBeGreaterThan(20);
  await expectSoundPage(page);

  await form.getByRole('button', { name: /^Use the PDF’s price from/ }).click();
  await expect(form.getByText(/^Your tariff has this price from/)).toBeFocused();
  await expect(form.locator('[data-residual="price"]')).toContainText('€0.00');
  const tariffs = await (await member.ask('GET', '/rest/v1/tariffs?select=valid_from&order=valid_from')).json();
  expect(tariffs).toEqual([{ valid_from: dayOf(begun) }, { valid_from: dayOf(first) }]);

  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Bill saved')).toBeVisible();
  const row = card.locator(`[data-utility-bill="${dayOf(first)}"]`);
  await row.scrollIntoViewIfNeeded();
  await expect(row.getByText('as calculated')).toBeVisible();
  await expect(row.getByText('bill.pdf')).toBeVisible();
});

test.describe('a file that cannot be read', () => {
  test.use({ expectedErrors: [/422 \(Unprocessable/] });

  test('C2.16 a scan is told as such, and a price is taken back by another press', async ({ page, baseURL }) => {
    const member = await newMember(baseURL);
    const paper = await billAtOtherPrice(member, baseURL);
    await enter(page, member);
    const { form } = await readPaper(page, paper);
    await form.getByRole('button', { name: /^Use the PDF’s price from/ }).click();
    await form.getByRole('button', { name: 'Remove that tariff again' }).click();
    await expect(form.getByRole('button', { name: /^Use the PDF’s price from/ })).toBeVisible();
    const tariffs = await (await member.ask('GET', '/rest/v1/tariffs?select=valid_from')).json();
    expect(tariffs).toEqual([{ valid_from: dayOf(begun) }]);

    const empty =
      '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]>>endobj\ntrailer<</Root 1 0 R>>\n';
    await form
      .getByLabel('Choose the bill as a PDF')
      .setInputFiles({ name: 'scan.pdf', mimeType: 'application/pdf', buffer: Buffer.from(empty) });
    await expect(form.getByRole('alert')).toContainText('This PDF is a scan');
    await expect(form.getByRole('checkbox', { name: 'Keep the PDF with the bill' })).toBeChecked();
  });
});
