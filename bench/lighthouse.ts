/** Lighthouse (mobile preset, built app) on every screen: accessibility, best practices and SEO must be whole; performance is told. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { findBrowser } from '../e2e/support/find-browser.ts';
import { screens } from '../e2e/support/screens.ts';
import { startService } from '../e2e/support/start-service.ts';

const wanted = process.argv.slice(2);
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

const measure = async (url: string, name: string, port: number): Promise<Record<string, number | string>> => {
  const result = await lighthouse(url, { port, output: 'json', logLevel: 'error', onlyCategories: [...categories] });
  if (!result) throw new Error(`no report of ${name}`);
  writeFileSync(join(reports, `${name}.json`), result.report as string);
  const { lhr } = result;
  const scores = Object.fromEntries(
    categories.map((category) => [category, Math.round((lhr.categories[category]?.score ?? 0) * 100)]),
  );
  for (const category of categories) {
    const counts = category !== 'seo' || publicScreens.has(name);
    if (!counts || (scores[category] ?? 0) >= least[category]) continue;
    const failed = lhr.categories[category]?.auditRefs.filter(
      ({ id, weight }) => weight > 0 && lhr.audits[id]?.score !== 1,
    );
    short.push(`${name}: ${category} ${scores[category]} (${failed?.map(({ id }) => id).join(', ')})`);
  }
  const shown = (id: string): string => lhr.audits[id]?.displayValue?.replace(/\s/g, ' ') ?? '';
  return {
    screen: name,
    ...scores,
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
const browser = await chromium.launch({
  executablePath,
  env: { ...process.env, ...env },
  args: [`--remote-debugging-port=${port}`, ...asRoot],
});
const rows: Record<string, number | string>[] = [];
try {
  for (const [name, path] of Object.entries(screens)) {
    if (name === 'not-found' || (wanted.length > 0 && !wanted.includes(name))) continue;
    rows.push(await measure(`${service.url}${path}`, name, port));
  }
} finally {
  await browser.close();
  await service.stop();
}
console.table(rows);
for (const line of short) console.log(`SHORT ${line}`);
process.exitCode = short.length > 0 ? 1 : 0;
