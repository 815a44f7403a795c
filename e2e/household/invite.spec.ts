import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { addDevice, enter, linkHash, type Member, newGuest, newMember } from '../support/member.ts';
import { expectSoundPage } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

/** Somebody who owns a named home with a lamp in the hall and a geyser in the kitchen. */
async function ownerOfHome(baseURL: string | undefined): Promise<Member> {
  const owner = await newMember(baseURL);
  await owner.ask('PATCH', `/rest/v1/households?id=eq.${owner.householdId}`, { name: 'Pune home' });
  await addDevice(owner, 'Hall lamp', 'hall', 'electricity');
  await addDevice(owner, 'Kitchen geyser', 'kitchen', 'electricity');
  return owner;
}

async function inviteByLink(page: Page, room?: string): Promise<string> {
  await page.goto('/household');
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  const dialog = page.getByRole('dialog');
  if (room !== undefined) {
    await dialog.getByRole('radio', { name: 'Viewer' }).check();
    await dialog.getByText('Only some rooms').first().click();
    await dialog.getByRole('checkbox', { name: room }).check();
  }
  await dialog.getByRole('button', { name: 'Make the invitation' }).click();
  await expect(dialog.getByRole('img', { name: 'QR code of the invitation' })).toBeVisible();
  const link = await dialog.getByLabel('Link of the invitation', { exact: true }).textContent();
  await dialog.getByRole('button', { name: 'Done' }).click();
  return link ?? '';
}

async function asSomebodyElse(browser: Browser, baseURL: string | undefined, member?: Member): Promise<Page> {
  const page = await browser.newPage({ ...(baseURL !== undefined && { baseURL }) });
  if (member !== undefined) await enter(page, member);
  return page;
}

test('C1.1 C6.1 C6.3 a child joins by a link, switches in one room alone, and is told when put out', async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow();
  await enter(page, await ownerOfHome(baseURL));
  const link = await inviteByLink(page, 'Hall');
  expect(link).toMatch(new RegExp(`^${baseURL}/join#[\\w-]{20,}$`));
  const token = link.split('#')[1] ?? '';

  const child = await asSomebodyElse(browser, baseURL);
  // What they are a member of is first asked for before they join, and answered after it.
  const joined = child.waitForRequest('**/api/v1/invitations/*/accept').then((request) => request.response());
  await child.route(
    '**/rest/v1/household_members?*',
    async (route) => {
      const response = await route.fetch();
      await joined;
      await child.waitForTimeout(500);
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  const addresses: string[] = [];
  child.on('framenavigated', (frame) => addresses.push(frame.url()));
  await child.goto(link);
  await expect(child.getByRole('heading', { name: 'You are invited to Pune home' })).toBeVisible();
  await expectSoundPage(child);
  expect(child.url()).toBe(`${baseURL}/join`);
  await child.getByRole('main').getByRole('button', { name: 'Create an account' }).click();
  const dialog = child.getByRole('dialog');
  await dialog.getByLabel('E-mail').fill(`${randomUUID()}@example.com`);
  await dialog.getByLabel('New password', { exact: true }).fill('correct horse 7');
  await dialog.getByRole('button', { name: 'Create account' }).click();
  await child.getByRole('button', { name: 'Join Pune home' }).click();
  await expect(child).toHaveURL(/\/dashboard$/);
  expect(await child.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain(token);

  await child.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Devices' }).click();
  const lamp = child.getByRole('switch', { name: 'Hall lamp: on' });
  await lamp.click();
  await expect(lamp).not.toBeChecked();
  // It may be pressed, to hear why.
  await child.getByRole('switch', { name: 'Kitchen geyser: on' }).click({ force: true });
  await expect(child.getByText('Not yours to switch').first()).toBeVisible();
  await expect(child.getByRole('switch', { name: 'Kitchen geyser: on' })).toBeChecked();
  await expect(child.getByRole('button', { name: 'Add a device' })).toHaveCount(0);

  await page.reload();
  await page.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Remove/ })
    .click();
  await expect(page.getByText('Nobody else yet')).toBeVisible();
  await expect(child.getByText('You are no longer in Pune home').first()).toBeVisible({ timeout: 70_000 });
  await expect(child.getByText('Hall lamp')).toHaveCount(0);
  await child.close();
});

test('C7.2 who confirms an address first comes back to the invitation in the window that the mail opens', async ({
  page,
  browser,
  baseURL,
}) => {
  await enter(page, await ownerOfHome(baseURL));
  const link = await inviteByLink(page);
  const theirs = await browser.newContext();
  const friend = await theirs.newPage();
  // As where addresses are confirmed first: a user, and no session.
  let leadsTo = '';
  await friend.route('**/auth/v1/signup?*', (route) => {
    leadsTo = new URL(route.request().url()).searchParams.get('redirect_to') ?? '';
    return route.fulfill({ json: { id: randomUUID(), aud: 'authenticated', email: 'friend@example.com' } });
  });
  await friend.goto(link);
  await friend.getByRole('main').getByRole('button', { name: 'Create an account' }).click();
  const dialog = friend.getByRole('dialog');
  await dialog.getByLabel('E-mail').fill('friend@example.com');
  await dialog.getByLabel('New password', { exact: true }).fill('correct horse 7');
  await dialog.getByRole('button', { name: 'Create account' }).click();
  await expect(dialog.getByText('to return to your invitation', { exact: false })).toBeVisible();
  await expectSoundPage(friend);
  expect(leadsTo).toBe(`${baseURL}/join`);

  const opened = await theirs.newPage();
  await opened.goto(`${leadsTo}${linkHash((await newMember(baseURL)).session)}`);
  await opened.getByRole('button', { name: 'Join Pune home' }).click();
  await expect(opened).toHaveURL(/\/dashboard$/);
  const token = link.split('#')[1] ?? '';
  expect(await opened.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain(token);
  await theirs.close();
});

test.describe('invitations that lead nowhere', () => {
  test.use({ expectedErrors: [/40[349]|410/] });

  test('one that was used or taken back says so, and what to do next @phone', async ({ page, browser, baseURL }) => {
    const owner = await ownerOfHome(baseURL);
    await enter(page, owner);
    const link = await inviteByLink(page);
    const friend = await asSomebodyElse(browser, baseURL, await newMember(baseURL));
    await friend.goto(link);
    await friend.getByRole('button', { name: 'Join Pune home' }).click();
    await expect(friend).toHaveURL(/\/dashboard$/);
    await friend.goto(link);
    await expect(friend.getByRole('heading', { name: 'This invitation was already used.' })).toBeVisible();
    await expectSoundPage(friend);

    const taken = await inviteByLink(page);
    await page.getByRole('button', { name: 'Withdraw the invitation for Whoever has the link' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await expect(page.getByText('The invitation was withdrawn').first()).toBeVisible();
    await friend.goto(taken);
    await expect(friend.getByRole('heading', { name: /does not exist, or was withdrawn/ })).toBeVisible();
    await friend.close();
  });
});

test('C6.1 a guest neither invites nor accepts, and is told how to @phone', async ({ page, browser, baseURL }) => {
  await enter(page, await ownerOfHome(baseURL));
  const link = await inviteByLink(page);
  const guest = await asSomebodyElse(browser, baseURL, await newGuest(baseURL));
  await guest.goto('/household');
  await expect(guest.getByText('To invite others, keep this account first')).toBeVisible();
  await expect(guest.getByRole('button', { name: 'Invite somebody' })).toHaveCount(0);
  await guest.goto(link);
  await expect(guest.getByText('Keep this account as your own first')).toBeVisible();
  await expectSoundPage(guest);
  await guest.close();
});
