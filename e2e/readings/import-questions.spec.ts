import { enter, newMember } from '../support/member.ts';
import { expectSoundPage } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

const at = (i: number): string => new Date(Date.parse('2026-10-01T00:00:00Z') + i * 3_600_000).toISOString();
const csv = (title: string, rows: string[]) => ({
  name: 'kitchen.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from([`time,${title}`, ...rows].join('\n')),
});

test('what a file leaves open is asked, with what each answer comes to, and the same file is known again @phone', async ({
  page,
  baseURL,
}) => {
  const member = await newMember(baseURL);
  await enter(page, member);
  await page.goto('/devices/import');
  const rising = csv(
    'kitchen kWh',
    Array.from({ length: 48 }, (_, i) => `${at(i)},${(0.5 + i / 1000).toFixed(3)}`),
  );
  await page.locator('input[type=file]').setInputFiles(rising);
  const questions = page.getByRole('region', { name: 'Please answer', exact: true });
  await expect(questions).toContainText('0.047');
  await expect(questions).toContainText('25.128');
  const start = page.getByRole('button', { name: 'Import', exact: true });
  await expect(start).toBeDisabled();
  await questions.getByText(/What each row used/).click();
  const outlook = page.getByRole('region', { name: 'What would come in', exact: true });
  await expect(outlook.locator('[data-outlook=done]')).toContainText('48');
  await expect(page.getByRole('table', { name: 'What it adds up to' })).toContainText('25.128');
  await expectSoundPage(page);
  await start.click();
  await expect(page.getByText('Imported', { exact: true })).toBeVisible();

  // The device gets another name; the file goes to it all the same, and adds nothing.
  const rename = await member.ask('PATCH', `/rest/v1/connected_devices?household_id=eq.${member.householdId}`, {
    name: 'Oven',
    room: 'hall',
  });
  expect(rename.ok).toBe(true);
  await page.goto('/devices/import');
  await page.locator('input[type=file]').setInputFiles({ ...rising, name: 'again.csv' });
  await expect(page.getByText(/This file was already imported on .* as kitchen\.csv: 48 readings/)).toBeVisible();
  await expect(page.getByLabel('Goes to')).not.toHaveValue('new');
  await expect(outlook.locator('dl > div').filter({ hasText: 'already here' })).toContainText('48');
  await expectSoundPage(page);
});

test('a file that contradicts itself waits for a person’s word before anything is taken', async ({ page, baseURL }) => {
  const member = await newMember(baseURL);
  await enter(page, member);
  await page.goto('/devices/import');
  const twice = Array.from({ length: 80 }, (_, i) => `${at(i >> 1)},${(i * 7) % 10}`);
  await page.locator('input[type=file]').setInputFiles(csv('use_wh', twice));
  await expect(page.getByRole('alert')).toContainText('40 readings contradict others');
  const start = page.getByRole('button', { name: 'Import', exact: true });
  await expect(start).toBeDisabled();
  await expectSoundPage(page);
  await page.getByLabel('Import the rest anyway').check();
  // What would come in makes the page longer above the button.
  await expect(page.locator('[data-outlook=done]')).toBeVisible();
  await start.click();
  await expect(page.getByText('Imported', { exact: true })).toBeVisible();
  await expect(page.locator('[data-import] dl > div').filter({ hasText: 'readings imported' })).toContainText('40');
});

test('an import that runs is stopped, and nothing of it is left', async ({ page, baseURL }) => {
  const member = await newMember(baseURL);
  await enter(page, member);
  await page.goto('/devices/import');
  const minute = (i: number) => new Date(Date.parse('2025-10-01T00:00:00Z') + i * 60_000).toISOString();
  await page.locator('input[type=file]').setInputFiles(
    csv(
      'kitchen_wh',
      Array.from({ length: 400_000 }, (_, i) => `${minute(i)},5`),
    ),
  );
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('button', { name: 'Stop and undo' }).click();
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await dialog.getByRole('button', { name: 'Stop and undo' }).click();
  await expect(page.locator('[data-import=undone]')).toBeVisible();
  await expectSoundPage(page);
  const devices = await member.ask('GET', '/rest/v1/connected_devices?select=id');
  expect(await devices.json()).toEqual([]);
});
