import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Story } from './household-story.ts';
import { cellOf, type MatrixStage, openMatrix, quoted } from './matrix-stage.ts';
import { lines, roles } from './role-matrix.ts';

let stage: MatrixStage;
let story: Story;
beforeAll(async () => {
  stage = await openMatrix();
  story = stage.story;
});
afterAll(() => stage.end());

test('C6.1 every table of the catalogue is in the matrix, with a row in the household', async () => {
  const tables = await story.truth<{ name: string }[]>`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`;
  const inMatrix = new Set(lines.map(({ table }) => table));
  expect(tables.map(({ name }) => name).filter((name) => !inMatrix.has(name))).toEqual([]);
  for (const table of inMatrix)
    expect([table, (await story.truth.unsafe(`select from ${quoted(table)}`)).count > 0]).toEqual([table, true]);
});

test.each(lines)('C6.1 C6.3 $name: each role does what the matrix says, and nothing else', async (line) => {
  const cells = await Promise.all(roles.map(async (role) => [role, await cellOf(stage, line, role)]));
  expect(Object.fromEntries(cells)).toEqual(line.cells);
});
