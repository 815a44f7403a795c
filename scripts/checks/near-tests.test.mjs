import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { nearTests } from './steps.mjs';

const folder = mkdtempSync(join(tmpdir(), 'wattershed-near-'));
afterAll(() => rmSync(folder, { recursive: true }));

const programs = {
  'kernel/price.ts': '',
  'kernel/price.test.ts': `import { price } from './price.ts';`,
  'kernel/price.db.test.ts': `import { price } from './price.ts';`,
  'subjects/bills/bill.ts': `export { price } from '#kernel/price.ts';`,
  'subjects/bills/bill.test.ts': `import { bill } from './bill.ts';`,
  'subjects/bills/page.tsx': `const bill = () => import('./bill.ts');`,
  'subjects/bills/page.test.tsx': `import { Page } from './page.tsx';`,
  'shell/other.test.ts': `import { test } from 'vitest';`,
};
for (const [path, text] of Object.entries(programs)) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
const near = (...changed) => nearTests(changed, Object.keys(programs), folder);

test('a fast check runs the nearest tests of a change first', () => {
  const bills = ['subjects/bills/bill.test.ts', 'subjects/bills/page.test.tsx'];
  expect(near('kernel/price.ts')).toEqual({ near: ['kernel/price.test.ts', ...bills], further: 0 });
  expect(near('subjects/bills/bill.ts')).toEqual({ near: bills, further: 0 });
});

test('of many the nearest are run, and the rest is counted', () => {
  const many = Array.from({ length: 40 }, (_, i) => `kernel/${i}.test.ts`);
  for (const path of many) writeFileSync(join(folder, path), `import './price.ts';`);
  const { near: run, further } = nearTests(['kernel/price.ts'], [...Object.keys(programs), ...many], folder);
  expect(run).toContain('kernel/price.test.ts');
  expect(run).not.toContain('subjects/bills/page.test.tsx');
  expect(run.length + further).toBe(43);
  expect(further).toBeGreaterThan(2);
});

test('a test that changed is run itself; what nothing imports has none', () => {
  expect(near('shell/other.test.ts').near).toEqual(['shell/other.test.ts']);
  expect(near('README.md')).toEqual({ near: [], further: 0 });
});
