import { addDevice, enter, newMember, newToken, sendHours } from '../support/member.ts';
import { expectSoundPage, speak } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

const dayMs = 86_400_000;

test('C1.2 C2.2 how you compare: months beside themselves, how many live here is said once, then a published figure stands beside the year; in Hindi @phone', async ({
  page,
  baseURL,
}) => {
  const member = await newMember(baseURL);
  const mains = await addDevice(member, 'Mains', 'whole_home', 'electricity');
  const token = await newToken(member);
  const today = Math.floor(Date.now() / dayMs) * dayMs;
  // 400 Wh an hour for a hundred days.
  const hours = Array.from({ length: 100 * 24 }, (_, i) => ({
    from: new Date(today - 100 * dayMs + i * 3_600_000),
    value: 400,
  }));
  await sendHours(baseURL, token, mains.key, hours);
  await enter(page, member);
  await page.goto('/analytics');
  await page.getByRole('link', { name: 'How you compare' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'How you compare' })).toBeVisible();
  const electricity = page.getByRole('region', { name: 'Electricity' });
  await expect(electricity.getByText(/: 9\.60\skWh a day\.$/)).toBeVisible();
  await expect(electricity.getByText('nothing was measured then')).toBeVisible();
  await expect(electricity.getByText(/^your latest month is the best/)).toBeVisible();
  const form = page.getByRole('region', { name: 'How many people live here?' });
  await form.getByLabel('People').selectOption('2');
  await form.getByLabel('Home', { exact: true }).selectOption('flat');
  await expectSoundPage(page);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('2 people · in a flat')).toBeVisible();
  await expect(electricity.getByText(/^4\.80\skWh a day$/)).toBeVisible();
  await expectSoundPage(page);
  await speak(page, 'hi');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'आपकी तुलना' })).toBeVisible();
  await expectSoundPage(page);
});
