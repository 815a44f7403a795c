/** Trying what the matrix of roles says: as a role, on a row, in the database. */
import type { Sql, Transaction } from '#kernel/db.ts';
import { changes, type MatrixStage, quoted, type Verb, verbs } from './matrix-stage.ts';
import type { Line, Role } from './role-matrix.ts';

class Undone extends Error {}

/** Whether it was done to at least one row; nothing of it stays. What is refused for another reason than a missing right fails the test. */
const isDone = async (
  stage: MatrixStage,
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
    await (person ? person.does(attempt) : stage.story.visitor.begin((sql) => attempt(sql)));
  } catch (error) {
    if (!(error instanceof Undone) && (error as { code?: string }).code !== '42501') throw error;
  }
  return done;
};

/** Tried in the database, as this role. */
const tryVerb = async (stage: MatrixStage, line: Line, role: Role, verb: Verb): Promise<boolean> => {
  const table = stage.story.truth(quoted(line.table));
  const where = (sql: Sql | Transaction) => {
    const [target] = Object.entries(stage.targetOf(line));
    return target ? sql`where ${sql(target[0])} = ${target[1] as string}` : sql``;
  };
  const [column] = await stage.columnsOf(line.table);
  const change = changes[line.name];
  switch (verb) {
    case 'r':
      return isDone(stage, role, (sql) => sql`select from ${table} ${where(sql)}`);
    case 'i': {
      const row = stage.another(line, role);
      return isDone(stage, role, async (sql) => {
        if (!row) return sql`insert into ${table} default values`;
        // A policy is asked before it is seen that there is such a row already.
        await sql`insert into ${table} ${sql(row)} on conflict do nothing`;
        return { count: 1 };
      });
    }
    case 'u':
      return isDone(
        stage,
        role,
        (sql) =>
          sql`update ${table} set ${change ? sql(change) : sql`${sql(column as string)} = ${sql(column as string)}`} ${where(sql)}`,
      );
    case 'd':
      return isDone(stage, role, (sql) => sql`delete from ${table} ${where(sql)}`);
  }
};

/** What this role can do of it. */
export const cellOf = async (stage: MatrixStage, line: Line, role: Role): Promise<string> => {
  const done: Verb[] = [];
  for (const verb of verbs) if (await tryVerb(stage, line, role, verb)) done.push(verb);
  return done.join('');
};
