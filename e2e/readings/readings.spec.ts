import { addDevice, enter, type Member, newMember, newToken } from '../support/member.ts';
import { expectSoundPage } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

const minute = 60_000;

/** A water meter with a reading every quarter of an hour until noon of yesterday. */
async function watered(baseURL: string | undefined) {
  const member = await newMember(baseURL);
  const { id } = await addDevice(member, 'Main meter', 'hall', 'water');
  const [meter] = (await (await member.ask('GET', `/rest/v1/meters?device_id=eq.${id}`)).json()) as {
    id: number;
    key: string;
  }[];
  const noon = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 12 * 60 * minute;
  const token = await newToken(member);
  const send = async (...readings: [minutes: number, value: number][]) => {
    const answer = await fetch(`${baseURL}/api/v1/readings`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        readings: readings.map(([minutes, value]) => ({
          meter: meter?.key,
          at: new Date(noon + minutes * minute).toISOString(),
          value,
        })),
      }),
    });
    return answer.json();
  };
  return { member, send, path: `/devices/readings?meter=${meter?.id}` };
}

const total = async (member: Member): Promise<number> => {
  const year = new Date().getUTCFullYear();
  const { rows } = (await (
    await member.ask('GET', `/api/v1/usage?bucket=month&by=utility&from=${year - 1}-01-01&to=${year + 1}-01-01`)
  ).json()) as {
    rows: { used: number }[];
  };
  return rows.reduce((sum, { used }) => sum + used, 0);
};

test('C2.15 a wrong reading is corrected: what changes is shown first, and undo gives the old figures back @phone', async ({
  page,
  baseURL,
}) => {
  const { member, send, path } = await watered(baseURL);
  await send([0, 1_000_000], [15, 1_400_000], [30, 1_450_000]);
  await enter(page, member);
  await page.goto(path);
  await expect(page.getByText('3 readings, 450 L used')).toBeVisible();
  await expectSoundPage(page);
  const wrong = page.getByRole('row', { name: /450 m³|1.450/ });
  await wrong.getByRole('button', { name: /Actions for the reading/ }).click();
  await page.getByRole('menuitem', { name: 'Correct the value' }).click();
  const dialog = page.getByRole('dialog', { name: 'Correct the value' });
  await dialog.getByRole('textbox', { name: /Correct value/ }).fill('many');
  await dialog.getByRole('button', { name: 'See what changes' }).click();
  await expect(dialog.getByText('Enter a number.')).toBeVisible();
  await dialog.getByRole('textbox', { name: /Correct value/ }).fill('1.5');
  await dialog.getByRole('button', { name: 'See what changes' }).click();
  await expect(dialog.getByText('Usage: 450 L before, 500 L after')).toBeVisible();
  expect(await total(member)).toBe(450_000);
  await expectSoundPage(page);
  await dialog.getByRole('button', { name: 'Make the change' }).click();
  await expect(page.getByText('3 readings, 500 L used')).toBeVisible();
  await expect(page.getByRole('row', { name: /Confirmed/ })).toBeVisible();
  await expect(page.getByText('450 L became 500 L')).toBeVisible();
  expect(await total(member)).toBe(500_000);
  // On a phone it stands above the page's end.
  await page.getByRole('region', { name: 'Notices', exact: true }).getByRole('button', { name: 'Close' }).click();
  await page.getByRole('listitem').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('3 readings, 450 L used')).toBeVisible();
  await expect(page.getByRole('listitem').getByText('Undone')).toBeVisible();
  expect(await total(member)).toBe(450_000);
});

test('C2.15 readings of a new meter were set aside: told on the Dashboard and on Devices, one press says that it begins there', async ({
  page,
  baseURL,
}) => {
  const { member, send, path } = await watered(baseURL);
  await send([0, 1_000_000], [15, 1_010_000], [30, 900_000_000_000], [45, 900_000_020_000]);
  await enter(page, member);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: '2 readings need your decision' })).toBeVisible();
  await page.getByRole('link', { name: 'Decide' }).click();
  const aside = page.getByRole('region', { name: '2 readings need your decision', exact: true });
  await expect(aside).toContainText('900,000.000');
  await expectSoundPage(page);
  await aside.getByRole('link', { name: 'Look and decide' }).first().click();
  await expect(page).toHaveURL(new RegExp(`${path.replace('?', '\\?')}$`));
  await expect(page.getByRole('heading', { name: '2 readings were set aside' })).toBeVisible();
  await page.getByRole('button', { name: 'The meter was exchanged' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'See what changes' }).click();
  await expect(dialog.getByText('Usage: 10 L before, 30 L after')).toBeVisible();
  await dialog.getByRole('button', { name: 'Make the change' }).click();
  await expect(page.getByText('4 readings, 30 L used')).toBeVisible();
  await expect(page.getByRole('row', { name: /Restarts/ })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'were set aside' })).toBeHidden();
  await expect(send([60, 900_000_050_000])).resolves.toMatchObject({ accepted: 1 });
  expect(await total(member)).toBe(60_000);
});

test('C6.1 a visitor is asked to sign in on the readings page itself', async ({ page }) => {
  await page.goto('/devices/readings');
  await expect(page.getByText('Sign in to see readings')).toBeVisible();
  await expectSoundPage(page);
});

test('C2.15 a counter that dipped is shown with what was counted, and what was not understood is listed to be copied @phone', async ({
  page,
  baseURL,
}) => {
  const { member, send, path } = await watered(baseURL);
  await send([0, 307_775_000], [15, 295_487_000], [30, 307_788_000], [45, 307_800_000]);
  const token = await newToken(member);
  const allocator = { media: 'heat cost allocation', meter: 'fhkvdataiii', name: 'Boiler', current_consumption_hca: 5 };
  const refused = await fetch(`${baseURL}/api/v1/wmbus`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(allocator),
  });
  expect(refused.status).toBe(422);
  await enter(page, member);
  await page.goto(path);
  await expect(page.getByText('4 readings, 25 L used')).toBeVisible();
  await expect(page.getByText('Not counted', { exact: true })).toBeVisible();
  await expect(page.getByText(/The counter showed less for a while/)).toBeVisible();
  await expectSoundPage(page);
  await page.goto('/devices');
  await expect(page.getByText(/less than before and soon after/)).toBeVisible();
  await page.getByText('Boiler', { exact: true }).click();
  await expect(page.getByText('"fhkvdataiii"')).toBeVisible();
  await expectSoundPage(page);
});
