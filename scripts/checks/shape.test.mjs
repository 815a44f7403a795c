import { expect, test } from 'vitest';
import { brokenRules, judgeShape } from './shape.mjs';

const linesOf = 100;
const file = (path, lines = linesOf) => ({ path, lines });
const sound = [
  file('subjects/usage/domain/days.ts'),
  file('subjects/usage/web/days-card.tsx', 120),
  file('subjects/bills/domain/price.ts', 90),
];
const faultsOf = (files, edges = []) => judgeShape([...sound, ...files], edges).faults;
const edge = (from, to, isLate = false) => ({ from, to, isLate });

test('a sound house has no fault', () => {
  expect(faultsOf([])).toEqual([]);
});

test.each([
  [
    'too small a median',
    [1, 2, 3, 4].map((n) => file(`kernel/small-${n}.ts`, 20)),
    'the median of a product file is 20 lines',
  ],
  [
    'too large a median',
    [1, 2, 3, 4].map((n) => file(`kernel/large-${n}.ts`, 300)),
    'the median of a product file is 300 lines',
  ],
  ['a file of 401 lines', [file('kernel/long.ts', 401)], 'kernel/long.ts has 401 lines, more than 400'],
  [
    'a folder of 31 files',
    Array.from({ length: 31 }, (_, n) => file(`kernel/full/f${n}.ts`)),
    'kernel/full holds 31 files, more than 30',
  ],
  [
    'a name twice in a subject',
    [file('subjects/bills/web/price.ts')],
    'the same name within a subject: subjects/bills/domain/price.ts, subjects/bills/web/price.ts',
  ],
  [
    'a room that no subject has',
    [file('subjects/bills/helpers/round.ts')],
    'subjects/bills/helpers/round.ts stands outside',
  ],
])('%s is told', (_what, files, fault) => {
  expect(faultsOf(files)).toEqual([expect.stringContaining(fault)]);
});

const small = file('subjects/usage/web/dot.tsx', 39);
const beside = edge('subjects/usage/web/days-card.tsx', small.path);

test('a small file beside its only importer is told', () => {
  expect(faultsOf([small], [beside])).toEqual([`${small.path} (39 lines) belongs to its only importer, days-card.tsx`]);
});

test.each([
  ['a second importer', small, [beside, edge('subjects/bills/domain/price.ts', small.path)]],
  ['an importer elsewhere', small, [edge('subjects/bills/domain/price.ts', small.path)]],
  ['40 lines', { ...small, lines: 40 }, [beside]],
  ['being fetched later', small, [{ ...beside, isLate: true }]],
  [
    'being a worker',
    file('subjects/usage/web/sum-worker.ts', 20),
    [edge('subjects/usage/web/days-card.tsx', 'subjects/usage/web/sum-worker.ts')],
  ],
])('%s lets a small file stand', (_why, given, edges) => {
  expect(faultsOf([given], edges)).toEqual([]);
});

test('tests, their support and what is generated are no product', () => {
  const others = ['kernel/a.test.ts', 'kernel/testing-a.ts', 'e2e/a.spec.ts', 'supabase/tables/rows.ts', 'bench/a.ts'];
  const { totals } = judgeShape([...sound, ...others.map((path) => file(path, 900))], []);
  expect(totals).toMatchObject({ files: 8, 'product files': 3, 'lines of product TypeScript': 310 });
});

test('an import against the rules is told with the rule; that each rule catches is shown in boundaries.test.mjs', () => {
  const violation = { rule: { name: 'kernel', severity: 'error' }, from: 'kernel/a.ts', to: 'subjects/b.ts' };
  expect(brokenRules([violation])).toEqual(['kernel/a.ts imports subjects/b.ts: kernel']);
});
