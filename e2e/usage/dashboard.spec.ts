import type { Page } from '@playwright/test';
import { addDevice, enter, newMember, newToken, send } from '../support/member.ts';
import { expectSoundPage } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

const roomRow = (page: Page, room: string) => page.locator(`[data-room="${room}"]`);

test('C2.1 C7.15 a visitor’s Dashboard shows sample figures, plainly labelled, without leaving the page @phone', async ({
  page,
}) => {
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'These are sample figures, not yours' })).toBeVisible();
  await expect(page.getByText('Sample', { exact: true })).toHaveCount(1);
  await page.getByRole('heading', { name: 'This week' }).scrollIntoViewIfNeeded();
  await expect(page.getByRole('listbox', { name: 'This week' }).getByRole('option')).toHaveCount(7);
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page).toHaveTitle(/Dashboard/);
  await expectSoundPage(page);
  await page.getByRole('button', { name: 'Start with my home' }).click();
  await expect(page.getByRole('dialog', { name: 'Create an account' })).toBeVisible();
});

test('C1.4 the Dashboard speaks Hindi and Spanish, and fits @phone', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('language', 'hi'));
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'ये नमूने के आँकड़े हैं, आपके नहीं' })).toBeVisible();
  await expectSoundPage(page);
  await page.evaluate(() => localStorage.setItem('language', 'es'));
  await page.addInitScript(() => localStorage.setItem('language', 'es'));
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Son cifras de ejemplo, no las tuyas' })).toBeVisible();
  await expectSoundPage(page);
});

test('C7.15 C7.16 C1.2 the first reading turns the samples off; the next one changes the open page within 2 s', async ({
  page,
  baseURL,
}) => {
  const member = await newMember(baseURL);
  const mains = await addDevice(member, 'Mains', 'whole_home', 'electricity');
  const kitchen = await addDevice(member, 'Kitchen sockets', 'kitchen', 'electricity');
  const meters = (await (await member.ask('GET', '/rest/v1/meters?select=id,key')).json()) as {
    id: number;
    key: string;
  }[];
  const parent = meters.find(({ key }) => key === mains.key)?.id;
  await member.ask('PATCH', `/rest/v1/meters?key=eq.${kitchen.key}`, { parent_meter_id: parent });
  const token = await newToken(member);
  await enter(page, member);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'These are sample figures, not yours' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Connect real hardware' })).toBeVisible();

  const first = [mains.key, kitchen.key].map((meter) => ({ meter, value: 100_000, secondsAgo: 60 }));
  expect((await send(baseURL, token, first)).status).toBe(200);
  await expect(page.getByRole('heading', { name: 'These are sample figures, not yours' })).toBeHidden({
    timeout: 5000,
  });
  await expect(page.getByText('Measured by your meters')).toBeVisible();

  // A counter's first value is no use yet: not measured, and not a zero.
  await expect(page.locator('[data-today="electricity"]')).toContainText('–');
  await send(baseURL, token, [
    { meter: mains.key, value: 103_000, secondsAgo: 1 },
    { meter: kitchen.key, value: 102_000, secondsAgo: 1 },
  ]);
  const sentAt = Date.now();
  await expect(page.locator('[data-today="electricity"]')).toContainText('3.00', { timeout: 2000 });
  expect(Date.now() - sentAt).toBeLessThan(2000);
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(roomRow(page, 'kitchen')).toContainText('2.00');
  await expect(roomRow(page, 'whole_home')).toContainText('Unmetered');
  await expect(roomRow(page, 'whole_home')).toContainText('1.00');
  // 3 kWh in a minute, 2 of them in the kitchen.
  await expect(page.locator('[data-flow-room="kitchen"]')).toContainText(/Kitchen/);
  await expect(page.locator('[data-flow-room="whole_home"]')).toContainText('Unmetered');
  await expectSoundPage(page);
});

test('C1.1 a household sees only its own: another’s figures are refused, and its page stays as it was', async ({
  page,
  baseURL,
}) => {
  const asha = await newMember(baseURL);
  const bruno = await newMember(baseURL);
  const device = await addDevice(asha, 'Kitchen sockets', 'kitchen', 'electricity');
  const token = await newToken(asha);
  await send(baseURL, token, [
    { meter: device.key, value: 1_000, secondsAgo: 60 },
    { meter: device.key, value: 2_000, secondsAgo: 1 },
  ]);
  for (const path of [
    '/api/v1/usage/latest?',
    '/api/v1/usage/stream?',
    '/api/v1/usage?from=2026-01-01&to=2026-01-02&',
  ]) {
    expect((await bruno.ask('GET', `${path}household=${asha.householdId}`)).status, path).toBe(403);
  }
  await enter(page, bruno);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'These are sample figures, not yours' })).toBeVisible();
  await expect(page.getByText('Kitchen sockets')).toBeHidden();
});

test('C7.15 a guest’s demo household is labelled simulated, and nothing moves while its figures arrive @phone', async ({
  page,
  baseURL,
}) => {
  const { guestDomain } = (await (await fetch(`${baseURL}/api/v1/web-config`)).json()) as { guestDomain: string };
  const guest = await newMember(
    baseURL,
    `guest-${crypto.randomUUID().slice(0, 16).replace(/\W/g, 'a')}@${guestDomain}`,
  );
  await enter(page, guest);
  await page.goto('/dashboard');
  await expect(page.getByText('Simulated figures of the demo household')).toBeVisible();
  await expect(page.getByText('Simulated', { exact: true })).toHaveCount(1);
  await expectSoundPage(page);

  // The second visit knows the page's shape from the first.
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.reload();
  await expect(page.getByText('Simulated figures of the demo household')).toBeVisible();
  await expect(page.locator('[data-bill]')).toBeVisible();
  await expect(page.locator('[data-flow]')).toBeVisible();
  const shifted = await page.evaluate(() =>
    (window as unknown as { shifts: number[] }).shifts.reduce((sum, one) => sum + one, 0),
  );
  expect(shifted).toBeLessThan(0.02);
});
