import { randomUUID } from 'node:crypto';
import { signInByDialog } from './support/account-steps.ts';
import { newMember } from './support/member.ts';
import { type OwnService, startOwnService } from './support/own-service.ts';
import { expect, test } from './support/test.ts';

let service: OwnService;

// With a mailbox of its own, whose key opens it once.
test.beforeAll(async () => {
  service = await startOwnService();
});
test.afterAll(() => service.stop());

test('C7.6 C8.5 a new e-mail address counts when the link that was sent to it was opened; the old one stays until then', async ({
  page,
}) => {
  const [old, wanted] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`];
  await newMember(service.url, old, 'correct horse 7');
  await page.goto(`${service.url}/profile`);
  await signInByDialog(page, old, 'correct horse 7');
  const you = page.getByRole('region', { name: 'You' });
  await you.getByRole('button', { name: 'Change the address' }).click();
  await expect(you.getByText('This is your present address.')).toBeVisible();
  await you.getByLabel('E-mail').fill(wanted);
  await you.getByRole('button', { name: 'Change the address' }).click();
  const waits = you.getByText(`We have sent a link to ${wanted}. Until it is opened, ${old} stays`);
  await expect(waits).toBeVisible();
  await page.reload();
  await expect(waits).toBeVisible();

  const mails = await page.context().newPage();
  await service.openMailbox(mails);
  const link = mails.locator('article', { hasText: wanted }).getByRole('link').first();
  expect(await link.getAttribute('href')).toMatch(new RegExp(`^${service.url}/`));
  await link.click();
  await expect(mails).toHaveURL(/\/profile/);
  await expect(mails.getByText('Your new e-mail address is confirmed').first()).toBeVisible();
  await expect(mails.getByRole('region', { name: 'You' }).getByLabel('E-mail')).toHaveValue(wanted);
  // The window that asked hears of it.
  await expect(you.getByLabel('E-mail')).toHaveValue(wanted);
  await expect(waits).toBeHidden();
});
