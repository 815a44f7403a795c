import { addDevice, enter, newMember, newToken, send } from '../support/member.ts';
import { expectSoundPage } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

/** Three litres in each of the last 160 minutes, in one request as a gateway sends what it kept. */
const withoutPause = (meter: string) =>
  Array.from({ length: 160 }, (_, i) => ({ meter, value: 500_000 + i * 3000, secondsAgo: (160 - i) * 60 }));

test('C1.2 C7.16 water that has not stopped is told on the open Dashboard, with what to do; dismissed, taken back, found again @phone', async ({
  page,
  baseURL,
}) => {
  const member = await newMember(baseURL);
  const tap = await addDevice(member, 'Bathroom tap', 'bathroom', 'water');
  const token = await newToken(member);
  await enter(page, member);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'These are sample figures, not yours' })).toBeVisible();

  expect((await send(baseURL, token, withoutPause(tap.key))).status).toBe(200);
  const strip = page.getByRole('region', { name: 'What needs a look', exact: true });
  await expect(strip.getByRole('heading', { name: 'Water has not stopped: Bathroom tap' })).toBeVisible({
    timeout: 20_000,
  });
  await expect(strip).toContainText(/Running since .* without a pause: about 3\.0\sL\/min, 4\d\d\sL so far\./);
  await expect(strip).toContainText('close the main tap');
  await expectSoundPage(page);

  await strip.getByRole('button', { name: 'Dismiss' }).click();
  await expect(strip).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(strip).toBeVisible();
  await strip.getByRole('button', { name: 'Dismiss' }).click();
  await expect(strip).toBeHidden();
  // Offered once it is kept.
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();

  await page.goto('/devices');
  await expect(page.locator('[data-device="Bathroom tap"]')).toContainText('has not stopped since');
  await page.getByRole('button', { name: 'Notices' }).click();
  const history = page.getByRole('dialog', { name: 'Notices' });
  await expect(history).toContainText('Water has not stopped: Bathroom tap');
  await expectSoundPage(page);
  await history.getByRole('button', { name: 'Show again' }).click();
  await expect(history.getByRole('button', { name: 'Dismiss' })).toBeVisible();

  await page.goto('/dashboard');
  await expect(page.locator('[data-now="water"]')).toContainText(/has not stopped since .*: about 3\.0\sL\/min/);
  await strip.getByRole('link', { name: 'Show when it began' }).click();
  await expect(page.getByText(/^The leak began on .*: about 3\.0\sL\/min, 4\d\d\sL so far\./)).toBeVisible();
  await expect(page.locator('[data-drawn="true"]').first()).toBeVisible();
  await expectSoundPage(page);
});
