import { defineConfig } from '@playwright/test';
import { type Browser, browserArgs } from '../e2e/support/find-browser.ts';

// Found once by the global setup; every worker reads this file after it.
const browser = JSON.parse(process.env['WATTERSHED_E2E_BROWSER'] ?? '{}') as Partial<Browser>;

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: './support/global-setup.ts',
  outputDir: '../reports/identity',
  reporter: [['line'], ['json', { outputFile: '../reports/identity.json' }]],
  forbidOnly: Boolean(process.env['CI']),
  fullyParallel: true,
  workers: 2,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  use: {
    actionTimeout: 30_000,
    timezoneId: 'Europe/Madrid',
    trace: process.env['TRACE'] === '1' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    serviceWorkers: 'block',
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      ...(browser.executablePath && { executablePath: browser.executablePath }),
      env: { ...process.env, ...browser.env },
      args: browserArgs,
    },
  },
});
