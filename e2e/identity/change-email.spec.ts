import { randomUUID } from 'node:crypto';
import { signInByDialog, untilMailed } from '../support/account-steps.ts';
import { enter, newMember } from '../support/member.ts';
import { type OwnService, startOwnService } from '../support/start-service.ts';
import { expect, test } from '../support/test.ts';

let service: OwnService;

// With a mailbox of its own, whose key opens it once.
test.beforeAll(async () => {
  service = await startOwnService();
});
test.afterAll(() => service.stop());

test('C7.6 C7.7 the link of a new address signs a stranger in nowhere: not where nobody is signed in, and not beside somebody', async ({
  page,
  browser,
}) => {
  const asker = await newMember(service.url);
  const stranger = await newMember(service.url);
  const mails = await browser.newPage();
  await service.openMailbox(mails);
  const visitor = await (await browser.newContext()).newPage();
  await enter(page, stranger);
  for (const opened of [visitor, page]) {
    const wanted = `${randomUUID()}@example.com`;
    expect((await asker.ask('PUT', '/auth/v1/user', { email: wanted })).status).toBe(200);
    const link = mails.locator('article', { hasText: wanted }).getByRole('link').first();
    await untilMailed(mails, link);
    await opened.goto((await link.getAttribute('href')) ?? '');
    await expect(opened.getByText('Your new e-mail address is confirmed').first()).toBeVisible();
    const stored = JSON.parse((await opened.evaluate(() => localStorage.getItem('wattershed-session'))) ?? 'null') as {
      user: { id: string };
    } | null;
    expect(stored?.user.id).toBe(opened === page ? stranger.userId : undefined);
    expect(opened.url()).not.toContain('#');
    const me = (await (await asker.ask('GET', '/auth/v1/user')).json()) as { email: string };
    expect(me.email).toBe(wanted);
  }
  await visitor.context().close();
  await mails.close();
});

test('C7.6 C8.5 a new e-mail address counts when the link that was sent to it was opened; the old one stays until then', async ({
  page,
}) => {
  const [old, wanted] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`];
  await newMember(service.url, old, 'correct horse 7');
  await page.goto(`${service.url}/profile`);
  await signInByDialog(page, old, 'correct horse 7');
  // With it the page is whole: what is pressed before it comes may have moved away.
  await expect(page.getByText('Confirm your e-mail address')).toBeVisible();
  const you = page.getByRole('region', { name: 'You', exact: true });
  await you.getByRole('button', { name: 'Change the address' }).click();
  await expect(you.getByText('This is already your address.')).toBeVisible();
  await you.getByLabel('E-mail').fill(wanted);
  await you.getByRole('button', { name: 'Change the address' }).click();
  const waits = you.getByText(`A link is on its way to ${wanted}. Until you open it, ${old} stays`);
  await expect(waits).toBeVisible();
  await page.reload();
  await expect(waits).toBeVisible();

  const mails = await page.context().newPage();
  await service.openMailbox(mails);
  const link = mails.locator('article', { hasText: wanted }).getByRole('link').first();
  await expect(async () => {
    await mails.reload();
    await expect(link).toBeVisible({ timeout: 500 });
  }).toPass();
  await untilMailed(mails, link);
  expect(await link.getAttribute('href')).toMatch(new RegExp(`^${service.url}/`));
  await link.click();
  await expect(mails).toHaveURL(/\/profile/);
  await expect(mails.getByText('Your new e-mail address is confirmed').first()).toBeVisible();
  await expect(mails.getByRole('region', { name: 'You', exact: true }).getByLabel('E-mail')).toHaveValue(wanted);
  // The window that asked hears of it.
  await expect(you.getByLabel('E-mail')).toHaveValue(wanted);
  await expect(waits).toBeHidden();
});
