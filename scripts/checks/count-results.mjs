import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Tests of both runners. A check that failed without a failed test, or a runner that ran none, counts as one failure. */
export function countResults(reports, results) {
  const vitest = readReport(join(reports, 'vitest.json'));
  const playwright = readReport(join(reports, 'playwright.json'))?.stats;
  const counted = new Map([
    ['tests', [vitest?.numPassedTests ?? 0, vitest?.numFailedTests ?? 0]],
    ['journeys', [(playwright?.expected ?? 0) + (playwright?.flaky ?? 0), playwright?.unexpected ?? 0]],
  ]);
  const total = { passed: 0, failed: 0 };
  for (const { name, code } of results) {
    const [passed, failed] = counted.get(name) ?? [0, 0];
    const ranNothing = counted.has(name) && passed + failed === 0;
    total.passed += passed;
    total.failed += failed === 0 && (code !== 0 || ranNothing) ? 1 : failed;
  }
  return total;
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
