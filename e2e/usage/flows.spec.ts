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
      { meter: key, value: 0, secondsAgo: 60 },
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

test('with a roof that no meter sees, use is told as the least that it can be, with what to do about it @phone', async ({
  page,
  baseURL,
}) => {
  const asha = await newMember(baseURL);
  const mains = await addDevice(asha, 'Mains', 'whole_home', 'electricity');
  const back = await addDevice(asha, 'Sent back', 'garden', 'electricity');
  const changed = await asha.ask('PATCH', `/rest/v1/meters?key=eq.${back.key}`, { flow: 'returned' });
  expect(changed.ok).toBe(true);
  const sent = [
    { key: mains.key, used: 1_000 },
    { key: back.key, used: 5_000 },
  ];
  await send(
    baseURL,
    await newToken(asha),
    sent.flatMap(({ key, used }) => [
      { meter: key, value: 0, secondsAgo: 60 },
      { meter: key, value: used, secondsAgo: 1 },
    ]),
  );
  await enter(page, asha);
  await page.goto('/dashboard');
  await expect(page.locator('[data-today="electricity"]')).toContainText('≥\u00a01.00');
  const flows = page.locator('[data-flows="electricity"]');
  await expect(flows).toContainText('More may have been used');
  await expect(flows.getByRole('link', { name: 'Add the roof’s or the battery’s meter' })).toHaveAttribute(
    'href',
    '/devices/connect',
  );
  await expect(page.getByText('≥: at least')).toBeVisible();
  await expectSoundPage(page);
  await page.goto('/analytics?period=day');
  await expect(page.locator('[data-lead="electricity"]')).toContainText('≥\u00a01.00');
  const own = page.locator('[data-own="selfSufficiency"]');
  await expect(own).toContainText('–');
  await expect(page.getByText('More may have been used')).toBeVisible();
  await expectSoundPage(page);
});
