import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';
import { freePort, giveTimeToStart, startService } from './support/start-service.ts';
import { expect, test } from './support/test.ts';

test('the first page stands under a content policy without unsafe parts', async ({ page }) => {
  const answer = await page.goto('/');
  const policy = answer?.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('unsafe');
  await expect(page.getByRole('main')).toBeVisible();
});

test('the service says how it is', async ({ request }) => {
  expect((await request.get('/healthz')).status()).toBe(200);
  expect((await request.get('/readyz')).status()).toBe(200);
});

test('the line of a ready service names its address', async ({ serviceLog, baseURL }) => {
  expect(serviceLog()).toContain(`Wattershed is ready at ${baseURL}`);
});

test('Ctrl-C ends the service and its database, and a second start finds the data', async ({ request }, info) => {
  const dataDir = info.outputPath('data');
  for (const _ of ['first', 'second']) {
    const service = await startService({ dataDir, isFirst: true, env: { DEMO: '0' } });
    expect((await request.get(`${service.url}/readyz`)).ok()).toBe(true);
    await service.stop();
  }
});

test('a first start shows its pages before the demo household is made; whoever wants to see it meanwhile waits for it, and is told', async ({
  page,
  untilEnd,
}) => {
  giveTimeToStart();
  const { url } = await untilEnd(startService({ isAtOnce: true }));
  await page.goto(url);
  await page.getByRole('button', { name: 'Explore the demo household' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'The demo household is being made' })).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/, { timeout: 240_000 });
  await expect(page.getByText('Simulated', { exact: true }).first()).toBeVisible();
});

test('Ctrl-C ends it also while the demo household is made, and the next start makes it', async ({ request }, info) => {
  giveTimeToStart();
  const dataDir = info.outputPath('data');
  const broken = await startService({ dataDir, isAtOnce: true });
  await broken.stop();
  const { url, stop } = await startService({ dataDir });
  expect(await (await request.get(`${url}/api/v1/web-config`)).json()).toMatchObject({ demo: 'ready' });
  await stop();
});

test('a wrong value of the configuration is named', async () => {
  await expect(startService({ env: { PORT: 'eighty' } })).rejects.toThrow(/PORT/);
});

test('a taken port is said in words, and nothing is left running', async ({ baseURL }) => {
  const { port } = new URL(baseURL ?? '');
  await expect(startService({ env: { PORT: port, DEMO: '0' } })).rejects.toThrow(`Port ${port} is taken`);
});

test('whoever ends npm alone ends the service too', async ({ request }, info) => {
  giveTimeToStart();
  const folder = info.outputPath('data');
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  const port = String(await freePort());
  const env = { ...process.env, DATA_DIR: folder, PORT: port, DEMO: '0' };
  const npm = spawn('npm', ['start'], { cwd: new URL('..', import.meta.url), env, stdio: 'ignore', detached: true });
  try {
    const isUp = () =>
      request.get(`http://127.0.0.1:${port}/readyz`).then(
        (answer) => answer.ok(),
        () => false,
      );
    await expect.poll(isUp, { timeout: 120_000 }).toBe(true);
    npm.kill('SIGTERM');
    await expect.poll(isUp, { timeout: 60_000 }).toBe(false);
    // The group has nobody left.
    await expect.poll(() => isThere(npm.pid as number), { timeout: 60_000 }).toBe(false);
  } finally {
    if (isThere(npm.pid as number)) process.kill(-(npm.pid as number), 'SIGKILL');
  }
});

function isThere(group: number): boolean {
  try {
    return process.kill(-group, 0);
  } catch {
    return false;
  }
}
