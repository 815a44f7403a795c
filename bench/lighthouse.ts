/** Lighthouse (mobile preset, built app) on every screen, the median of some rounds: `npx tsx bench/lighthouse.ts [--rounds=5] [--guest] [screens]`; `--guest`: in the demo household. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import lighthouse, { type Result } from 'lighthouse';
import { findBrowser } from '../e2e/support/find-browser.ts';
import { enter, newGuest } from '../e2e/support/member.ts';
import { screens } from '../e2e/support/screens.ts';
import { startService } from '../e2e/support/start-service.ts';

const { values: options, positionals: wanted } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, guest: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const rounds = Number(options.rounds);
const reports = fileURLToPath(new URL('../reports/lighthouse/', import.meta.url));
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
/** What a search engine is to find. The others are for the people themselves, or for nobody. */
const publicScreens = new Set(['home', 'dashboard', 'analytics', 'community', 'contact']);
const least = { performance: 90, accessibility: 100, 'best-practices': 100, seo: 100 };

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

const short: string[] = [];

interface Round {
  report: string;
  lhr: Result;
}

const scoreOf = (lhr: Result, category: (typeof categories)[number]): number =>
  Math.round((lhr.categories[category]?.score ?? 0) * 100);

/** By performance the median of all rounds: a busy machine spoils single ones. */
const measure = async (url: string, name: string, port: number): Promise<Round[]> => {
  const done: Round[] = [];
  for (let round = 0; round < rounds; round++) {
    const result = await lighthouse(url, {
      port,
      output: 'json',
      logLevel: 'error',
      onlyCategories: [...categories],
      // Whoever is in stays in.
      disableStorageReset: options.guest,
      // A page that follows its meters is never quite quiet: what is there by then is what is looked at.
      maxWaitForLoad: 15_000,
    });
    if (!result) throw new Error(`no report of ${name}`);
    done.push({ report: result.report as string, lhr: result.lhr });
  }
  return done.toSorted((a, b) => scoreOf(a.lhr, 'performance') - scoreOf(b.lhr, 'performance'));
};

const tell = (name: string, done: readonly Round[]): Record<string, number | string> => {
  const { lhr, report } = done[Math.floor(done.length / 2)] as Round;
  writeFileSync(join(reports, `${name}.json`), report);
  for (const category of categories) {
    const score = scoreOf(lhr, category);
    const counts = category !== 'seo' || publicScreens.has(name);
    if (!counts || score >= least[category]) continue;
    const failed = lhr.categories[category]?.auditRefs.filter(
      ({ id, weight }) => weight > 0 && lhr.audits[id]?.score !== 1,
    );
    short.push(`${name}: ${category} ${score} (${failed?.map(({ id }) => id).join(', ')})`);
  }
  const shown = (id: string): string => lhr.audits[id]?.displayValue?.replace(/\s/g, ' ') ?? '';
  return {
    screen: name,
    ...Object.fromEntries(categories.map((category) => [category, scoreOf(lhr, category)])),
    rounds: done.map((one) => scoreOf(one.lhr, 'performance')).join(' '),
    paint: shown('largest-contentful-paint'),
    blocked: shown('total-blocking-time'),
    shift: shown('cumulative-layout-shift'),
  };
};

mkdirSync(reports, { recursive: true });
const service = await startService();
const port = await freePort();
const { executablePath, env } = findBrowser();
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox', '--disable-dev-shm-usage'] : [];
// The browser's own context, in which Lighthouse opens its pages too.
const browser = await chromium.launchPersistentContext('', {
  executablePath,
  env: { ...process.env, ...env },
  args: [`--remote-debugging-port=${port}`, ...asRoot],
});
if (options.guest) {
  const page = await browser.newPage();
  await enter(page, await newGuest(service.url));
  await page.goto(`${service.url}/dashboard`);
  await page.getByRole('region').first().waitFor();
  await page.close();
}
const rows: Record<string, number | string>[] = [];
try {
  for (const [name, path] of Object.entries(screens)) {
    if (name === 'not-found' || (wanted.length > 0 && !wanted.includes(name))) continue;
    rows.push(tell(name, await measure(`${service.url}${path}`, name, port)));
  }
} finally {
  await browser.close();
  await service.stop();
}
console.table(rows);
for (const line of short) console.log(`SHORT ${line}`);
process.exitCode = short.length > 0 ? 1 : 0;
