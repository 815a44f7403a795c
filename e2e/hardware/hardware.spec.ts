import { once } from 'node:events';
import type { Page } from '@playwright/test';
import mqtt, { type MqttClient } from 'mqtt';
import { WebSocket } from 'ws';
import { enter, type Member, newMember, newToken } from '../support/member.ts';
import { expectSoundPage } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

const opened: MqttClient[] = [];
test.afterEach(() => Promise.all(opened.splice(0).map((device) => device.endAsync(true))));

/** A socket with Tasmota, as it stands on a shelf: it logs in, says what it is, and does what it is told. */
async function plugIn(member: Member, name = 'Kettle'): Promise<MqttClient> {
  const device = await mqtt.connectAsync(process.env['WATTERSHED_E2E_MQTT'] ?? '', {
    username: 'plug',
    password: await newToken(member),
    reconnectPeriod: 0,
    will: { topic: 'tele/kettle/LWT', payload: Buffer.from('Offline'), qos: 1, retain: true },
  });
  opened.push(device);
  const say = (topic: string, payload: string) => device.publishAsync(topic, payload, { qos: 1 });
  device.on(
    'message',
    (_topic, payload) => void say('stat/kettle/RESULT', JSON.stringify({ POWER: payload.toString() })),
  );
  await say('tasmota/discovery/A1/config', JSON.stringify({ t: 'kettle', dn: name, md: 'Nous A1T', rl: [1] }));
  await say('tele/kettle/LWT', 'Online');
  await say('tele/kettle/STATE', JSON.stringify({ POWER: 'OFF' }));
  await say('tele/kettle/SENSOR', JSON.stringify({ ENERGY: { Total: 12.5, Power: 0 } }));
  return device;
}

const obey = (device: MqttClient) => device.subscribeAsync('cmnd/kettle/POWER', { qos: 1 });
const found = (page: Page) => page.getByRole('region', { name: /found|encontrado|मिला/ });

test('C2.15 C4.4 C7.13 hardware shows up while the page is open, is added by one press, counted and really switched @phone', async ({
  page,
  baseURL,
}) => {
  const member = await newMember(baseURL);
  await enter(page, member);
  await page.goto('/devices');
  await expect(page.getByText('No device yet')).toBeVisible();
  const device = await plugIn(member, 'Kitchen kettle');
  const row = found(page).locator('[data-found="Kitchen kettle"]');
  await expect(row).toContainText('Tasmota · Nous A1T · Electricity · can be switched');
  await expect(row.getByRole('combobox')).toHaveValue('kitchen');
  await expectSoundPage(page);
  await row.getByRole('button', { name: 'Add Kitchen kettle' }).click();
  const entry = page.getByRole('region', { name: 'Kitchen', exact: true }).locator('[data-device="Kitchen kettle"]');
  await expect(entry).toContainText('Waiting for its first reading');
  await expect(found(page)).toBeHidden();

  await device.publishAsync('tele/kettle/SENSOR', JSON.stringify({ ENERGY: { Total: 12.75 } }), { qos: 1 });
  await expect(entry).toContainText('12.750');

  await obey(device);
  const toggle = page.getByRole('switch', { name: 'Kitchen kettle: on' });
  await expect(toggle).not.toBeChecked();
  await toggle.click();
  await expect(page.getByText('Kitchen kettle is now on', { exact: true })).toBeVisible();
  await expect(toggle).toBeChecked();

  await device.publishAsync('stat/kettle/POWER', 'OFF', { qos: 1 });
  await expect(toggle, 'switched at the wall').not.toBeChecked();
  await expectSoundPage(page);
});

test('C4.4 a device that does not answer keeps its state; one that has left is shown as lost', async ({
  page,
  baseURL,
}) => {
  const member = await newMember(baseURL);
  const device = await plugIn(member);
  await enter(page, member);
  await page.goto('/devices');
  await found(page).getByRole('button', { name: 'Add Kettle' }).click();
  const toggle = page.getByRole('switch', { name: 'Kettle: on' });
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByText('The device did not answer within 5 seconds')).toBeVisible();
  await expect(toggle).not.toBeChecked();
  device.stream.destroy();
  await expect(page.locator('[data-device="Kettle"]')).toContainText('not reachable');

  await page.getByRole('button', { name: 'Actions for Kettle' }).click();
  await page.getByRole('menuitem', { name: 'Switching history' }).click();
  const history = page.getByRole('dialog', { name: 'Switching history of Kettle' });
  await expect(history).toContainText('by you');
  await expect(history).toContainText('no answer');
  await expectSoundPage(page);
});

test('what is ignored goes out of sight, and comes back when it is offered again', async ({ page, baseURL }) => {
  const member = await newMember(baseURL);
  await plugIn(member);
  await enter(page, member);
  await page.goto('/devices');
  await found(page).getByRole('button', { name: 'Actions for Kettle' }).click();
  await page.getByRole('menuitem', { name: 'Ignore' }).click();
  await page.getByRole('button', { name: 'Show 1 ignored' }).click();
  await page.getByRole('button', { name: 'Actions for Kettle' }).click();
  await page.getByRole('menuitem', { name: 'Offer again' }).click();
  await expect(found(page)).toContainText('1 device found');
});

