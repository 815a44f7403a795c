import type { Page } from '@playwright/test';
import { addDevice, enter, type Member, newMember } from '../support/member.ts';
import {
  changesKept,
  loseNetwork,
  regainNetwork,
  untilReadyForOffline,
  visitBefore,
  withoutNetwork,
} from '../support/offline.ts';
import { expectSoundPage } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

const register = (page: Page) => page.locator('[data-register]');

const metersOf = async (member: Member) =>
  (await (await member.ask('GET', '/rest/v1/meters?select=id,register_unit')).json()) as {
    id: number;
    register_unit: string | null;
  }[];

const readingsOf = async (member: Member, meter: number | undefined) => {
  const query = new URLSearchParams({
    from: new Date(Date.now() - 30 * 86_400_000).toISOString(),
    to: new Date(Date.now() + 60_000).toISOString(),
  });
  const answer = await member.ask('GET', `/api/v1/meters/${meter}/readings?${query}`);
  return ((await answer.json()) as { readings: { value: number; source: string; mark: string | null }[] }).readings;
};

async function openFor(page: Page, device: string): Promise<void> {
  await page.goto('/devices');
  await page.getByRole('button', { name: `Actions for ${device}` }).click();
  await page.getByRole('menuitem', { name: 'Type a reading' }).click();
  await expect(register(page)).toBeFocused();
}

