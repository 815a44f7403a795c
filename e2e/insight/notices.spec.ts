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
  const strip = page.getByRole('region', { name: 'Needs your attention', exact: true });
  await expect(strip.getByRole('heading', { name: 'Bathroom tap: water does not stop' })).toBeVisible({
    timeout: 20_000,
  });
  await expect(strip).toContainText(/Since .* without a pause/);
  await expect(strip).toContainText(/Never under 3\.0\sL\/min since then/);
  await expect(strip).toContainText(/4\d\d\sL/);
  await expect(strip).toContainText('the main one last');
  await expectSoundPage(page);

  await strip.getByRole('button', { name: 'It is fine' }).click();
  await expect(strip).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(strip).toBeVisible();
  await strip.getByRole('button', { name: 'Fixed' }).click();
  await expect(strip).toBeHidden();
  // Nobody claims that all is well before the night has shown it.
  await expect(page.getByText(/^Bathroom tap: marked as fixed, watched until morning/)).toBeVisible();
  // Offered once it is kept.
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();

  await page.goto('/devices');
  await expect(page.locator('[data-device="Bathroom tap"]')).toContainText('running non-stop since');
  await page.getByRole('button', { name: 'Notices' }).click();
  const list = page.getByRole('dialog', { name: 'Notices' });
  await expect(list).toContainText('Bathroom tap: water does not stop');
  await expect(list).toContainText('Marked as fixed by you');
  await expectSoundPage(page);
  await list.getByRole('link', { name: 'All notices' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Notices' })).toBeVisible();
  await page.getByRole('button', { name: 'Show again' }).click();
  await expect(page.getByRole('region', { name: 'Open' })).toContainText('Bathroom tap: water does not stop');
  await expect(page.getByRole('button', { name: 'Fixed' })).toBeVisible();
  await expectSoundPage(page);

  await page.goto('/dashboard');
  await expect(page.locator('[data-now="water"]')).toContainText(/running nonstop since .*: about 3\.0\sL\/min/);
  await strip.getByRole('link', { name: 'Show' }).click();
  await expect(page.getByText(/^The leak began on .*: about 3\.0\sL\/min, 4\d\d\sL so far\./)).toBeVisible();
  await expect(page.locator('[data-drawn="true"]').first()).toBeVisible();
  await expectSoundPage(page);
});

test('C1.2 C2.10 the bell counts on every page what was not seen, and what was seen on one device is seen on all', async ({
  page,
  baseURL,
  browser,
}) => {
  const member = await newMember(baseURL);
  const tap = await addDevice(member, 'Bathroom tap', 'bathroom', 'water');
  const token = await newToken(member);
  await enter(page, member);
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Notices', exact: true })).toBeVisible();
  expect((await send(baseURL, token, withoutPause(tap.key))).status).toBe(200);
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('button', { name: 'Notices: 1 needs attention' })).toBeVisible({ timeout: 2_000 });
  }).toPass();

  const other = await browser.newPage(baseURL === undefined ? {} : { baseURL });
  await enter(other, member);
  await other.goto('/contact');
  const bell = other.getByRole('button', { name: 'Notices: 1 needs attention' });
  await bell.focus();
  await other.keyboard.press('Enter');
  const list = other.getByRole('dialog', { name: 'Notices' });
  await expect(list.getByRole('listitem')).toContainText('Bathroom tap: water does not stop');
  await other.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await expect(other.getByRole('button', { name: 'Notices', exact: true })).toBeFocused();
  await other.close();

  await page.reload();
  await expect(page.getByRole('button', { name: 'Notices', exact: true })).toBeVisible();
  await expect(page.getByText('1 needs attention')).toHaveCount(0);
});

test('C4.5 C2.4 on a phone the bell has the language’s place in the header, and the account’s menu the languages @phone', async ({
  page,
  baseURL,
  isMobile,
}) => {
  await enter(page, await newMember(baseURL));
  await page.goto('/contact');
  await expect(page.getByRole('button', { name: 'Notices', exact: true })).toBeVisible();
  if (!isMobile) return expect(page.getByRole('button', { name: /^Language: / })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Language: / })).toBeHidden();
  await page.getByRole('button', { name: /^Account: / }).click();
  await page.getByRole('menuitemradio', { name: 'Español' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await page.getByRole('button', { name: /^Cuenta: / }).click();
  await expect(page.getByRole('menuitemradio', { name: 'Español' })).toBeChecked();
  await expectSoundPage(page);
});
