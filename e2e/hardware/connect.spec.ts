import { addDevice, enter, newMember } from '../support/member.ts';
import { expectSoundPage } from '../support/page-checks.ts';
import { runInShell } from '../support/shell.ts';
import { expect, test } from '../support/test.ts';

test('C2.15 from no device to the first reading: the command on the page works as it is, and the page sees it arrive @phone', async ({
  page,
  baseURL,
}) => {
  const member = await newMember(baseURL);
  await enter(page, member);
  await page.goto('/devices/connect');
  await page.getByRole('button', { name: 'Add the first device' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Kitchen sockets');
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByLabel('Meter', { exact: true })).toHaveValue('kitchen-electricity');
  await expect(page.getByText('Waiting for the first reading from')).toBeVisible();
  await page.getByRole('button', { name: 'Make a token' }).click();
  const token = await page.locator('[data-token]').innerText();
  const command = page.locator('[data-command]');
  await expect(command).toContainText(token);
  await expectSoundPage(page);

  expect(JSON.parse(await runInShell(await command.innerText()))).toEqual({ accepted: 1, duplicate: 0, rejected: [] });
  await expect(page.getByText('Received', { exact: true })).toBeVisible({ timeout: 2000 });
  await expect(page.getByText(/12\.345.kWh/)).toBeVisible();
  await page.getByRole('link', { name: 'To the Dashboard' }).click();
  await expect(page.getByText('Measured by your meters')).toBeVisible();
});

test('the form for an amount over a time works for a meter without a counter', async ({ page, baseURL }) => {
  const member = await newMember(baseURL);
  await addDevice(member, 'Garden valve', 'garden', 'water');
  await enter(page, member);
  await page.goto('/devices/connect?meter=garden-water');
  const codes = page.getByRole('table', { name: 'When a reading is rejected' });
  await expect(codes).toBeHidden();
  await page.getByText('When a reading is rejected').first().click();
  await expect(codes).toContainText('unknown-meter');
  await expect(page.getByRole('link', { name: 'Type a reading' })).toHaveAttribute('href', /readings\?meter=\d+$/);
  await page.getByRole('button', { name: 'Make a token' }).click();
  await expect(page.locator('[data-token]')).toBeVisible();
  await page.getByText('Amount over time').click();
  const command = page.locator('[data-command]');
  await expect(command).toContainText('"from"');
  expect(JSON.parse(await runInShell(await command.innerText()))).toMatchObject({ accepted: 1 });
  await expect(page.getByText('Received', { exact: true })).toBeVisible({ timeout: 2000 });
});

/** The midnight (UTC) of three days ago: the Dashboard shows the week up to today. */
const dayOfFiles = (): number => Math.floor(Date.now() / 86_400_000 - 3) * 86_400_000;

test('a CSV file is previewed, corrected, imported with a report, and stands on the Dashboard @phone', async ({
  page,
  baseURL,
}) => {
  const member = await newMember(baseURL);
  await enter(page, member);
  await page.goto('/devices/import');
  await expectSoundPage(page);
  const quarters = Array.from({ length: 96 }, (_, i) => new Date(dayOfFiles() + i * 900_000));
  const csv = ['time,kitchen kWh,bathroom L', ...quarters.map((at, i) => `${at.toISOString()},0.125,${i % 2}`)].join(
    '\n',
  );
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'meters.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await expect(page.getByRole('region', { name: 'meters.csv', exact: true })).toContainText('96 rows');
  await expect(page.getByText('2 of 2 included')).toBeVisible();
  await expectSoundPage(page);
  await page.getByLabel('Time zone').fill('UTC');
  // What would come in makes the page longer above the button.
  await expect(page.locator('[data-outlook=done]')).toBeVisible();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText('Imported', { exact: true })).toBeVisible();
  const totals = page.getByRole('table', { name: 'What came in' });
  await expect(totals).toContainText('12.000');
  await expect(totals).toContainText('48.000');
  await expectSoundPage(page);
  await page.getByRole('link', { name: 'To the Dashboard' }).click();
  await expect(page.getByText(/imported from files/i)).toBeVisible();

  // It stands in the list, and is taken back with the devices that it made.
  await page.goto('/devices/import');
  const entry = page.getByRole('listitem').filter({ hasText: 'meters.csv' });
  await expect(entry).toContainText('192 readings imported');
  await entry.getByRole('button', { name: 'Undo this import' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Undone' })).toContainText('192 readings');
  await expectSoundPage(page);
  expect(await (await member.ask('GET', '/rest/v1/connected_devices?select=name')).json()).toEqual([]);
});

/** A day of a utility's own file: 96 quarter-hours of electricity. */
function greenButton(): string {
  const begin = dayOfFiles() / 1000;
  const link = (rel: string, path: string) => `<link rel="${rel}" href="RetailCustomer/1/UsagePoint/1${path}"/>`;
  const readings = Array.from(
    { length: 96 },
    (_, i) =>
      `<IntervalReading><timePeriod><duration>900</duration><start>${begin + i * 900}</start></timePeriod><value>125</value></IntervalReading>`,
  );
  return `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom">
    <entry>${link('self', '')}<title>Our kitchen</title><content><UsagePoint><ServiceCategory><kind>0</kind></ServiceCategory></UsagePoint></content></entry>
    <entry><link rel="self" href="ReadingType/1"/><content><ReadingType><powerOfTenMultiplier>0</powerOfTenMultiplier><uom>72</uom></ReadingType></content></entry>
    <entry>${link('self', '/MeterReading/1/IntervalBlock/1')}<content><IntervalBlock>${readings.join('')}</IntervalBlock></content></entry>
  </feed>`;
}

test('a Green Button file says all of itself: one press imports it, and importing it again adds nothing', async ({
  page,
  baseURL,
}) => {
  const member = await newMember(baseURL);
  await enter(page, member);
  const buffer = Buffer.from(greenButton());
  for (const [accepted, target] of [
    ['96', 'A new device'],
    ['0', 'Our kitchen (kitchen-electricity)'],
  ] as const) {
    await page.goto('/devices/import');
    await page.locator('input[type=file]').setInputFiles({ name: 'use.xml', mimeType: 'text/xml', buffer });
    await expect(page.getByRole('region', { name: 'use.xml', exact: true })).toContainText('96 rows');
    await expect(page.getByLabel('Goes to')).toHaveValue(
      target === 'A new device' ? 'new' : 'meter:kitchen-electricity',
    );
    await expect(page.getByLabel('Time zone')).toBeHidden();
    await expect(page.getByLabel('Unit')).toBeHidden();
    await expectSoundPage(page);
    // What would come in makes the page longer above the button.
    await expect(page.locator('[data-outlook=done]')).toBeVisible();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(page.getByText('Imported', { exact: true })).toBeVisible();
    await expect(page.locator('[data-import] dl > div').filter({ hasText: 'readings imported' })).toContainText(
      accepted,
    );
  }
});

test.describe('a file that cannot be read', () => {
  test.use({ expectedErrors: [/status of 422 .*imports\/preview/] });

  test('a file without times is refused in words', async ({ page, baseURL }) => {
    const member = await newMember(baseURL);
    await enter(page, member);
    await page.goto('/devices/import');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'poem.csv', mimeType: 'text/csv', buffer: Buffer.from('roses,are\nred,indeed\n') });
    await expect(page.getByRole('alert')).toContainText('poem.csv');
    await expect(page.getByRole('alert')).not.toContainText('no-time-column');
  });
});
