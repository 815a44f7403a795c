import { addDevice, enter, newMember } from './support/member.ts';
import { expectSoundPage } from './support/page-checks.ts';
import { expect, test } from './support/test.ts';

test('C2.4 C2.5 Ctrl K opens the search; results are reached and opened by keyboard alone', async ({
  page,
  baseURL,
}) => {
  const member = await newMember(baseURL);
  const lamp = await addDevice(member, 'Reading lamp', 'bedroom', 'electricity');
  await enter(page, member);
  await page.goto('/dashboard');
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search' });
  await expect(field).toBeFocused();
  await page.keyboard.type('lamp');
  const option = page.getByRole('option', { name: /Reading lamp/ });
  await expect(option).toBeVisible();
  await expectSoundPage(page);
  await page.keyboard.press('ArrowDown');
  await expect(option).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/devices#device-${lamp.id}$`));
  await expect(page.locator(`#device-${lamp.id}`)).toBeFocused();
});

test('C2.5 sending a query tells that the search began, and then it has really searched @phone', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('combobox', { name: 'Search' }).fill('bills');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Search initiated', { exact: true })).toBeVisible();
  await expect(page.getByText('Searching for bills', { exact: true })).toBeVisible();
  await page.getByRole('combobox', { name: 'Search' }).fill('bill');
  await page.getByRole('option', { name: 'Billing' }).click();
  await expect(page).toHaveURL(/\/billing$/);
});

test('C2.5 C1.4 things are found by their names in any language, without accents, and Hindi in either script', async ({
  page,
  baseURL,
}) => {
  const member = await newMember(baseURL);
  await addDevice(member, 'Geyser', 'bathroom', 'electricity');
  await enter(page, member);
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search' });
  for (const query of ['bano', 'Baño', 'बाथरूम', 'baathroom', 'bijli', 'बिजली', 'electricidad']) {
    await field.fill(query);
    await expect(page.getByRole('option', { name: /Geyser/ }), query).toBeVisible();
  }
  await field.fill('xyzzy');
  await expect(page.getByText('Nothing found for “xyzzy”')).toBeVisible();
});

test('C2.5 an action is done from the search: the language', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search' }).fill('idioma');
  await page.getByRole('option', { name: /हिन्दी/ }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('option', { name: 'डैशबोर्ड' })).toBeVisible();
  await expectSoundPage(page);
});

test('C2.5 C1.4 posts and common questions are found, in either script of Hindi too', async ({ page, baseURL }) => {
  const member = await newMember(baseURL);
  const title = `गीज़र और बिजली ${Date.now().toString(36)}`;
  const written = await member.ask('POST', '/api/v1/community/posts', {
    kind: 'discussion',
    title,
    body: 'कितना खर्च होता है?',
    language: 'hi',
  });
  expect(written.status).toBe(201);
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search' });
  await field.fill('geezar bijli');
  await expect(page.getByRole('option', { name: title })).toBeVisible();
  await field.fill('copia de seguridad');
  const answer = page.getByRole('option', { name: /back it up/ });
  await expect(answer).toBeVisible();
  await expectSoundPage(page);
  await answer.click();
  await expect(page).toHaveURL(/\/contact#faq-backup$/);
  await expect(page.locator('#faq-backup')).toBeFocused();
});
