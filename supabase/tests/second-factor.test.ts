/** Somebody who has a second factor and has not shown it: nobody, in every table and whatever their role. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readableBySignedIn, readableByVisitors } from './catalogue-faults.ts';
import type { Character } from './household-story.ts';
import { cellOf, type MatrixStage, openMatrix } from './matrix-stage.ts';
import { lines, type Role, roles } from './role-matrix.ts';
import { giveFactor, makeFactors } from '#apps/service/testing/seed.ts';

let stage: MatrixStage;
/** The same people with another claim in their tokens. */
const withLevel = (aal: string): MatrixStage => {
  const { database } = stage.story;
  const people = new Map<Role, Character>();
  for (const [role, one] of stage.people)
    people.set(role, { ...one, does: (work) => database.asUser({ sub: one.id, aal }, work) });
  return { ...stage, people };
};
const cellsOf = async (on: MatrixStage, line: (typeof lines)[number]) =>
  Object.fromEntries(await Promise.all(roles.map(async (role) => [role, await cellOf(on, line, role)] as const)));

beforeAll(async () => {
  stage = await openMatrix();
  await makeFactors(stage.story.truth);
  for (const { id } of stage.people.values()) await giveFactor(stage.story.truth, id, 'verified');
});
afterAll(() => stage.end());

describe('C6.1 with a second factor', () => {
  test.each(lines)('$name is closed until it is shown, and open then', async (line) => {
    const reading = (role: Role) =>
      readableByVisitors.includes(line.table)
        ? line.cells.visitor
        : readableBySignedIn.includes(line.table) && role !== 'visitor'
          ? 'r'
          : '';
    const closed = Object.fromEntries(roles.map((role) => [role, reading(role)]));
    for (const level of ['aal1', '']) expect(await cellsOf(withLevel(level), line)).toEqual(closed);
    expect(await cellsOf(withLevel('aal2'), line)).toEqual(line.cells);
  });

  test('that is not verified, or somebody else’s, everything is open', async () => {
    const { story } = stage;
    const eve = await story.person();
    const own = () => story.database.asUser({ sub: eve.id, aal: 'aal1' }, (sql) => sql`select from households`);
    expect((await own()).count).toBe(1);
    await giveFactor(story.truth, eve.id, 'unverified');
    expect((await own()).count).toBe(1);
    await giveFactor(story.truth, eve.id, 'verified');
    expect((await own()).count).toBe(0);
  });

  test('the administrator reads no draft of the help, and is told to be none', async () => {
    const { story } = stage;
    await story.truth`update faq_entries set is_published = false`;
    const as = (aal: string) =>
      story.database.asUser({ sub: stage.people.get('administrator')?.id as string, aal }, async (sql) => {
        const [row] = await sql<{ is: boolean }[]>`select private.is_administrator() as is`;
        return [row?.is, (await sql`select from faq_entries`).count > 0];
      });
    expect([await as('aal1'), await as('aal2')]).toEqual([
      [false, false],
      [true, true],
    ]);
    await story.truth`update faq_entries set is_published = true`;
  });

  test('a statement asks for it once, however many rows it reads', async () => {
    const { ada } = stage.story;
    await ada.does(async (sql) => {
      await sql`set local enable_seqscan = off`;
      for (const table of ['profiles', 'connected_devices', 'households']) {
        const plan = await sql.unsafe<{ 'QUERY PLAN': string }[]>(`explain select from ${table}`);
        expect(plan.map((row) => row['QUERY PLAN'].trim()).slice(1)).toEqual([
          expect.stringMatching(/^Index Cond: .*private\./),
        ]);
      }
    });
  });
});

describe('where factors cannot be read, nothing is', () => {
  /** Runs as the owner of the migrations; anon stands for one with fewer rights. */
  const asOwner = async (rights: string) => {
    const { truth, ada } = stage.story;
    const [row] = await truth<{ owner: string }[]>`
      select proowner::regrole::text as owner from pg_proc where oid = 'private.has_second_factor(uuid)'::regprocedure`;
    const owner = row?.owner as string;
    await truth.unsafe(`alter function private.has_second_factor(uuid) owner to anon;
      grant execute on function private.has_second_factor(uuid) to ${owner}; ${rights}`);
    try {
      await ada.does((sql) => sql`select from households`);
      return 'read';
    } catch (error) {
      return (error as Error).message;
    } finally {
      await truth.unsafe(`alter function private.has_second_factor(uuid) owner to ${owner};
        revoke all on auth.mfa_factors from anon; alter table auth.mfa_factors disable row level security`);
    }
  };
  test('without the privilege, and where policies would hide the rows', async () => {
    expect(await asOwner('alter table auth.mfa_factors disable row level security')).toBe(
      'permission denied for table mfa_factors',
    );
    expect(
      await asOwner('grant select on auth.mfa_factors to anon; alter table auth.mfa_factors enable row level security'),
    ).toBe('query would be affected by row-level security policy for table "mfa_factors"');
  });
});
