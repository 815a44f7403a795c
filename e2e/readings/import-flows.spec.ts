import { enter, newMember } from '../support/member.ts';
import { expectSoundPage } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

const hours = Array.from({ length: 48 }, (_, i) => {
  const at = new Date(Date.UTC(2026, 4, 4) + i * 3_600_000).toISOString();
  return `${at},${(((i * 7) % 11) / 10).toFixed(1)},${(i % 3) / 10}`;
});
const netted = hours.map((row) => {
  const [at = '', taken = '', given = ''] = row.split(',');
  return `${at},${(Number(taken) - Number(given)).toFixed(1)}`;
});
const file = (title: string, rows: readonly string[]) => ({
  name: 'home.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`start,${title}\n${rows.join('\n')}\n`),
});

test('a file that tells both ways says what passes each column, and a net meter becomes one device with two meters @phone', async ({
  page,
  baseURL,
}) => {
  const member = await newMember(baseURL);
  await enter(page, member);
  await page.goto('/devices/import');
  await page.locator('input[type=file]').setInputFiles(file('Import kWh,Export kWh', hours));
  const flows = page.getByLabel('What passes it');
  await expect(flows).toHaveCount(2);
  await expect(flows.nth(0)).toHaveValue('drawn');
  await expect(flows.nth(1)).toHaveValue('returned');
  await expectSoundPage(page);

  await page.getByRole('button', { name: 'Choose another file' }).click();
  await page.locator('input[type=file]').setInputFiles(file('net kWh', netted));
  await expect(flows).toHaveValue('net');
  await expect(page.getByText('Amounts above zero are drawn, those below zero sent back.')).toBeVisible();
  // What would come in makes the page longer above the button.
  await expect(page.locator('[data-outlook=done]')).toContainText('96');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.locator('[data-import] dl > div').filter({ hasText: 'readings imported' })).toContainText('96');

  await page.goto('/devices');
  await expect(page.getByText(/Electricity · Sent back to the grid/)).toBeVisible();
  await page.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('What passes it')).toHaveValue('drawn');
  await expect(dialog.getByLabel(/What passes meter .*-returned/)).toHaveValue('returned');
  await dialog.getByLabel(/What passes meter .*-returned/).selectOption('produced');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/Electricity · Produced here/)).toBeVisible();
});