test('a reading is typed on the keys of a phone; less than last time waits for a word, and can be taken back @phone', async ({
  page,
  baseURL,
}) => {
  const member = await newMember(baseURL);
  await addDevice(member, 'Water meter', 'whole_home', 'water');
  await enter(page, member);
  await openFor(page, 'Water meter');
  const dialog = page.getByRole('dialog');
  const save = dialog.getByRole('button', { name: 'Save reading' });
  await expectSoundPage(page);
  if ((page.viewportSize()?.width ?? 0) < 640) {
    for (const key of ['1', '2', '9', '.', '5']) await dialog.getByRole('button', { name: key, exact: true }).click();
    await dialog.getByRole('button', { name: 'Delete the last digit' }).click();
    await dialog.getByRole('button', { name: '2', exact: true }).click();
  } else await register(page).pressSequentially('129,2');
  await expect(dialog.getByText('This is the first reading.')).toBeVisible();
  await save.click();
  await expect(dialog.getByText('First reading received')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();

  await openFor(page, 'Water meter');
  await expect(dialog.getByText('Last: 129.200 m³')).toBeVisible();
  await register(page).fill('130.4');
  await expect(dialog.getByText(/That is 1\.200\sm³ since/)).toBeVisible();
  await register(page).fill('12.04');
  await expect(dialog.getByText('117.160 m³ less than last time.')).toBeVisible();
  await expect(save).toBeDisabled();
  await expectSoundPage(page);
  await dialog.getByRole('button', { name: 'Correct it' }).click();
  await expect(register(page)).toHaveValue('');
  await expect(register(page)).toBeFocused();
  await register(page).fill('0.04');
  await dialog.getByRole('button', { name: 'It is a new meter' }).click();
  await expect(dialog.getByText('The new meter counts from here.')).toBeVisible();
  await save.click();
  await expect(page.getByText('Reading saved')).toBeVisible();
  const [meter] = await metersOf(member);
  expect(await readingsOf(member, meter?.id)).toMatchObject([
    { value: 129_200_000, source: 'typed', mark: null },
    { value: 40_000, source: 'typed', mark: 'start' },
  ]);

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Reading removed')).toBeVisible();
  expect(await readingsOf(member, meter?.id)).toHaveLength(1);
  await page.goto(`/devices/readings?meter=${meter?.id}`);
  await expect(page.getByText('Typed', { exact: true })).toBeVisible();
  await expect(page.getByText('Reading typed').first()).toBeVisible();
  await page.getByRole('button', { name: 'Type a reading' }).click();
  await expect(register(page)).toBeFocused();
});

test('C6.1 whoever only looks on is not offered to type', async ({ page, baseURL }) => {
  const owner = await newMember(baseURL);
  await addDevice(owner, 'Water meter', 'whole_home', 'water');
  const viewer = await newMember(baseURL);
  const invited = await owner.ask('POST', `/api/v1/household/${owner.householdId}/invitations`, { role: 'viewer' });
  const { token } = (await invited.json()) as { token: string };
  const { status } = await viewer.ask('POST', `/api/v1/invitations/${token}/accept`, {});
  expect(status).toBe(200);
  await viewer.ask('PATCH', `/rest/v1/profiles?user_id=eq.${viewer.userId}`, {
    current_household: owner.householdId,
  });
  await enter(page, viewer);
  await page.goto('/devices');
  await page.getByRole('button', { name: 'Actions for Water meter' }).click();
  await expect(page.getByRole('menuitem', { name: 'Readings' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Type a reading' })).toHaveCount(0);
});

test.describe('without a network', () => {
  test.use(withoutNetwork);

  test('C8.10 a reading waits, is shown as waiting, and is sent once @phone', async ({ page, context, baseURL }) => {
    const member = await visitBefore(page, baseURL);
    await openFor(page, 'Hall lamp');
    await expect(page.getByRole('dialog').getByText(/Last: 1\.3\skWh/)).toBeVisible();
    await untilReadyForOffline(page);
    const sent: string[] = [];
    context.on('request', (request) => {
      if (request.url().endsWith('/api/v1/repairs')) sent.push(request.postData() ?? '');
    });
    await loseNetwork(context);
    await register(page).fill('2,5');
    await page.getByRole('button', { name: 'Save reading' }).click();
    await expect(page.getByText('Reading kept until there is a connection')).toBeVisible();
    await page.getByText('Waiting for the connection: 1 change', { exact: true }).click();
    await expect(page.getByText('Hall lamp: 2.5 kWh')).toBeVisible();
    await expectSoundPage(page);
    await regainNetwork(context);
    await expect(page.getByText(/Waiting for the connection/)).toBeHidden();
    await expect.poll(() => changesKept(page)).toBe(0);
    const [meter] = await metersOf(member);
    expect(await readingsOf(member, meter?.id)).toMatchObject([{}, {}, { value: 2500, source: 'typed' }]);
    expect(sent).toHaveLength(1);
  });

  test('a first meter comes with its first readings, once, when the connection is back', async ({
    page,
    context,
    baseURL,
  }) => {
    const member = await newMember(baseURL, undefined, undefined, 'not-said');
    await member.ask('PATCH', `/rest/v1/households?id=eq.${member.householdId}`, {
      time_zone: 'America/New_York',
      time_zone_chosen: true,
      units: 'us',
    });
    await enter(page, member);
    await page.goto('/dashboard');
    const steps = page.locator('[data-first-steps="meter"]');
    await expect(steps).toBeVisible();
    await steps.getByRole('button', { name: 'Type a reading' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Water', { exact: true }).click();
    await expect(dialog.getByText('Water meter · Whole home · gal')).toBeVisible();
    await untilReadyForOffline(page);
    await loseNetwork(context);
    await register(page).fill('1000');
    await dialog.getByRole('button', { name: 'Save reading' }).click();
    await expect(dialog.getByText('First reading kept until there is a connection')).toBeVisible();
    await dialog.locator('input[type="datetime-local"]').fill(`${new Date().getFullYear()}-01-02T10:00`);
    await register(page).fill('900');
    await expect(dialog.getByText(/That is 100\sgal until/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Save reading' }).click();
    await expect(steps.getByText('A reading is waiting for the connection.')).toBeVisible();
    await regainNetwork(context);
    await expect(page.locator('[data-first-steps="prices"]')).toBeVisible();
    await expect.poll(() => changesKept(page)).toBe(0);
    const meters = await metersOf(member);
    expect(meters).toMatchObject([{ register_unit: 'gal' }]);
    expect(await readingsOf(member, meters[0]?.id)).toMatchObject([{ value: 3_785_412, source: 'typed' }]);
  });
});
