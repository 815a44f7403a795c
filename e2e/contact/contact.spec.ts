import type { Page } from '@playwright/test';
import { enter, newMember } from '../support/member.ts';
import { type OwnService, startOwnService } from '../support/start-service.ts';
import { expectSoundPage, speak, untilSteady } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

// Services of their own are started here, and pages walked through one after the other.
test.describe.configure({ mode: 'default', timeout: 180_000 });

let service: OwnService;
test.beforeAll(async () => {
  service = await startOwnService();
});
test.afterAll(() => service.stop());

const openContact = async (page: Page, place = ''): Promise<void> => {
  await page.goto(`${service.url}/contact${place}`);
  await untilSteady(page);
};

test('C2.13 C1.4 a visitor writes to us in Hindi: wrong parts are named, the draft stays, the message arrives and both mails go out', async ({
  page,
}) => {
  await speak(page, 'hi');
  await openContact(page);
  await page.getByLabel('आपका नाम').fill('आशा राव');
  await page.getByLabel('आपका ई-मेल').fill('asha@example');
  await page.getByRole('button', { name: 'संदेश भेजें' }).click();
  await expect(page.getByText('यह ई-मेल पता नहीं लगता।')).toBeVisible();
  await expect(page.getByLabel('आपका ई-मेल')).toBeFocused();
  await expect(page.getByText('कृपया अपना संदेश लिखें।')).toBeVisible();
  await expectSoundPage(page);

  await page.getByLabel('शीर्षक').fill('मीटर चुप है');
  await page.reload();
  await expect(page.getByLabel('आपका नाम')).toHaveValue('आशा राव');
  await expect(page.getByLabel('शीर्षक')).toHaveValue('मीटर चुप है');
  await page.getByLabel('आपका ई-मेल').fill('asha@example.org');
  await page.getByLabel('विषय').selectOption('support');
  await page.getByLabel('संदेश', { exact: true }).fill('सोमवार से।\nक्या देखूँ?');
  await page.getByRole('button', { name: 'संदेश भेजें' }).click();
  await expect(page.getByRole('heading', { name: 'आपका संदेश पहुँच गया है' })).toBeFocused();
  const reference = /[0-9a-f]{8}/.exec(await page.getByText(/^संदर्भ/).innerText())?.[0] ?? 'none';
  await expectSoundPage(page);
  await page.getByRole('button', { name: 'एक और संदेश लिखें' }).click();
  await expect(page.getByLabel('शीर्षक')).toHaveValue('');

  await service.openMailbox(page);
  const ours = page.locator('article', { hasText: '[सहायता] मीटर चुप है' });
  const theirs = page.locator('article', { hasText: `आपका संदेश हमें मिल गया (${reference})` });
  // They go out one after the other.
  await expect(async () => {
    await page.goto(`${service.url}/dev/mailbox`);
    for (const mail of [ours, theirs]) await expect(mail).toHaveCount(1, { timeout: 500 });
  }).toPass();
  await expect(ours).toContainText('hello@example.com');
  await expect(ours).toContainText('आशा राव <asha@example.org>');
  await expect(ours).toContainText('क्या देखूँ?');
  await expect(theirs).toContainText('asha@example.org');
  await expect(theirs).not.toContainText('सोमवार');
});

test.describe('while the service does not answer', () => {
  test.use({ expectedErrors: [/503|ERR_FAILED/] });
  test('C2.13 nothing that was typed is lost, and sending again works', async ({ page }) => {
    await openContact(page);
    await page.route('**/api/v1/contact', (route) => route.abort());
    await page.getByLabel('Your name').fill('Asha');
    await page.getByLabel('Your e-mail').fill('asha@example.org');
    await page.getByLabel('Subject').fill('Hello');
    await page.getByLabel('Message', { exact: true }).fill('One question.');
    const send = page.getByRole('button', { name: 'Send the message' });
    await send.click();
    await expect(page.getByRole('alert').filter({ hasText: 'Your message was not sent' })).toBeVisible();
    await expect(page.getByLabel('Message', { exact: true })).toHaveValue('One question.');
    await expectSoundPage(page);
    await page.unroute('**/api/v1/contact');
    await send.click();
    await expect(page.getByRole('heading', { name: 'Your message has arrived' })).toBeVisible();
  });
});

