import { readFileSync } from 'node:fs';
import { test as base, type ConsoleMessage, expect } from '@playwright/test';

interface Options {
  /** Errors that a journey provokes on purpose. Any other error of a page, or a break of its content policy, fails it. */
  expectedErrors: RegExp[];
}

interface Stoppable {
  stop: () => Promise<unknown>;
}

interface Parts {
  /** What the shared service has printed so far. */
  serviceLog: () => string;
  /** What is started for one journey: stopped after it, when no page is left that would ask it on. */
  untilEnd: <Started extends Stoppable>(starting: Started | Promise<Started>) => Promise<Started>;
  cleanPages: void;
}

export { expect };

export const test = base.extend<Options & Parts>({
  expectedErrors: [[], { option: true }],

  baseURL: async ({}, use) => use(process.env['WATTERSHED_E2E_URL']),

  serviceLog: async ({}, use) => use(() => readFileSync(process.env['WATTERSHED_E2E_LOG'] ?? '', 'utf8')),

  untilEnd: async ({ context }, use) => {
    const all: Stoppable[] = [];
    await use(async (starting) => {
      const started = await starting;
      all.push(started);
      return started;
    });
    await Promise.all(context.pages().map((page) => page.close()));
    for (const started of all.reverse()) await started.stop();
  },

  cleanPages: [
    async ({ context, expectedErrors }, use) => {
      const errors: string[] = [];
      context.on('console', (message) => {
        if (message.type() === 'error') errors.push(describe(message));
      });
      // Some are thrown without saying where.
      context.on('weberror', (weberror) => {
        const { name, message, stack } = weberror.error();
        errors.push(stack || `${name}: ${message}`);
      });
      await context.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', (event) => {
          console.error(`Content policy: ${event.violatedDirective} refused ${event.blockedURI}`);
        });
      });
      await use();
      // A page that is still loading something when its journey ends is no fault of it.
      for (const routed of [context, ...context.pages()]) await routed.unrouteAll({ behavior: 'ignoreErrors' });
      const unexpected = errors.filter((error) => !expectedErrors.some((pattern) => pattern.test(error)));
      expect(unexpected, 'errors of the page').toEqual([]);
    },
    { auto: true },
  ],
});

function describe(message: ConsoleMessage): string {
  return `${message.text()} (${message.location().url})`;
}
