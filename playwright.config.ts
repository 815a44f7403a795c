import { defineConfig } from '@playwright/test';
import { type Browser, browserArgs } from './e2e/support/find-browser.ts';

// Found once by the global setup; every worker reads this file after it.
const browser = JSON.parse(process.env['WATTERSHED_E2E_BROWSER'] ?? '{}') as Partial<Browser>;

const isFull = process.env['TEST_FULL'] === '1';

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  testIgnore: isFull ? [] : '**/*.full.spec.ts',
  globalSetup: './e2e/support/global-setup.ts',
  outputDir: 'reports/journeys',
  reporter: [['line'], ['json', { outputFile: 'reports/playwright.json' }]],
  forbidOnly: Boolean(process.env['CI']),
  fullyParallel: true,
  workers: 2,
  // Limits of time are for what hangs: a machine that is four times busier still passes.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    // Shorter than a journey's time, so that a failure names what it waited for.
    actionTimeout: 60_000,
    timezoneId: 'Europe/Madrid',
    // Recording every journey takes as long again as the journeys: TRACE=1 records those that fail.
    trace: process.env['TRACE'] === '1' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    // Requests answered by a service worker cannot be replaced by a journey; those about the worker allow it.
    serviceWorkers: 'block',
    launchOptions: {
      ...(browser.executablePath && { executablePath: browser.executablePath }),
      env: { ...process.env, ...browser.env },
      args: browserArgs,
    },
  },
  // A journey runs on a wide window; one tagged @phone on a small one, and in the full run on both.
  projects: [
    { name: 'desktop', ...(!isFull && { grepInvert: /@phone/ }), use: { viewport: { width: 1440, height: 900 } } },
    { name: 'phone', grep: /@phone/, use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
  ],
});
