import { addDevice, enter, newMember, newToken, send } from '../support/member.ts';
import { expectSoundPage } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

test('C2.1 a visitor is asked to sign in on the Devices page itself @phone', async ({ page }) => {
  await page.goto('/devices');
  await expect(page.getByRole('main').getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expect(page).toHaveURL(/\/devices$/);
  await expectSoundPage(page);
});

test('C2.15 C7.11 C7.12 C7.13 C7.14 a device is added with its meter, edited and deleted @phone', async ({
  page,
  baseURL,
}) => {
  const member = await newMember(baseURL);
  await addDevice(member, 'Mains water', 'whole_home', 'water');
  await enter(page, member);
  await page.goto('/devices');
  await page.getByRole('button', { name: 'Add a device' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Garden valve');
  await dialog.getByText('Water', { exact: true }).click();
  await dialog.getByLabel('Room').selectOption('garden');
  await expect(dialog.getByLabel('This meter is inside …')).toContainText('Mains water (whole-home-water)');
  await expectSoundPage(page);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  const row = page.locator('[data-device="Garden valve"]');
  await expect(row).toContainText('inside Mains water');
  await expect(row).toContainText('Waiting for its first reading');
  await expectSoundPage(page);

  await row.getByRole('button', { name: 'Actions for Garden valve' }).click();
  await expect(page.getByRole('menuitem', { name: 'Copy the meter key garden-water' })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await dialog.getByLabel('Name').fill('Hose');
  await dialog.getByLabel('Room').selectOption({ label: 'Bathroom' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('region', { name: 'Bathroom', exact: true })).toContainText('Hose');

  await page.getByRole('button', { name: 'Actions for Hose' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(dialog).toContainText('garden-water');
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page.locator('[data-device="Hose"]')).toBeHidden();
  await expect(page.locator('[data-device="Mains water"]')).toBeVisible();
});

test('a device that moves asks since when, keeps what it used where it was, and is moved back by one press @phone', async ({
  page,
  baseURL,
}) => {
  const member = await newMember(baseURL);
  const lamp = await addDevice(member, 'Lamp', 'hall', 'electricity');
  const token = await newToken(member);
  await send(baseURL, token, [
    { meter: lamp.key, value: 0, secondsAgo: 7_200 },
    { meter: lamp.key, value: 5_000, secondsAgo: 3_600 },
  ]);
  const rooms = async () => {
    const now = Date.now();
    const span = `from=${new Date(now - 86_400_000).toISOString()}&to=${new Date(now + 3_600_000).toISOString()}`;
    const answer = await member.ask('GET', `/api/v1/usage?bucket=hour&by=room&${span}`);
    const { rows } = (await answer.json()) as { rows: { room: string }[] };
    return [...new Set(rows.map(({ room }) => room))];
  };
  await enter(page, member);
  await page.goto('/devices');
  const edit = async () => {
    await page.getByRole('button', { name: 'Actions for Lamp' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
  };
  const dialog = page.getByRole('dialog');
  await edit();
  await expect(dialog.getByLabel('Since when?')).toBeHidden();
  const room = dialog.getByLabel('Room', { exact: true });
  await room.selectOption({ label: 'Bedroom' });
  await expect(dialog.getByLabel('Since when?')).toHaveValue('now');
  await expect(dialog.getByText('What it used until now stays where it was.')).toBeVisible();
  await expectSoundPage(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('region', { name: 'Bedroom', exact: true })).toContainText('Lamp');
  expect(await rooms()).toEqual(['hall']);

  await edit();
  await room.selectOption({ label: 'Kitchen' });
  await dialog.getByLabel('Since when?').selectOption('It was always so');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('region', { name: 'Kitchen', exact: true })).toContainText('Lamp');
  expect(await rooms()).toEqual(['kitchen']);

  await edit();
  await expect(dialog.getByText('since ever')).toBeVisible();
  await expectSoundPage(page);
  await dialog.getByRole('button', { name: 'Undo: Kitchen' }).click();
  await expect(page.getByText('The move was undone')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('region', { name: 'Bedroom', exact: true })).toContainText('Lamp');
  expect(await rooms()).toEqual(['hall']);
});

test('C4.4 toggling says that the device is now off or on, survives a reload, and readings go on', async ({
  page,
  baseURL,
}) => {
  const member = await newMember(baseURL);
  const lamp = await addDevice(member, 'Hall lamp', 'hall', 'electricity');
  const token = await newToken(member);
  await enter(page, member);
  await page.goto('/devices');
  const toggle = page.getByRole('switch', { name: 'Hall lamp: on' });
  await toggle.click();
  await expect(page.getByText('Device deactivated')).toBeVisible();
  await expect(page.getByText('Hall lamp is now off')).toBeVisible();
  await page.reload();
  await expect(toggle).not.toBeChecked();
  const answer = await send(baseURL, token, [{ meter: lamp.key, value: 5_000, secondsAgo: 2 }]);
  expect(await answer.json()).toMatchObject({ accepted: 1 });
  await expect(page.locator('[data-device="Hall lamp"]')).toContainText('shows 5.000', { timeout: 2000 });
  await toggle.click();
  await expect(page.getByText('Hall lamp is now on')).toBeVisible();
});

test('C1.1 C6.3 C8.3 another household’s devices and tokens cannot be read, changed or removed', async ({
  baseURL,
}) => {
  const asha = await newMember(baseURL);
  const bruno = await newMember(baseURL);
  const device = await addDevice(asha, 'Hall lamp', 'hall', 'electricity');
  await newToken(asha);
  const mine = `/rest/v1/connected_devices?id=eq.${device.id}`;
  expect(await (await bruno.ask('GET', mine)).json()).toEqual([]);
  expect(await (await bruno.ask('PATCH', mine, { is_active: false })).json()).toEqual([]);
  await bruno.ask('DELETE', mine);
  expect(await (await asha.ask('GET', `${mine}&select=name,is_active`)).json()).toEqual([
    { name: 'Hall lamp', is_active: true },
  ]);
  const tokens = (await (await asha.ask('GET', '/rest/v1/ingest_tokens?select=id')).json()) as { id: number }[];
  expect(await (await bruno.ask('GET', '/rest/v1/ingest_tokens?select=id')).json()).toEqual([]);
  expect((await bruno.ask('DELETE', `/api/v1/tokens/${tokens[0]?.id}`)).status).toBe(404);
  const foreign = { name: 'Spy', room: '', utility: 'water', user_id: bruno.userId, household_id: asha.householdId };
  expect((await bruno.ask('POST', '/rest/v1/connected_devices', foreign)).status).toBe(403);
});

test('C1.1 a household’s token writes only its own meters, and none once it is revoked', async ({ page, baseURL }) => {
  const asha = await newMember(baseURL);
  const bruno = await newMember(baseURL);
  const device = await addDevice(asha, 'Hall lamp', 'hall', 'electricity');
  await enter(page, asha);
  await page.goto('/devices');
  const tokens = page.getByRole('region', { name: 'Tokens for sending', exact: true });
  await tokens.getByLabel('What will use it').fill('gateway');
  await tokens.getByRole('button', { name: 'Make a token' }).click();
  const token = await tokens.locator('[data-token]').innerText();
  await expect(tokens.locator('[data-token-name="gateway"]')).toContainText(token.slice(-4));

  const foreign = await send(baseURL, await newToken(bruno), [{ meter: device.key, value: 1, secondsAgo: 1 }]);
  expect(await foreign.json()).toMatchObject({ accepted: 0, rejected: [{ index: 0, code: 'unknown-meter' }] });
  expect(await (await send(baseURL, token, [{ meter: device.key, value: 1, secondsAgo: 1 }])).json()).toMatchObject({
    accepted: 1,
  });

  await page.reload();
  await expect(page.locator('[data-token]')).toBeHidden();
  await tokens.getByRole('button', { name: 'Revoke gateway' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('The token was revoked')).toBeVisible();
  await expect(tokens.locator('[data-token-name="gateway"]')).toBeHidden();
  const refused = await send(baseURL, token, [{ meter: device.key, value: 2, secondsAgo: 0 }]);
  expect(refused.status).toBe(401);
  expect(await refused.json()).toMatchObject({ code: 'token-invalid' });
});