test('C2.13 C1.4 questions are found in Hindi in either script, by category, and by their address @phone', async ({
  page,
}) => {
  await speak(page, 'hi');
  await openContact(page);
  const search = page.getByRole('textbox', { name: 'सवालों में खोजें' });
  for (const query of ['बिजली', 'bijli', 'कमरे']) {
    await search.fill(query);
    await expect(page.getByText('Wattershed क्या है?'), query).toBeVisible();
  }
  await search.fill('गिरगिट');
  await expect(page.getByText('“गिरगिट” के लिए कुछ नहीं मिला')).toBeVisible();
  await expectSoundPage(page);
  await page.getByRole('button', { name: 'सभी सवाल दिखाएँ' }).click();
  await page.getByText('निजता', { exact: true }).first().click();
  await expect(page.getByText('मेरी रीडिंग कौन देख सकता है?')).toBeVisible();
  await expect(page.getByText('Wattershed क्या है?')).toBeHidden();

  await openContact(page, '#faq-backup');
  const named = page.locator('summary#faq-backup');
  await expect(page.locator('details[open]')).toContainText('Wattershed को रोकें');
  await expect(named).toBeFocused();
  await expect(named).toBeInViewport();
  await expectSoundPage(page);
});

test('C2.6 C2.13 the footer leads to the questions; by keyboard alone one is opened and another asked for', async ({
  page,
}) => {
  await page.goto(service.url);
  // What is pressed while the page is still coming may move away under the finger.
  await untilSteady(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Common questions' }).click();
  await expect(page).toHaveURL(/\/contact#questions$/);
  await expect(page.getByRole('heading', { name: 'Common questions' })).toBeInViewport();
  const first = page.locator('summary', { hasText: 'What is Wattershed?' });
  await first.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('A web app with which the people of a household')).toBeVisible();

  const ask = page.getByRole('button', { name: 'Request a new FAQ' });
  await ask.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Request a new FAQ' });
  await expect(dialog.getByLabel('Your question')).toBeFocused();
  await expectSoundPage(page);
  await dialog.getByRole('button', { name: 'Send the question' }).click();
  await expect(dialog.getByText('Please write your question.')).toBeVisible();
  await page.keyboard.type('Does it count gas?');
  await dialog.getByRole('button', { name: 'Send the question' }).click();
  await expect(dialog.getByText('Your question has arrived')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(ask).toBeFocused();
});

test('C2.13 a member’s name and address are filled in, and what became of their question is shown', async ({
  page,
}) => {
  const member = await newMember(service.url, `member-${Date.now()}@example.com`);
  await enter(page, member);
  await openContact(page);
  await expect(page.getByLabel('Your e-mail')).toHaveValue(/^member-/);
  await page.getByRole('button', { name: 'Request a new FAQ' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your question').fill('Can it read gas meters?');
  await dialog.getByRole('button', { name: 'Send the question' }).click();
  await dialog.getByText('You can follow it on this page.').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('region', { name: 'Questions you asked', exact: true })).toContainText(
    'Can it read gas meters?Waiting',
  );
  await expectSoundPage(page);
});

test.describe('too many messages', () => {
  test.use({ expectedErrors: [/429/] });
  test('C2.13 are refused with a wait, in words', async ({ page, untilEnd }) => {
    const strict = await untilEnd(startOwnService({ MESSAGES_PER_HOUR: '1' }));
    for (const arrives of [true, false]) {
      await page.goto(`${strict.url}/contact`);
      await page.getByLabel('Your name').fill('Asha');
      await page.getByLabel('Your e-mail').fill('asha@example.org');
      await page.getByLabel('Subject').fill('Hello');
      await page.getByLabel('Message', { exact: true }).fill('One question.');
      await page.getByRole('button', { name: 'Send the message' }).click();
      await expect(page.getByText(arrives ? 'Your message has arrived' : 'That was a lot at once.')).toBeVisible();
    }
  });
});
