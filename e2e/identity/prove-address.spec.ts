import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { leave, openDialogAt, signInAt, signInByDialog, untilMailed } from '../support/account-steps.ts';
import { addDevice, enter, type Member, newMember, newToken, send } from '../support/member.ts';
import { type OwnService, startOwnService } from '../support/start-service.ts';
import { expectSoundPage } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

// Mailboxes of their own, whose key opens each once.
test.describe.configure({ mode: 'default', timeout: 180_000 });

let service: OwnService;
let mailbox: Page;

async function begin(browser: Browser, env: Record<string, string> = {}): Promise<void> {
  // A hook has a time of its own.
  test.setTimeout(180_000);
  service = await startOwnService(env);
  mailbox = await browser.newPage();
  await service.openMailbox(mailbox);
}
async function end(): Promise<void> {
  await mailbox.close();
  await service.stop();
}

/** The newest link that was mailed there. */
async function linkTo(email: string): Promise<string> {
  const link = mailbox.locator('article', { hasText: email }).getByRole('link').first();
  await untilMailed(mailbox, link);
  return (await link.getAttribute('href')) ?? '';
}

const confirmPanel = (page: Page) => page.getByRole('status').filter({ hasText: 'Confirm your e-mail address' });

test.describe('where nobody has to confirm an address', () => {
  test.beforeAll(async ({ browser }) => begin(browser));
  test.afterAll(end);
  test.use({ expectedErrors: [/40[0134]|410/] });

  const email = () => `${randomUUID()}@example.com`;

  test('C7.2 C6.1 an address that nobody has proved takes no invitation; who is in the account proves it by a link, and keeps everything @phone', async ({
    page,
    browser,
  }) => {
    const [mine, theirs] = [email(), email()];
    const owner = await newMember(service.url, mine);
    await owner.ask('PATCH', `/rest/v1/households?id=eq.${owner.householdId}`, { name: 'Pune home' });
    const invite = () =>
      owner.ask('POST', `/api/v1/household/${owner.householdId}/invitations`, { role: 'member', email: theirs });
    expect((await invite()).status).toBe(403);

    const token = await newToken(owner);
    const { key } = await addDevice(owner, 'Hall lamp', 'hall', 'electricity');
    await enter(page, owner);
    await page.goto(`${service.url}/profile`);
    await expect(page.getByText(`No mail goes to ${mine} until you confirm it.`, { exact: false })).toBeVisible();
    await expectSoundPage(page);
    await confirmPanel(page).getByRole('button', { name: 'Send me the link' }).click();
    await expect(page.getByText(`A link is on its way to ${mine}.`, { exact: false })).toBeVisible();
    const opened = await page.context().newPage();
    await opened.goto(`${service.url}/profile`);
    await expect(confirmPanel(opened)).toBeVisible();
    // As pasted: only what is after # changes, and the page is not loaded anew.
    await opened.goto(await linkTo(mine));
    await expect(opened.getByText('Your e-mail address is confirmed').first()).toBeVisible();
    expect(opened.url()).toBe(`${service.url}/profile`);
    await expect(confirmPanel(opened)).toHaveCount(0);
    expect((await send(service.url, token, [{ meter: key, value: 1000, secondsAgo: 60 }])).status).toBe(200);
    const invited = await invite();
    expect(invited.status).toBe(201);
    const { link } = (await invited.json()) as { link: string };

    const stranger = await browser.newPage();
    await enter(stranger, await newMember(service.url));
    await stranger.goto(link);
    await expect(stranger.getByText(`It is for ${theirs[0]}…@example.com.`)).toBeVisible();
    await stranger.getByRole('button', { name: 'Join Pune home' }).click();
    await expect(stranger.getByText('This invitation is for another e-mail address.', { exact: false })).toBeVisible();
    await expect(stranger.getByRole('button', { name: 'Use another account' })).toBeVisible();
    await stranger.close();

    const friend = await (await browser.newContext()).newPage();
    await enter(friend, await newMember(service.url, theirs));
    await friend.goto(link);
    await friend.getByRole('button', { name: 'Join Pune home' }).click();
    await expect(friend.getByText('Confirm your e-mail address first', { exact: false })).toBeVisible();
    await expectSoundPage(friend);
    await confirmPanel(friend).getByRole('button', { name: 'Send me the link' }).click();
    await expect(friend.getByText(`A link is on its way to ${theirs}.`, { exact: false })).toBeVisible();
    const proof = await friend.context().newPage();
    await proof.goto(await linkTo(theirs));
    await expect(proof.getByText('Your e-mail address is confirmed').first()).toBeVisible();
    await friend.getByRole('button', { name: 'Join Pune home' }).click();
    await expect(friend).toHaveURL(/\/dashboard$/);
    await friend.context().close();
  });

  test('C1.1 C7.7 who sat in an account of my address is out once I recover it by mail, and so is all that they let in', async ({
    page,
  }) => {
    const mine = email();
    const squatter = await newMember(service.url, mine, 'correct horse 7');
    const friend = await newMember(service.url);
    const token = await newToken(squatter);
    const { key } = await addDevice(squatter, 'Hall lamp', 'hall', 'electricity');
    const made = await squatter.ask('POST', '/api/v1/assistant/tokens', { name: 'theirs' });
    const { token: assistant } = (await made.json()) as { token: string };
    const invite = async () => {
      const answer = await squatter.ask('POST', `/api/v1/household/${squatter.householdId}/invitations`, {
        role: 'member',
      });
      return ((await answer.json()) as { token: string }).token;
    };
    expect((await friend.ask('POST', `/api/v1/invitations/${await invite()}/accept`)).status).toBe(200);
    const open = await invite();
    const listen = (as: Member) => as.ask('GET', '/api/v1/usage/latest');
    const mcp = () =>
      fetch(`${service.url}/mcp`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${assistant}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
      });
    const homesOf = async (as: Member) =>
      ((await (await as.ask('GET', '/rest/v1/households?select=id')).json()) as { id: string }[]).map(({ id }) => id);
    expect((await mcp()).status).toBe(200);
    expect(await homesOf(friend)).toContain(squatter.householdId);

    await openDialogAt(service.url, page);
    await page.getByRole('button', { name: 'Forgot your password?' }).click();
    await page.getByRole('dialog').getByLabel('E-mail').fill(mine);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await expect(page.getByText(`If ${mine} has an account`)).toBeVisible();
    await page.goto(await linkTo(mine));
    await expect(page.getByLabel('New password', { exact: true })).toBeVisible();

    expect((await listen(squatter)).status).toBe(401);
    expect(await homesOf(friend)).not.toContain(squatter.householdId);
    expect((await friend.ask('GET', `/api/v1/invitations/${open}`)).status).toBe(404);
    expect((await mcp()).status).toBe(401);
    expect((await send(service.url, token, [{ meter: key, value: 1000, secondsAgo: 60 }])).status).toBe(401);

    await page.getByLabel('New password', { exact: true }).fill('a new one 99');
    await page.getByLabel('Repeat the new password').fill('a new one 99');
    await page.getByRole('button', { name: 'Save the new password' }).click();
    await expect(page.getByText('Your password is changed').first()).toBeVisible();
    await expect(page.getByText('1 token for hardware stopped', { exact: false })).toBeVisible();
    await page.getByRole('link', { name: 'Go to the Dashboard' }).click();
    await leave(page);
    await signInAt(service.url, page, mine, 'a new one 99');

    // A later reset asks what may stay.
    const owner = await signedIn(page);
    const gateway = await newToken(owner);
    const again = (await (
      await owner.ask('POST', `/api/v1/household/${owner.householdId}/invitations`, { role: 'viewer' })
    ).json()) as { token: string };
    expect((await friend.ask('POST', `/api/v1/invitations/${again.token}/accept`)).status).toBe(200);
    await owner.ask('POST', `/api/v1/household/${owner.householdId}/invitations`, { role: 'member' });
    await leave(page);
    await openDialogAt(service.url, page);
    await page.getByRole('button', { name: 'Forgot your password?' }).click();
    await page.getByRole('dialog').getByLabel('E-mail').fill(mine);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await expect(page.getByText(`If ${mine} has an account`)).toBeVisible();
    await page.goto(await linkTo(mine));
    await page.getByLabel('New password', { exact: true }).fill('a newer one 98');
    await page.getByLabel('Repeat the new password').fill('a newer one 98');
    await page.getByRole('button', { name: 'Save the new password' }).click();
    await expect(page.getByRole('heading', { name: 'What can stay?' })).toBeVisible();
    await expectSoundPage(page);
    await page
      .getByRole('group', { name: 'Invitation for whoever has the link' })
      .getByText('End', { exact: true })
      .click();
    await page.getByRole('group', { name: 'Token for hardware: journey' }).getByText('End', { exact: true }).click();
    await page.getByRole('button', { name: 'End 2' }).click();
    await expect(page.getByText('2 ended').first()).toBeVisible();
    expect((await send(service.url, gateway, [{ meter: key, value: 2000, secondsAgo: 30 }])).status).toBe(401);
    expect(await homesOf(friend)).toContain(owner.householdId);
    await page.getByRole('link', { name: 'Go to the Dashboard' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test('C7.7 a link that somebody else had sent to my address takes the account over only when I say so', async ({
    page,
  }) => {
    const mine = email();
    const squatter = await newMember(service.url, mine, 'correct horse 7');
    expect((await squatter.ask('POST', '/api/v1/account/address')).status).toBe(204);
    await page.goto(await linkTo(mine));
    await expect(page.getByText('Sign in to confirm your address')).toBeVisible();
    await expectSoundPage(page);
    await page.getByRole('button', { name: 'I did not create that account, or do not know its password' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take it over' }).click();
    await expect(page).toHaveURL(/\/reset-password$/);
    // The profile, whose form has the same fields, is shown until the page is there.
    await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
    expect((await squatter.ask('GET', '/api/v1/usage/latest')).status).toBe(401);
    await page.getByLabel('New password', { exact: true }).fill('a new one 99');
    await page.getByLabel('Repeat the new password').fill('a new one 99');
    await page.getByRole('button', { name: 'Save the new password' }).click();
    await expect(page.getByText('Your password is changed').first()).toBeVisible();
  });
});

/** Who is signed in on that page, to ask as. */
async function signedIn(page: Page): Promise<Member> {
  const session = JSON.parse((await page.evaluate(() => localStorage.getItem('wattershed-session'))) ?? '{}') as {
    access_token: string;
    user: { id: string };
  };
  const { anonKey } = (await (await fetch(`${service.url}/api/v1/web-config`)).json()) as { anonKey: string };
  const ask: Member['ask'] = (method, path, body) =>
    fetch(`${service.url}${path}`, {
      method,
      headers: {
        apikey: anonKey,
        authorization: `Bearer ${session.access_token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const [home] = (await (await ask('GET', '/rest/v1/households?select=id')).json()) as { id: string }[];
  return { userId: session.user.id, householdId: home?.id ?? '', session, ask };
}

test.describe('where an address is confirmed first', () => {
  test.beforeAll(async ({ browser }) => begin(browser, { CONFIRM_EMAIL: 'true', DEMO: '1' }));
  test.afterAll(end);
  test.use({ expectedErrors: [/400/] });

  test('C7.2 a new member is told to look into their mail, can have it sent again, and is in by its link @phone', async ({
    page,
  }) => {
    const mine = `${randomUUID()}@example.com`;
    await openDialogAt(service.url, page);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Create an account' }).click();
    await dialog.getByLabel('E-mail').fill(mine);
    await dialog.getByLabel('New password', { exact: true }).fill('correct horse 7');
    await dialog.getByRole('button', { name: 'Create account' }).click();
    await expect(dialog.getByText(`A link is on its way to ${mine}.`, { exact: false })).toBeVisible();
    await expectSoundPage(page);
    await dialog.getByRole('button', { name: 'Send the link again' }).click();
    await expect(page.getByText('The link was sent again').first()).toBeVisible();
    await page.goto(`${service.url}/profile`);
    await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
    await dialog.getByLabel('E-mail').fill(mine);
    await dialog.getByLabel('Password', { exact: true }).fill('correct horse 7');
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(dialog.getByText('This address is not confirmed yet.', { exact: false })).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Send the link again' })).toBeVisible();

    await page.goto(await linkTo(mine));
    await expect(page.getByRole('banner').getByRole('button', { name: /Account/ })).toBeVisible();
    await page.goto(`${service.url}/profile`);
    await expect(page.getByRole('region', { name: 'You', exact: true })).toBeVisible();
    await expect(confirmPanel(page)).toHaveCount(0);
    await leave(page);
    await signInByDialog(page, mine, 'correct horse 7');
  });

  test('C7.2 C7.7 who opens the link of a sign-up that somebody else made chooses a password of their own, and whoever made it stays out @phone', async ({
    page,
    browser,
  }) => {
    const mine = `${randomUUID()}@example.com`;
    const stranger = await (await browser.newContext()).newPage();
    await openDialogAt(service.url, stranger);
    const dialog = stranger.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Create an account' }).click();
    await dialog.getByLabel('E-mail').fill(mine);
    await dialog.getByLabel('New password', { exact: true }).fill('correct horse 7');
    await dialog.getByRole('button', { name: 'Create account' }).click();
    await expect(dialog.getByText(`A link is on its way to ${mine}.`, { exact: false })).toBeVisible();

    await page.goto(await linkTo(mine));
    await expect(page).toHaveURL(/\/reset-password$/);
    await expect(
      page.getByText('The account was created in another browser or on another device', { exact: false }),
    ).toBeVisible();
    await expectSoundPage(page);
    await stranger.goto(`${service.url}/profile`);
    await stranger.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
    await dialog.getByLabel('E-mail').fill(mine);
    await dialog.getByLabel('Password', { exact: true }).fill('correct horse 7');
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(dialog.getByText('This e-mail and password do not match.')).toBeVisible();
    await stranger.context().close();

    await page.getByLabel('New password', { exact: true }).fill('a new one 99');
    await page.getByLabel('Repeat the new password').fill('a new one 99');
    await page.getByRole('button', { name: 'Save the new password' }).click();
    await expect(page.getByText('Your password is changed').first()).toBeVisible();
    await page.getByRole('link', { name: 'Go to the Dashboard' }).click();
    await leave(page);
    await signInAt(service.url, page, mine, 'a new one 99');
  });

  test('C5.6 C7.4 a guest is in at once, keeps everything, and confirms the address without losing any of it', async ({
    page,
  }) => {
    await page.goto(service.url);
    await page.getByRole('button', { name: 'Explore the demo household' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.goto(`${service.url}/profile`);
    const keep = page.getByRole('region', { name: 'Keep this as your own account', exact: true });
    const mine = `${randomUUID()}@example.com`;
    await keep.getByLabel('E-mail').fill(mine);
    await keep.getByLabel(/^(New p|P)assword$/).fill('stays with me 1');
    await keep.getByRole('button', { name: 'Keep everything' }).click();
    await expect(page.getByText('This account is yours now').first()).toBeVisible();
    await expect(confirmPanel(page)).toBeVisible();
    const token = await newToken(await signedIn(page));
    const opened = await page.context().newPage();
    await opened.goto(await linkTo(mine));
    await expect(opened.getByText('Your e-mail address is confirmed').first()).toBeVisible();
    await expect(confirmPanel(page)).toHaveCount(0);
    expect((await send(service.url, token, [])).status).not.toBe(401);
    await leave(opened);
    await signInByDialog(opened, mine, 'stays with me 1');
  });
});
