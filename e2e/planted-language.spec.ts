import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addDevice, enter, enterTariff, newMember, newToken, sendHours } from './support/member.ts';
import { startService } from './support/start-service.ts';
import { expect, test } from './support/test.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** What is made, or brought: everything else is the project. */
const left = /^(node_modules|reports|test-results|[.]git|[.]cache|[.]data|data)$|\/dist$/;

/** The project with one language more: texts and an entry in a list. */
function plantProject() {
  const project = mkdtempSync(join(tmpdir(), 'wattershed-planted-'));
  cpSync(root, project, { recursive: true, filter: (source) => !left.test(relative(root, source)) });
  symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'));
  execFileSync(process.execPath, [join(root, 'scripts/testing/plant-language.mjs'), project]);
  const build = "import('./scripts/launch/build.mjs').then(({ ensureBuilt }) => ensureBuilt())";
  execFileSync(process.execPath, ['-e', build], { cwd: project, stdio: 'ignore' });
  return { project, stop: async () => rmSync(project, { recursive: true }) };
}

test('C1.4 a new language is a folder of texts: it is spoken from sign-up to the PDF of a bill', async ({
  page,
  untilEnd,
}) => {
  test.setTimeout(test.info().timeout + 90_000);
  const { project } = await untilEnd(plantProject());
  const service = await untilEnd(startService({ project, env: { DEMO: '0' } }));
  await page.goto(service.url);
  await page.getByRole('button', { name: /Language/ }).click();
  await page.getByRole('menuitemradio', { name: 'Français' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');

  await page.getByRole('banner').getByRole('button', { name: '« Sign in »' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create an account' }).click();
  await dialog.getByLabel('« E-mail »').fill(`${randomUUID()}@example.com`);
  await dialog.getByLabel('« New password »').fill('correct horse 7');
  await dialog.getByRole('button', { name: '« Create account »' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('« You are signed in »').first()).toBeVisible();

  const member = await newMember(service.url);
  const { key } = await addDevice(member, 'Mains', 'whole_home', 'electricity');
  await enterTariff(member, 'electricity', '0.5');
  const now = new Date();
  const hour = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 10, 12));
  await sendHours(service.url, await newToken(member), key, [{ from: hour, value: 10_000 }]);
  // The other person's session would stay, and a page that is left in the middle of it would go on asking as nobody.
  await page.goto(`${service.url}/mark.svg`);
  await page.evaluate(() => localStorage.removeItem('wattershed-session'));
  await enter(page, member);
  await page.goto(`${service.url}/billing`);
  await expect(page.getByRole('heading', { name: '« Billing »' })).toBeVisible();
  await page.getByRole('button', { name: /^« Bill of .*5,00\s€/ }).click();
  const paper = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: '« Save as PDF »' }).click();
  const file = readFileSync(await (await paper).path(), 'latin1');
  expect(file.slice(0, 5)).toBe('%PDF-');
  expect(file).toContain('/Lang (fr');
});
