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

/** What failed in either runner, as "file: title" and the first lines of what was said: a log is often cut to its end. */
export function nameFailures(reports) {
  const vitest = readReport(join(reports, 'vitest.json'))?.testResults ?? [];
  const playwright = readReport(join(reports, 'playwright.json'))?.suites ?? [];
  return [...vitest.flatMap(failedTests), ...playwright.flatMap(failedJourneys)];
}

function failedTests({ name, message, assertionResults }) {
  const failed = assertionResults.filter(({ status }) => status === 'failed');
  const file = message && failed.length === 0 ? [{ title: '(the file itself)', said: message }] : [];
  return [
    ...failed.map(({ fullName, failureMessages }) => ({ title: fullName, said: failureMessages[0] })),
    ...file,
  ].map(({ title, said }) => toFailure(name, title, said));
}

function failedJourneys({ file, specs = [], suites = [] }) {
  const failed = specs.filter(({ ok }) => !ok);
  return [
    ...failed.map(({ title, tests }) => {
      const results = tests.flatMap((each) => each.results);
      // The first word of a journey that ran out of time is only that; where it waited stands in the next.
      const errors = results.find(({ error }) => error)?.errors ?? [];
      const { title: named, said } = toFailure(file, title, errors.map(({ message }) => message).join('\n'));
      return { title: named, said: [said, ...shownPage(results)].join('\n') };
    }),
    ...suites.flatMap(failedJourneys),
  ];
}

const shownLines = 12;
const shownPageLines = 40;

/** What the page showed when a journey failed: what cannot be repeated is found by that alone. */
function shownPage(results) {
  const { path } =
    results.flatMap(({ attachments = [] }) => attachments).find(({ name }) => name === 'error-context') ?? {};
  if (path === undefined || !existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  const main = lines.findIndex((line) => line.startsWith('- main'));
  if (main === -1) return [];
  const end = lines.findIndex((line, i) => i > main && line.startsWith('```'));
  return ['The page showed', ...lines.slice(main, Math.min(end === -1 ? Infinity : end, main + shownPageLines))];
}

function toFailure(file, title, said = '') {
  return { title: `${file}: ${title}`, said: said.split('\n').slice(0, shownLines).join('\n') };
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
