import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { countResults, nameFailures } from './count-results.mjs';

let reports;

beforeEach(() => {
  reports = mkdtempSync(join(tmpdir(), 'reports-'));
});

afterEach(() => rmSync(reports, { recursive: true }));

const report = (name, content) => writeFileSync(join(reports, `${name}.json`), JSON.stringify(content));
const ok = (name) => ({ name, code: 0 });
const bad = (name) => ({ name, code: 1 });

test('both runners are added up', () => {
  report('vitest', { numPassedTests: 10, numFailedTests: 1 });
  report('playwright', { stats: { expected: 5, flaky: 1, unexpected: 2 } });
  expect(countResults(reports, [ok('lint'), bad('tests'), bad('journeys')])).toEqual({ passed: 16, failed: 3 });
});

test('a failed check counts, and so does a runner that ran no test', () => {
  report('vitest', { numPassedTests: 10, numFailedTests: 0 });
  expect(countResults(reports, [bad('lint'), ok('tests'), ok('journeys')])).toEqual({ passed: 10, failed: 2 });
});

test('what failed is named, with what it said', () => {
  report('vitest', {
    testResults: [
      {
        name: 'a.test.ts',
        message: '',
        assertionResults: [
          { status: 'passed', fullName: 'adds' },
          { status: 'failed', fullName: 'divides', failureMessages: ['expected 1, received 2'] },
        ],
      },
      { name: 'b.test.ts', message: 'cannot be read', assertionResults: [] },
    ],
  });
  const path = join(reports, 'error-context.md');
  writeFileSync(path, '# Page\n```yaml\n- banner:\n- main:\n  - heading "No device yet"\n```\n# Test source\n');
  const attachments = [{ name: 'error-context', path }];
  const errors = [{ message: 'timed out' }, { message: 'waiting for the button' }];
  const specs = [
    { title: 'opens', ok: true, tests: [] },
    { title: 'closes', ok: false, tests: [{ results: [{ error: errors[0], errors, attachments }] }] },
  ];
  report('playwright', { suites: [{ file: 'c.spec.ts', suites: [{ file: 'c.spec.ts', specs }] }] });
  expect(nameFailures(reports)).toEqual([
    { title: 'a.test.ts: divides', said: 'expected 1, received 2' },
    { title: 'b.test.ts: (the file itself)', said: 'cannot be read' },
    {
      title: 'c.spec.ts: closes',
      said: 'timed out\nwaiting for the button\nThe page showed\n- main:\n  - heading "No device yet"',
    },
  ]);
});

test('without reports nothing is named', () => {
  expect(nameFailures(reports)).toEqual([]);
});
