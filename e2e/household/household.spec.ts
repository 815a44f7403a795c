import type { Page } from '@playwright/test';
import { addDevice, enter, type Member, newMember } from '../support/member.ts';
import { expectSoundPage } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

/** Somebody with two homes: one lamp in each. */
async function ownerOfTwo(baseURL: string | undefined): Promise<Member & { flatId: string }> {
  const owner = await newMember(baseURL);
  await owner.ask('PATCH', `/rest/v1/households?id=eq.${owner.householdId}`, { name: 'Pune home' });
  await addDevice(owner, 'Hall lamp', 'hall', 'electricity');
  const made = await owner.ask('POST', '/api/v1/household', { name: 'Sea flat' });
  const { id: flatId } = (await made.json()) as { id: string };
  await owner.ask('POST', '/rest/v1/connected_devices', {
    name: 'Balcony lamp',
    room: 'garden',
    utility: 'electricity',
    user_id: owner.userId,
    household_id: flatId,
  });
  return { ...owner, flatId };
}

const account = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Account/ });

async function lookAt(page: Page, name: string): Promise<void> {
  await account(page).click();
  await page.getByRole('menuitemradio', { name }).click();
  await expect(page.getByText(`Now showing ${name}`).first()).toBeVisible();
}

test('C1.1 C7.10 C7.11 of two households one is shown, each with its own devices; the choice lasts @phone', async ({
  page,
  baseURL,
}) => {
  const owner = await ownerOfTwo(baseURL);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await enter(page, owner);
  await page.goto('/devices');
  await expect(page.getByText('Balcony lamp')).toBeVisible();
  await expect(page.getByText('Hall lamp')).toHaveCount(0);
  await expect(page.getByText('Sea flat · 1 device')).toBeVisible();
  await lookAt(page, 'Pune home');
  await expect(page.getByText('Hall lamp')).toBeVisible();
  await expect(page.getByText('Balcony lamp')).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('Pune home · 1 device')).toBeVisible();
  await page.goto('/billing');
  await expect(page.getByText(/^Pune home · /)).toBeVisible();
  const ofTables = asked.filter((url) => /connected_devices|billing_records/.test(url));
  expect(ofTables.length).toBeGreaterThan(2);
  for (const url of ofTables) expect(url).toMatch(/household_id=eq\./);
});

test('by keyboard: the menu begins at the household shown, and arrows change it', async ({ page, baseURL }) => {
  await enter(page, await ownerOfTwo(baseURL));
  await page.goto('/devices');
  await expect(page.getByText('Balcony lamp')).toBeVisible();
  await account(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitemradio', { name: 'Sea flat' })).toBeChecked();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitemradio', { name: 'Sea flat' })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Hall lamp')).toBeVisible();
});

test('C6.1 one more household is added, handed over, left, and the rest deleted by its name @phone', async ({
  page,
  baseURL,
}) => {
  const owner = await newMember(baseURL);
  const friend = await newMember(baseURL);
  await friend.ask('PATCH', `/rest/v1/profiles?user_id=eq.${friend.userId}`, { display_name: 'Ben' });
  await enter(page, owner);
  await page.goto('/profile');
  await page.getByRole('link', { name: 'People and invitations' }).click();
  await page.getByRole('button', { name: 'Add another household' }).click();
  await page.getByRole('dialog').getByLabel('Name of the household').fill('Workshop');
  await page.getByRole('dialog').getByRole('button', { name: 'Add it' }).click();
  const shown = page
    .getByRole('list', { name: 'Your households' })
    .getByRole('listitem')
    .filter({ hasText: 'shown now' });
  await expect(shown).toContainText('Workshop');

  const memberships = (await (
    await owner.ask('GET', '/rest/v1/household_members?select=household_id,households(name)')
  ).json()) as { household_id: string; households: { name: string } }[];
  const workshop = memberships.find(({ households }) => households.name === 'Workshop')?.household_id ?? '';
  const made = await owner.ask('POST', `/api/v1/household/${workshop}/invitations`, { role: 'member' });
  const { token } = (await made.json()) as { token: string };
  expect((await friend.ask('POST', `/api/v1/invitations/${token}/accept`)).status).toBe(200);

  await page.reload();
  await expectSoundPage(page);
  await page.getByRole('button', { name: 'Actions for Ben' }).click();
  await page.getByRole('menuitem', { name: 'Hand over to Ben' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Workshop');
  await dialog.getByRole('button', { name: 'Hand over' }).click();
  await expect(page.getByText('Ben is now the owner of Workshop').first()).toBeVisible();
  await page.getByRole('button', { name: 'Leave this household' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByText('You have left Workshop').first()).toBeVisible();
  await expect(shown).toContainText('My household');

  await page.getByRole('button', { name: 'Delete this household' }).click();
  await dialog.getByRole('textbox').fill('My household');
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page.getByText('My household was deleted').first()).toBeVisible();
  // Nobody is left without any.
  await expect(page.getByRole('list', { name: 'Your households' }).getByRole('listitem')).toHaveCount(1);
});

test.describe('without a network', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });

  test('C1.1 a change made without a network goes to the household that it was made for', async ({
    page,
    context,
    baseURL,
  }) => {
    const owner = await ownerOfTwo(baseURL);
    await enter(page, owner);
    await page.goto('/devices');
    const balcony = page.getByRole('switch', { name: 'Balcony lamp: on' });
    await expect(balcony).toBeChecked();
    await lookAt(page, 'Pune home');
    await expect(page.getByText('Hall lamp')).toBeVisible();
    await lookAt(page, 'Sea flat');
    await context.setOffline(true);
    await balcony.click();
    await expect(page.getByText('Waiting for the connection', { exact: true }).first()).toBeVisible();
    await lookAt(page, 'Pune home');
    await expect(page.getByText('Hall lamp')).toBeVisible();
    await expect(page.getByText('Balcony lamp', { exact: true })).toHaveCount(0);
    await context.setOffline(false);
    const state = async (name: string) => {
      const rows = await owner.ask(
        'GET',
        `/rest/v1/connected_devices?name=eq.${encodeURIComponent(name)}&select=is_active`,
      );
      return ((await rows.json()) as { is_active: boolean }[])[0]?.is_active;
    };
    await expect.poll(() => state('Balcony lamp')).toBe(false);
    expect(await state('Hall lamp')).toBe(true);
    // The choice made meanwhile is told too.
    const chosen = async () => {
      const rows = await owner.ask('GET', '/rest/v1/profiles?select=current_household');
      return ((await rows.json()) as { current_household: string }[])[0]?.current_household;
    };
    await expect.poll(chosen, { timeout: 70_000 }).toBe(owner.householdId);
  });

  test('C7.10 the menu changes between households without a network, though it was never opened with one', async ({
    page,
    context,
    baseURL,
  }) => {
    await enter(page, await ownerOfTwo(baseURL));
    await page.goto('/devices');
    await expect(page.getByText('Balcony lamp')).toBeVisible();
    await context.setOffline(true);
    await lookAt(page, 'Pune home');
    await expect(page.getByText(/^Pune home/).first()).toBeVisible();
  });

  test('without a network the people are still read, and nothing is offered that needs one', async ({
    page,
    context,
    baseURL,
  }) => {
    await enter(page, await newMember(baseURL));
    await page.goto('/household');
    await expect(page.getByText('Nobody else yet')).toBeVisible();
    await context.setOffline(true);
    await expect(page.getByText('You are offline. You can read this', { exact: false })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Invite somebody' })).toBeDisabled();
  });
});
