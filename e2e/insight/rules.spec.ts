import { addDevice, enter, newMember, newToken, sendHours } from '../support/member.ts';
import { expectSoundPage, speak } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

const hourMs = 3_600_000;

/** Sixty days of water, at rest by night until twenty days ago; three litres an hour more since. */
function withLateLeak(now: number): { from: Date; value: number }[] {
  const end = Math.floor(now / hourMs) * hourMs;
  return Array.from({ length: 60 * 24 }, (_, i) => {
    const from = new Date(end - (60 * 24 - i) * hourMs);
    const hour = from.getUTCHours();
    const used = hour >= 6 && hour < 22 ? 12_000 + (i % 7) * 1000 : 0;
    return { from, value: used + (i >= 40 * 24 ? 3000 : 0) };
  });
}

test('C1.2 the rules of a home: what one would have told in a year is gone through, and a switch stays as it was put @phone', async ({
  page,
  baseURL,
}) => {
  const member = await newMember(baseURL);
  const main = await addDevice(member, 'House water', 'whole_home', 'water');
  const token = await newToken(member);
  await sendHours(baseURL, token, main.key, withLateLeak(Date.now()));
  await enter(page, member);
  await page.goto('/notices');
  await page.getByRole('link', { name: 'What Wattershed watches' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'What Wattershed watches' })).toBeVisible();
  const rule = page.locator('[data-rule="slow-leak"]');
  await rule.getByRole('button', { name: 'Try it on the last year' }).click();
  await expect(rule.getByText(/^1 time since/)).toBeVisible({ timeout: 60_000 });
  await expect(rule.getByRole('listitem')).toContainText('House water: probably a slow leak');
  await expectSoundPage(page);

  const silent = page.locator('[data-rule="silent-meter"]').getByRole('switch');
  await silent.click();
  await expect(page.getByText('You are not told any more: A meter falls silent')).toBeVisible();
  await page.reload();
  await expect(silent).not.toBeChecked();
  await expect(page.locator('[data-rule="silent-meter"]')).toContainText('Switched off');
});

test('C1.2 C1.4 nobody at home: an absence is said, ended and taken back where the rules stand; in Hindi @phone', async ({
  page,
  baseURL,
}) => {
  const member = await newMember(baseURL);
  await addDevice(member, 'House water', 'whole_home', 'water');
  await enter(page, member);
  await page.goto('/notices/rules');
  const card = page.getByRole('region', { name: 'When nobody is at home' });
  await expect(card.getByText('No absence is written down.')).toBeVisible();
  await card.getByRole('button', { name: 'You are away' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('You leave on').fill('2026-01-05');
  await form.getByLabel('You are back on').fill('2026-01-02');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('That is before you leave.')).toBeVisible();
  await expectSoundPage(page);
  await form.getByLabel('You are back on').fill('');
  await form.getByRole('button', { name: 'Save' }).click();
  const row = card.getByRole('listitem');
  await expect(row).toContainText(/Since Mon, 5 Jan,? 2026/);
  await row.getByRole('button', { name: 'You are back' }).click();
  await expect(row).toContainText('to');
  await row.getByRole('button', { name: /^Remove the absence from/ }).click();
  await expect(card.getByText('No absence is written down.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toContainText(/Mon, 5 Jan,? 2026 to/);
  await expectSoundPage(page);

  await speak(page, 'hi');
  await page.reload();
  await expect(page.getByRole('region', { name: 'जब घर में कोई न हो' }).getByRole('listitem')).toBeVisible();
  await expectSoundPage(page);
});
