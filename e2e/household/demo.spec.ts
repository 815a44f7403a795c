import { enter, newGuest } from '../support/member.ts';
import { expectSoundPage, speak } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

test('C7.15 every page of the demo’s figures says once, beside its title, that they are simulated @phone', async ({
  page,
  baseURL,
}) => {
  await enter(page, await newGuest(baseURL));
  for (const path of [
    '/dashboard',
    '/billing',
    '/billing/prices',
    '/analytics',
    '/devices',
    '/devices/readings',
    '/notices',
  ]) {
    await page.goto(path);
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await expect(page.getByText('Simulated', { exact: true })).toHaveCount(1);
  }
  await page.goto('/contact');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Simulated', { exact: true })).toHaveCount(0);
});

test('C5.6 C1.4 the demo’s devices are called in the reader’s language, and a name that a guest gives stands @phone', async ({
  page,
}) => {
  await speak(page, 'es');
  await page.goto('/');
  await page.getByRole('button', { name: 'Explorar el hogar de demostración' }).click();
  await expect(page).toHaveURL(/dashboard/);
  await page.goto('/devices');
  await expect(page.getByRole('heading', { name: 'Frigorífico' })).toBeVisible();
  await page.getByRole('button', { name: 'Acciones de Lavadora' }).click();
  await page.getByRole('menuitem', { name: 'Editar' }).click();
  await page.getByRole('dialog').getByLabel('Nombre').fill('Lavadora vieja');
  await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByRole('heading', { name: 'Lavadora vieja' })).toBeVisible();
  const menu = page.getByRole('button', { name: /^Idioma/ });
  await ((await menu.isVisible()) ? menu : page.getByRole('button', { name: 'Cuenta' })).click();
  await page.getByRole('menuitemradio', { name: 'हिन्दी' }).click();
  await expect(page.getByRole('heading', { name: 'फ्रिज' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Lavadora vieja' })).toBeVisible();
  await expectSoundPage(page);
});

test('C4.4 the demo’s water heater is switched at once, follows its schedule, and says that its figures go on', async ({
  page,
  baseURL,
}) => {
  await enter(page, await newGuest(baseURL));
  await page.goto('/devices');
  const heater = page.getByRole('switch', { name: 'Water heater: on' });
  const was = await heater.isChecked();
  await heater.click();
  await expect(heater).toBeChecked({ checked: !was });
  await expect(page.getByText(/Water heater is now o(n|ff)\. The demo’s figures keep to its schedule\./)).toBeVisible();
  await page.getByRole('button', { name: 'Actions for Water heater' }).click();
  await page.getByRole('menuitem', { name: 'Schedules' }).click();
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(2);
});

test('the demo’s leak is over: how much, what it cost, and the day of it in Analytics @phone', async ({
  page,
  baseURL,
}) => {
  await enter(page, await newGuest(baseURL));
  await page.goto('/notices');
  await expect(page.getByText(/about 12\sL\/h, 7\d\d\sL in all\. It cost €\d\.\d\d\./)).toBeVisible();
  await page.getByRole('link', { name: /^Bathroom water: water ran for/ }).click();
  await expect(page).toHaveURL(/analytics\?period=day&at=.*leak=/);
  await expect(page.getByText(/^The leak ran from/)).toBeVisible();
});
