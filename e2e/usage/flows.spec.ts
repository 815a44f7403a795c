import { addDevice, enter, newMember, newToken, send } from '../support/member.ts';
import { expectSoundPage } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

test('a roof is told of under Devices; use is what was drawn and produced less what went back, and the Dashboard says so @phone', async ({
  page,
  baseURL,
}) => {
  const asha = await newMember(baseURL);
  const mains = await addDevice(asha, 'Mains', 'whole_home', 'electricity');
  const roof = await addDevice(asha, 'Roof', 'garden', 'electricity');
  const back = await addDevice(asha, 'Sent back', 'garden', 'electricity');
  await enter(page, asha);
  await page.goto('/devices');
  for (const [name, flow] of [
    ['Roof', 'Produced here'],
    ['Sent back', 'Sent back to the grid'],
  ] as const) {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('What passes it').selectOption({ label: flow });
    await dialog.getByLabel('It stands behind …').selectOption({ label: `Mains (${mains.key})` });
    await expectSoundPage(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.locator(`[data-device="${name}"]`)).toContainText(`Electricity · ${flow}`);
  }
  const token = await newToken(asha);
  const sent = [
    { key: mains.key, used: 1_000 },
    { key: roof.key, used: 4_000 },
    { key: back.key, used: 2_000 },
  ];
  await send(
    baseURL,
    token,
    sent.flatMap(({ key, used }) => [
      { meter: key, value: 0, secondsAgo: 600 },
      { meter: key, value: used, secondsAgo: 1 },
    ]),
  );
  await page.goto('/dashboard');
  await expect(page.locator('[data-today="electricity"]')).toContainText('3.00');
  const flows = page.locator('[data-flows="electricity"]');
  await expect(flows).toContainText('1.00 kWh from the grid · 2.00 kWh sent back · 4.00 kWh produced');
  await expect(flows).toContainText('67% of what you used is your own.');
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(page.getByText('No room’s meter has counted anything today.')).toBeVisible();
  await expectSoundPage(page);
});
