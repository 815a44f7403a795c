import { addDevice, enter, newMember, newToken, send } from '../support/member.ts';
import { expectSoundPage } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

test('a floor is said under Devices, holds its rooms in Analytics, and can be taken back @phone', async ({
  page,
  baseURL,
}) => {
  const asha = await newMember(baseURL);
  const rooms = ['kitchen', 'hall', 'Ground floor', 'bedroom'];
  const devices = [];
  for (const room of rooms) devices.push(await addDevice(asha, `${room} plug`, room, 'electricity'));
  const token = await newToken(asha);
  await send(
    baseURL,
    token,
    devices.flatMap(({ key }, i) => [
      { meter: key, value: 0, secondsAgo: 60 },
      { meter: key, value: 1000 * (i + 1), secondsAgo: 1 },
    ]),
  );
  await enter(page, asha);
  await page.goto('/devices');
  await page.getByRole('button', { name: 'Floors and areas' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Kitchen lies in')).toHaveValue('Whole home');
  await dialog.getByLabel('Kitchen lies in').fill('ground floor');
  await dialog.getByLabel('Hall lies in').fill('Ground floor');
  await dialog.getByLabel('Ground floor lies in').fill('Kitchen');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('This place would lie in itself. Name another one.').first()).toBeVisible();
  await dialog.getByLabel('Ground floor lies in').fill('House');
  await expectSoundPage(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Kitchen · Ground floor · House' })).toBeVisible();

  await page.goto('/analytics?period=day');
  const group = (key: string) => page.locator(`[data-group="${key}"]`);
  await expect(group('House')).toContainText('6.00');
  await expect(group('Ground floor')).toContainText('6.00');
  await expect(group('hall')).toContainText('2.00');
  const all = page.getByRole('button', { name: /^Show all/ });
  if (await all.isVisible()) await all.click();
  await expect(group('rest of Ground floor')).toContainText('Elsewhere in Ground floor');
  await expect(group('rest of Ground floor')).toContainText('3.00');
  await expect(group('bedroom')).toContainText('4.00');
  await expectSoundPage(page);
  await page.getByRole('button', { name: 'Ground floor', exact: true }).click();
  await expect(page.locator('[data-lead="electricity"]')).toContainText('6.00');
  await expect(group('bedroom')).toHaveCount(0);
  await expect(group('kitchen')).toContainText('1.00');

  await page.goto('/devices');
  await page.getByRole('button', { name: 'Floors and areas' }).click();
  await dialog.getByLabel('Hall lies in').fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Hall', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { name: 'Hall · Ground floor · House' })).toBeVisible();
});
