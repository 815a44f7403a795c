import { signUpAt } from '../support/account-steps.ts';
import { addDevice, enter, newGuest, newMember } from '../support/member.ts';
import { expectSoundPage, untilSteady } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

interface Place {
  time_zone: string;
  country: string | null;
  currency: string;
  units: string;
  time_zone_chosen: boolean;
}

const columns = 'select=time_zone,country,currency,units,time_zone_chosen';

test.describe('in Kolkata', () => {
  test.use({ timezoneId: 'Asia/Kolkata' });

  test('whoever signs up has their home’s clock, country and money proposed, and accepts them in one press @phone', async ({
    page,
    baseURL,
  }) => {
    await signUpAt(baseURL ?? '', page);
    const step = page.locator('[data-first-steps="home"]');
    await expect(step.getByLabel('Time zone')).toHaveValue('Asia/Kolkata');
    await expect(step.getByLabel('Country')).toHaveValue('IN');
    await expect(step.getByLabel('Currency')).toHaveValue('INR');
    await expect(step.getByLabel('Units')).toHaveValue('metric');
    await expectSoundPage(page);
    const saved = page.waitForRequest((request) => request.method() === 'PATCH');
    await step.getByRole('button', { name: 'Yes, next' }).click();
    expect((await saved).postDataJSON()).toEqual({
      time_zone: 'Asia/Kolkata',
      country: 'IN',
      currency: 'INR',
      units: 'metric',
      time_zone_chosen: true,
    });
    await expect(step).toBeHidden();
    await page.goto('/profile');
    await expect(page.getByLabel('Time zone')).toHaveValue('Asia/Kolkata');
    await expect(page.getByRole('button', { name: 'Use these' })).toHaveCount(0);
  });

  test('it can be put off, and comes back; the Billing page says what waits for it', async ({ page, baseURL }) => {
    await enter(page, await newMember(baseURL, undefined, undefined, 'not-said'));
    await page.goto('/billing');
    const step = page.getByRole('region', { name: 'Your home', exact: true });
    await step.getByRole('button', { name: 'Later' }).click();
    await expect(step).toBeHidden();
    const note = page.getByRole('region', { name: 'No bill is closed yet', exact: true });
    await expect(note).toContainText('This home has no time zone yet.');
    await note.getByRole('link', { name: 'Choose it' }).click();
    await expect(page).toHaveURL(/\/profile#household$/);
    await page.reload();
    await expect(step).toBeVisible();
  });

  test('where it is known late it does not move the page from under somebody who is at a field; it comes with the next page', async ({
    page,
    baseURL,
  }) => {
    await enter(page, await newMember(baseURL, undefined, undefined, 'not-said'));
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/[/]household_members/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/profile');
    // It comes with the page as well, and moves what is below it: only the household's own step is of this.
    await expect(page.getByText('Confirm your e-mail address')).toBeVisible();
    await page.getByLabel('Display name').fill('Asha');
    const save = page.getByRole('region', { name: 'You', exact: true }).getByRole('button', { name: 'Save' });
    const before = await save.boundingBox();
    release();
    // The home's own card stands on the page once its household is known.
    await expect(page.getByLabel('Time zone')).toBeVisible();
    await untilSteady(page);
    expect(await save.boundingBox()).toEqual(before);
    await save.click();
    await expect(page.getByRole('banner').getByRole('button', { name: 'Account: Asha' })).toBeVisible();
    await page.getByRole('link', { name: 'Billing' }).first().click();
    await expect(page.getByRole('region', { name: 'Your home', exact: true })).toBeVisible();
  });

  test('the step speaks Hindi, where Hindi was chosen', async ({ page, baseURL }) => {
    await page.addInitScript("localStorage.setItem('language', 'hi')");
    await enter(page, await newMember(baseURL, undefined, undefined, 'not-said'));
    await page.goto('/billing');
    const step = page.getByRole('region', { name: 'आपका घर', exact: true });
    await expect(step).toContainText(/Asia\/Kolkata, अभी \d\d:\d\d/);
    await expect(step).toContainText('भारत');
    await step.getByRole('button', { name: 'यही रखें' }).click();
    await expect(step).toBeHidden();
  });

  test('a file is read by the browser’s clock until the home has its own', async ({ page, baseURL }) => {
    const member = await newMember(baseURL, undefined, undefined, 'not-said');
    await addDevice(member, 'Mains', 'whole_home', 'electricity');
    await enter(page, member);
    await page.goto('/devices/import');
    await page.locator('input[type=file]').setInputFiles({
      name: 'use.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('time,kWh\n2026-11-01 00:00,1\n2026-11-01 01:00,2\n2026-11-01 02:00,3\n'),
    });
    await expect(page.getByLabel('Time zone')).toHaveValue(/^Asia\/(Kolkata|Calcutta)$/);
  });
});

test.describe('in St. John’s', () => {
  test.use({ timezoneId: 'America/St_Johns' });

  test('what is proposed can be changed before: another country brings its money and units', async ({
    page,
    baseURL,
  }) => {
    const member = await newMember(baseURL, undefined, undefined, 'not-said');
    await enter(page, member);
    await page.goto('/devices');
    const step = page.getByRole('region', { name: 'Your home', exact: true });
    await expect(step).toContainText('America/St Johns');
    await expect(step).toContainText('Canada');
    await expect(step).toContainText('Canadian Dollar');
    await step.getByRole('button', { name: 'Change' }).click();
    await step.getByLabel('Country').selectOption('US');
    await expect(step.getByLabel('Currency')).toHaveValue('USD');
    await expect(step.getByLabel('Units')).toHaveValue('us');
    await step.getByRole('button', { name: 'Use these' }).click();
    await expect(step).toBeHidden();
    const [home] = (await (await member.ask('GET', `/rest/v1/households?${columns}`)).json()) as Place[];
    expect(home).toEqual({
      time_zone: 'America/St_Johns',
      country: 'US',
      currency: 'USD',
      units: 'us',
      time_zone_chosen: true,
    });
  });

  test('a guest of the demo household is not asked', async ({ page, baseURL }) => {
    await enter(page, await newGuest(baseURL));
    await page.goto('/dashboard');
    await expect(page.getByText('Simulated').first()).toBeVisible();
    await expect(page.getByRole('region', { name: 'Your home', exact: true })).toHaveCount(0);
  });
});
