import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { fillSignIn, leave, openDialogAt } from '../support/account-steps.ts';
import { newMember } from '../support/member.ts';
import { expectSoundPage } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

const codeOf = (secret: string, periods = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + periods * 30_000 });

const signIn = async (page: Page, email: string, password: string, site = ''): Promise<void> => {
  await openDialogAt(site, page);
  await fillSignIn(page, email, password);
};

test.describe('a second factor', () => {
  test.use({ expectedErrors: [/422 \(Unprocessable/] });

  test('C7.1 an app is added by what it shows, asked for at the next sign-in, spared on a trusted device, and replaced by a recovery code @phone', async ({
    page,
    baseURL,
  }) => {
    test.setTimeout(120_000);
    const [email, password] = [`${randomUUID()}@example.com`, 'correct horse 7'];
    await newMember(baseURL, email, password);
    await signIn(page, email, password);
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.goto('/profile');
    const card = page.locator('#second-factor');
    await card.getByRole('button', { name: 'Add an app' }).click();
    await card.getByRole('button', { name: 'Next' }).click();
    await expect(card.getByRole('img')).toBeVisible();
    const secret = (await card.locator('code').innerText()).replaceAll(' ', '');
    await card.getByLabel('Code', { exact: true }).fill('000000');
    await card.getByRole('button', { name: 'Switch on' }).click();
    await expect(card.getByText('This code is not right.')).toBeVisible();
    await card.getByLabel('Code', { exact: true }).fill(codeOf(secret));
    await card.getByRole('button', { name: 'Switch on' }).click();
    await expect(page.getByText('Signing in now asks for a code')).toBeVisible();

    await card.getByRole('button', { name: 'Make recovery codes' }).click();
    const codes = card.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await expect(codes).toHaveCount(10);
    await expectSoundPage(page);
    const [recoveryCode = ''] = await codes.allInnerTexts();
    const download = page.waitForEvent('download');
    await card.getByRole('button', { name: 'Save as a file' }).click();
    expect(readFileSync(await (await download).path(), 'utf8')).toContain(recoveryCode);
    await card.getByRole('button', { name: 'I have kept them' }).click();
    await expect(card.getByText('10 codes left')).toBeVisible();

    await leave(page);
    await signIn(page, email, password);
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('heading', { name: 'One more step' })).toBeVisible();
    await expectSoundPage(page);
    await dialog.getByLabel('Do not ask on this device for 30 days').check();
    await dialog.getByLabel('Code', { exact: true }).fill(codeOf(secret, 1));
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(dialog).toBeHidden();

    await leave(page);
    await signIn(page, email, password);
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('banner').getByRole('button', { name: /Account/ })).toBeVisible();

    await leave(page);
    await page.context().clearCookies();
    await signIn(page, email, password);
    await dialog.getByRole('button', { name: "I don't have a code" }).click();
    await dialog.getByLabel('Recovery code').fill(recoveryCode.toLowerCase());
    await dialog.getByRole('button', { name: 'Sign in with this code' }).click();
    await expect(dialog).toBeHidden();
    await page.goto('/profile');
    await expect(card.getByText('9 codes left')).toBeVisible();
  });
});

test('C7.1 a passkey is added in the profile, and lets in without a password', async ({ page, baseURL }) => {
  // Browsers make none for a machine that is called by its number.
  const named = (baseURL ?? '').replace('127.0.0.1', 'localhost');
  const [email, password] = [`${randomUUID()}@example.com`, 'correct horse 7'];
  await newMember(named, email, password);
  await signIn(page, email, password, named);
  await expect(page.getByRole('dialog')).toBeHidden();
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto(`${named}/profile`);
  const card = page.locator('#passkeys');
  await card.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('The passkey is ready')).toBeVisible();
  await expect(card.getByRole('listitem')).toHaveCount(1);
  await leave(page);
  await page.goto(`${named}/dashboard`);
  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('banner').getByRole('button', { name: /Account/ })).toBeVisible();
});
