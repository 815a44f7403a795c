import type { Page } from '@playwright/test';
import { enter, type Member, newGuest, newMember } from '../support/member.ts';
import { type OwnService, startOwnService } from '../support/start-service.ts';
import { expectSoundPage, speak, untilSteady } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

// Services of their own are started here, and pages walked through one after the other.
test.describe.configure({ mode: 'default', timeout: 180_000 });

let service: OwnService;
let administrator: Member;
test.beforeAll(async () => {
  service = await startOwnService();
  administrator = await service.administrator();
});
test.afterAll(() => service.stop());

const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(`${service.url}${path}`);
  await untilSteady(page);
};
const ask = (question: string, language = 'en') =>
  fetch(`${service.url}/api/v1/faq-requests`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ question, language, email: 'asker@example.org' }),
  });

test('C2.12 C6.3 a visitor, a guest and a member are denied, and the table API gives them no row', async ({ page }) => {
  await ask('May I see this?');
  await open(page, '/admin/faq-requests');
  await expect(page.getByText('Access denied')).toBeVisible();
  await expectSoundPage(page);
  for (const person of [await newMember(service.url), await newGuest(service.url)]) {
    for (const table of ['faq_requests', 'contact_messages']) {
      const answer = await person.ask('GET', `/rest/v1/${table}?select=*`);
      expect([answer.status, await answer.json()]).toEqual([200, []]);
    }
    const entry = await person.ask('POST', '/rest/v1/faq_entries', {
      category: 'basics',
      question: { en: 'a', es: 'b', hi: 'c' },
      answer: { en: 'a', es: 'b', hi: 'c' },
    });
    expect(entry.status).toBe(403);
    expect((await person.ask('POST', '/rest/v1/administrators', { user_id: person.userId })).status).toBe(403);
  }
  await enter(page, await newMember(service.url));
  await open(page, '/admin/faq-requests');
  await expect(page.getByText('Access denied')).toBeVisible();
  await expect(page.getByText('May I see this?')).toBeHidden();
});

test('C2.12 C2.13 C1.4 a question is asked, answered in three languages, and read by a visitor in Spanish @phone', async ({
  page,
  browser,
}) => {
  const question = `¿Cuenta también el gas ${Date.now()}?`;
  await ask(question, 'es');
  await enter(page, administrator);
  await open(page, '/admin/faq-requests');
  await expectSoundPage(page);
  const card = page.getByRole('listitem').filter({ hasText: question });
  await card.getByRole('button', { name: 'Answer and publish' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Question in Spanish')).toHaveValue(question);
  await dialog.getByLabel('Category').selectOption('hardware');
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(dialog.getByText('Please write this in every language.').first()).toBeVisible();
  await expect(dialog.getByLabel('Question in English')).toBeFocused();
  await dialog.getByLabel('Question in English').fill('Does it count gas?');
  await dialog.getByLabel('Answer in English').fill('No, water and electricity.');
  await dialog.getByLabel('Answer in Spanish').fill('No: agua y electricidad.');
  await dialog.getByLabel('Question in Hindi').fill('क्या यह गैस गिनता है?');
  await dialog.getByLabel('Answer in Hindi').fill('नहीं, पानी और बिजली।');
  await dialog.getByRole('group', { name: 'Preview in' }).getByText('Spanish').click();
  await expect(dialog.getByRole('region', { name: 'Preview', exact: true })).toContainText('No: agua y electricidad.');
  await expectSoundPage(page);
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Published in three languages')).toBeVisible();
  await expect(card).toBeHidden();
  await page.getByText(/^Approved \(/).click();
  await expect(card.getByRole('link', { name: 'Read it' })).toBeVisible();

  const visitor = await browser.newPage();
  await speak(visitor, 'es');
  await open(visitor, '/contact');
  await visitor.getByText(question).click();
  await expect(visitor.getByText('No: agua y electricidad.')).toBeVisible();
  await visitor.close();
});

test('C2.12 a question is rejected with a reason, opened again, and deleted', async ({ page }) => {
  const question = `Cheap pills ${Date.now()}?`;
  await ask(question);
  await enter(page, administrator);
  await open(page, '/admin/faq-requests');
  const card = page.getByRole('listitem').filter({ hasText: question });
  await card.getByRole('button', { name: 'Reject' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect(dialog.getByText('Please give a reason.')).toBeVisible();
  await dialog.getByLabel('Reason').fill('Not about water or electricity.');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await page.getByText(/^Rejected \(/).click();
  await expect(card).toContainText('Reason: Not about water or electricity.');
  await card.getByRole('button', { name: 'Open again' }).click();
  await expect(card).toBeHidden();
  await page.getByText(/^Pending \(/).click();
  await card.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog).toContainText(question);
  await expectSoundPage(page);
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect(card).toBeHidden();
});

test('C2.12 what is published is moved, changed, taken away and brought back @phone', async ({ page, browser }) => {
  await enter(page, administrator);
  await open(page, '/admin/faq-requests?part=entries');
  await expectSoundPage(page);
  const running = page.getByRole('region', { name: 'Running it yourself', exact: true });
  const order = () => running.getByRole('listitem').allInnerTexts();
  const [, second] = await order();
  expect(second).toContain('How do I back it up?');
  await page.getByRole('button', { name: 'Move “How do I back it up?” up' }).click();
  await expect.poll(async () => (await order())[0]).toContain('How do I back it up?');
  await page.getByRole('button', { name: 'Move “How do I back it up?” down' }).click();
  await expect.poll(async () => (await order())[1]).toContain('How do I back it up?');

  const visitor = await browser.newPage();
  const shown = running.getByRole('switch', { name: '“Can I run it on my own computer?” is published' });
  for (const isShown of [false, true]) {
    await shown.click();
    await expect(shown).toHaveAttribute('aria-checked', String(isShown));
    await open(visitor, '/contact');
    await expect(visitor.getByText('Can I run it on my own computer?')).toHaveCount(isShown ? 1 : 0);
  }
  await visitor.close();
  await page.getByRole('button', { name: 'Edit “How do I back it up?”' }).click();
  const dialog = page.getByRole('dialog');
  const answer = dialog.getByLabel('Answer in English');
  await answer.fill(`${await answer.inputValue()} Try your copy once.`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await open(page, '/contact#faq-backup');
  await expect(page.getByText('Try your copy once.')).toBeVisible();
});
