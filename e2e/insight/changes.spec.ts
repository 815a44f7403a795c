import { addDevice, enter, enterTariff, newMember, newToken, sendHours } from '../support/member.ts';
import { expectSoundPage, speak } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const [daysBefore, daysAfter] = [90, 42];
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

test('C1.2 C2.2 did it save: from Notices a change is written down, told with its money, corrected, removed and brought back; advice is declined; in Hindi @phone', async ({
  page,
  baseURL,
}) => {
  const member = await newMember(baseURL);
  const mains = await addDevice(member, 'Mains', 'whole_home', 'electricity');
  const token = await newToken(member);
  // The home's clock is that of UTC.
  const today = Math.floor(Date.now() / dayMs) * dayMs;
  const changedAt = today - daysAfter * dayMs;
  // 400 Wh an hour with a little up and down by day; a quarter less since the change. All of it is always on.
  const hours = Array.from({ length: (daysBefore + daysAfter) * 24 }, (_, i) => {
    const at = changedAt - daysBefore * dayMs + i * hourMs;
    const ofDay = 400 + 20 * Math.sin(Math.floor(at / dayMs));
    return { from: new Date(at), value: Math.round(ofDay * (at < changedAt ? 1 : 0.75)) };
  });
  await sendHours(baseURL, token, mains.key, hours);
  await enterTariff(member, 'electricity', '0.25');
  await enter(page, member);
  await page.goto('/notices');
  await page.getByRole('link', { name: 'Did it save?' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Did it save?' })).toBeVisible();
  await expect(page.getByText('No changes yet')).toBeVisible();

  await page.getByRole('button', { name: 'Add a change' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Give it a name.')).toBeVisible();
  await form.getByLabel('What did you change?').fill('Boiler to 50 °C');
  await form.getByLabel('Since').fill(dayOf(changedAt));
  await expectSoundPage(page);
  await form.getByRole('button', { name: 'Save' }).click();
  const card = page.getByRole('region', { name: 'Boiler to 50 °C' });
  // About 73 kWh a month at 0.25.
  await expect(card.getByText(/^Saved €1\d\.\d\d a month\.$/)).toBeVisible();
  await expect(card.getByText(/^Probably between €1\d\.\d\d and €2\d\.\d\d a month\.$/)).toBeVisible();
  await expect(card.getByText(/42 days count\./)).toBeVisible();
  await expectSoundPage(page);

  await card.getByRole('button', { name: 'Change: Boiler to 50 °C' }).click();
  await form.getByLabel('What did you change?').fill('Boiler to 48 °C');
  await form.getByRole('button', { name: 'Save' }).click();
  const corrected = page.getByRole('region', { name: 'Boiler to 48 °C' });
  await corrected.getByRole('button', { name: 'Remove: Boiler to 48 °C' }).click();
  await expect(corrected).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(corrected.getByText(/^Saved €/)).toBeVisible();

  const advice = page.locator('[data-advice="always-on"]');
  await expect(advice).toContainText('is always on');
  await advice.getByRole('button', { name: /^Not for us/ }).click();
  await expect(advice).toBeHidden();
  await page.reload();
  await page.getByRole('button', { name: /^Show again/ }).click();
  await expect(advice).toBeVisible();

  await speak(page, 'hi');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'क्या बचत हुई?' })).toBeVisible();
  await expect(advice).toBeVisible();
  await expectSoundPage(page);
});
