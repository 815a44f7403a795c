import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sql, Transaction } from '../../apps/service/src/platform/db.ts';
import type { Story } from './household-story.ts';
import { changes, type MatrixStage, openMatrix, quoted, type Verb, verbs } from './matrix-stage.ts';
import { type Line, lines, type Role, roles } from './role-matrix.ts';

let stage: MatrixStage;
let story: Story;
beforeAll(async () => {
  stage = await openMatrix();
  story = stage.story;
});
afterAll(() => stage.end());

class Undone extends Error {}

/** Whether it was done to at least one row; nothing of it stays. What is refused for another reason than a missing right fails the test. */
const isDone = async (
  role: Role,
  work: (sql: Sql | Transaction) => PromiseLike<{ count: number }>,
): Promise<boolean> => {
  let done = false;
  const attempt = async (sql: Transaction): Promise<void> => {
    done = (await work(sql)).count > 0;
    throw new Undone();
  };
  try {
    const person = stage.people.get(role);
    await (person ? person.does(attempt) : story.visitor.begin((sql) => attempt(sql)));
  } catch (error) {
    if (!(error instanceof Undone) && (error as { code?: string }).code !== '42501') throw error;
  }
  return done;
};

/** Tried in the database, as this role. */
const tryVerb = async (line: Line, role: Role, verb: Verb): Promise<boolean> => {
  const table = story.truth(quoted(line.table));
  const where = (sql: Sql | Transaction) => {
    const [target] = Object.entries(stage.targetOf(line));
    return target ? sql`where ${sql(target[0])} = ${target[1] as string}` : sql``;
  };
  const [column] = await stage.columnsOf(line.table);
  const change = changes[line.name];
  switch (verb) {
    case 'r':
      return isDone(role, (sql) => sql`select from ${table} ${where(sql)}`);
    case 'i': {
      const row = stage.another(line, role);
      return isDone(role, async (sql) => {
        if (!row) return sql`insert into ${table} default values`;
        // A policy is asked before it is seen that there is such a row already.
        await sql`insert into ${table} ${sql(row)} on conflict do nothing`;
        return { count: 1 };
      });
    }
    case 'u':
      return isDone(
        role,
        (sql) =>
          sql`update ${table} set ${change ? sql(change) : sql`${sql(column as string)} = ${sql(column as string)}`} ${where(sql)}`,
      );
    case 'd':
      return isDone(role, (sql) => sql`delete from ${table} ${where(sql)}`);
  }
};

const cell = async (line: Line, role: Role): Promise<string> => {
  const done: Verb[] = [];
  for (const verb of verbs) if (await tryVerb(line, role, verb)) done.push(verb);
  return done.join('');
};

test('C6.1 every table of the catalogue is in the matrix, with a row in the household', async () => {
  const tables = await story.truth<{ name: string }[]>`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`;
  const inMatrix = new Set(lines.map(({ table }) => table));
  expect(tables.map(({ name }) => name).filter((name) => !inMatrix.has(name))).toEqual([]);
  for (const table of inMatrix)
    expect([table, (await story.truth.unsafe(`select from ${quoted(table)}`)).count > 0]).toEqual([table, true]);
});

test.each(lines)('C6.1 C6.3 $name: each role does what the matrix says, and nothing else', async (line) => {
  const cells = await Promise.all(roles.map(async (role) => [role, await cell(line, role)]));
  expect(Object.fromEntries(cells)).toEqual(line.cells);
});