test('C2.15 hardware that speaks MQTT needs no meter: what the page says logs it in, and it is found', async ({
  page,
  baseURL,
}) => {
  const member = await newMember(baseURL);
  await enter(page, member);
  await page.goto('/devices/connect');
  await page.getByRole('button', { name: 'Make a token' }).click();
  const token = await page.locator('[data-token]').innerText();
  const settings = page.locator('[data-command]');
  await expect(settings).toContainText(token);
  await expectSoundPage(page);
  const told = new Map((await settings.innerText()).split('\n').map((line) => line.split(': ') as [string, string]));
  const device = await mqtt.connectAsync(`mqtt://${told.get('Host')}:${told.get('Port')}`, {
    username: told.get('User') ?? '',
    password: told.get('Password') ?? '',
    reconnectPeriod: 0,
  });
  opened.push(device);
  await device.publishAsync('shellies/garden-plug/relay/0/energy', '600', { qos: 1 });
  await page.getByRole('link', { name: 'All devices' }).click();
  await expect(found(page)).toContainText('garden-plug');
});

test('C2.15 C1.4 a device is switched at a time of the day and about the sun, on its days; each can rest or go @phone', async ({
  page,
  baseURL,
}) => {
  const member = await newMember(baseURL);
  await plugIn(member);
  await enter(page, member);
  await page.goto('/devices');
  await found(page).getByRole('button', { name: 'Add Kettle' }).click();
  await page.locator('[data-device="Kettle"]').getByRole('button', { name: 'Actions for Kettle' }).click();
  await page.getByRole('menuitem', { name: 'Schedules' }).click();
  const dialog = page.getByRole('dialog', { name: 'Schedules of Kettle' });
  await expect(dialog).toContainText('No schedule yet.');
  await dialog.getByLabel('Time', { exact: true }).fill('23:15');
  for (const day of ['Saturday', 'Sunday']) await dialog.getByRole('checkbox', { name: day }).uncheck({ force: true });
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  const clock = dialog.getByRole('listitem').filter({ hasText: 'Turn on · 23:15' });
  await expect(clock).toContainText('Mon, Tue, Wed, Thu and Fri');
  await expect(clock).toContainText(/next .*23:15/, { timeout: 20_000 });

  await dialog.getByText('Turn off', { exact: true }).first().click();
  await dialog.getByLabel('When').selectOption({ label: 'Around sunset' });
  await dialog.getByLabel('Latitude').fill('18.52');
  await dialog.getByLabel('Longitude').fill('73.86');
  await expectSoundPage(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByLabel('Latitude')).toBeHidden();
  await dialog.getByLabel('Time', { exact: true }).selectOption({ label: '30 min before sunset' });
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  const sunset = dialog.getByRole('listitem').filter({ hasText: 'Turn off · 30 min before sunset' });
  await expect(sunset).toContainText(/next /, { timeout: 20_000 });

  await clock.getByRole('switch').click();
  await expect(clock.getByRole('switch')).not.toBeChecked();
  await expect(clock).not.toContainText('next');
  await sunset.getByRole('button', { name: /Delete/ }).click();
  await expect(sunset).toBeHidden();
});

test('a home’s battery shows how full it is and waits for no reading; a charger comes in by itself @phone', async ({
  page,
  baseURL,
}) => {
  const member = await newMember(baseURL);
  const token = await newToken(member);
  const evcc = await mqtt.connectAsync(process.env['WATTERSHED_E2E_MQTT'] ?? '', {
    username: 'evcc',
    password: token,
    reconnectPeriod: 0,
  });
  opened.push(evcc);
  await evcc.publishAsync('evcc/site/battery/soc', '63.7', { qos: 1 });
  const charger = new WebSocket(`${baseURL?.replace('http', 'ws')}/ocpp/wall-box`, ['ocpp1.6'], {
    headers: { authorization: `Basic ${Buffer.from(`wall-box:${token}`).toString('base64')}` },
  });
  await once(charger, 'open');
  const boot = { chargePointVendor: 'Maker', chargePointModel: 'Wall' };
  charger.send(JSON.stringify([2, '1', 'BootNotification', boot]));
  const meterValue = [{ timestamp: new Date().toISOString(), sampledValue: [{ value: '12.5', unit: 'kWh' }] }];
  charger.send(JSON.stringify([2, '2', 'MeterValues', { connectorId: 1, meterValue }]));
  await enter(page, member);
  await page.goto('/devices');
  const battery = found(page).locator('[data-found="Battery"]');
  await expect(battery).toContainText('64% charged');
  await expect(found(page).locator('[data-found="Charger"]')).toContainText('OCPP · Maker Wall · Electricity');
  await expectSoundPage(page);
  await battery.getByRole('button', { name: 'Add Battery' }).click();
  const entry = page.locator('[data-device="Battery"]');
  await expect(entry).toContainText('64% charged');
  await expect(entry).not.toContainText('Waiting for its first reading');
  await evcc.publishAsync('evcc/site/battery/soc', '71', { qos: 1 });
  await expect(entry).toContainText('71% charged');
  await expectSoundPage(page);
  charger.close();
});
