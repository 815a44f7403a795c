import { readFile } from 'node:fs/promises';
import { enter, newMember } from '../support/member.ts';
import { expectSoundPage } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

const bytes = Buffer.concat([
  Buffer.from('%PDF-1.7\n'),
  Buffer.from(Array.from({ length: 70_000 }, (_, at) => (at * 7) % 256)),
]);
const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: bytes });

test('C7.16 a document is kept, given back byte for byte, and deleted @phone', async ({ page, baseURL }) => {
  const member = await newMember(baseURL);
  await enter(page, member);
  await page.goto('/billing/prices');
  const card = page.getByRole('region', { name: 'Documents', exact: true });
  await expect(card.getByText('No documents yet')).toBeVisible();
  await expect(card).toContainText('up to 10 MB each');
  await expectSoundPage(page);

  await card.getByLabel('Add documents').setInputFiles([pdf('March 2026.pdf'), pdf('बिजली का बिल.pdf')]);
  await expect(page.getByText('2 documents added')).toBeVisible();
  const row = card.locator('[data-document="बिजली का बिल.pdf"]');
  await expect(row).toContainText('71 kB');
  await expectSoundPage(page);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    row.getByRole('button', { name: 'Download बिजली का बिल.pdf' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('बिजली का बिल.pdf');
  expect((await readFile(await download.path())).equals(bytes)).toBe(true);

  await card
    .getByLabel('Add documents')
    .setInputFiles([
      pdf('March 2026.pdf'),
      { name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<script>') },
    ]);
  await expect(card.getByRole('alert')).toContainText('A document with this name is already here');
  await expect(card.getByRole('alert')).toContainText('page.html: Only PDF');
  await expectSoundPage(page);

  await row.getByRole('button', { name: 'Delete बिजली का बिल.pdf' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click();
  await expect(row).toBeHidden();
  await expect(card.getByLabel('Add documents')).toBeFocused();
  await page.reload();
  await expect(card.locator('[data-document]')).toHaveCount(1);
  await expect(card.locator('[data-document="March 2026.pdf"]')).toBeVisible();
});

test('C6.3 C7.16 C8.6 another household and a visitor get nothing of it; an address opens nothing', async ({
  page,
  baseURL,
}) => {
  const [asha, bruno] = [await newMember(baseURL), await newMember(baseURL)];
  const place = `/storage/v1/object/bills/${asha.householdId}/a.txt`;
  const form = await asha.ask('POST', place, 'kept');
  expect(form.status).toBe(415);
  const headers = { authorization: `Bearer ${String(asha.session['access_token'])}`, 'content-type': 'text/plain' };
  const kept = await fetch(`${baseURL}${place}`, { method: 'POST', headers, body: 'words' });
  expect(kept.status).toBe(200);
  expect(await (await asha.ask('GET', place)).text()).toBe('words');
  const refused = await bruno.ask('GET', place);
  expect([refused.status, await refused.json()]).toEqual([
    404,
    { statusCode: '404', error: 'not_found', message: 'Object not found' },
  ]);
  expect(await (await bruno.ask('POST', '/storage/v1/object/list/bills', { prefix: asha.householdId })).json()).toEqual(
    [],
  );
  expect(
    await (await bruno.ask('DELETE', '/storage/v1/object/bills', { prefixes: [`${asha.householdId}/a.txt`] })).json(),
  ).toEqual([]);
  expect((await fetch(`${baseURL}${place}`)).status).toBe(401);
  await page.goto('/billing/prices');
  await expect(page.getByRole('region', { name: 'Documents', exact: true })).toBeHidden();
});

test('a file name that is a script runs nothing, in Hindi too @phone', async ({ page, baseURL }) => {
  const member = await newMember(baseURL);
  await enter(page, member);
  await page.addInitScript(() => localStorage.setItem('language', 'hi'));
  let opened = 0;
  page.on('dialog', (dialog) => {
    opened += 1;
    void dialog.dismiss();
  });
  await page.goto('/billing/prices');
  const card = page.getByRole('region', { name: 'दस्तावेज़', exact: true });
  const names = [
    '<img src=x onerror=alert(1)>.pdf',
    '"><svg onload=alert(1)>.pdf',
    "';alert(1)--.pdf",
    '{{constructor.constructor("alert(1)")()}}.pdf',
    `${'long '.repeat(60)}.pdf`,
  ];
  await card.getByLabel('दस्तावेज़ जोड़ें').setInputFiles(names.map(pdf));
  await expect(card.locator('[data-document]')).toHaveCount(names.length);
  for (const name of names.slice(0, 4)) await expect(card.getByText(name.split('/').at(-1) as string)).toBeVisible();
  await expectSoundPage(page);
  expect(opened).toBe(0);
});
