import { SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LiteSite, openLiteSite } from '#subjects/identity/service/embedded/testing-lite.ts';
import { changes, type MatrixStage, openMatrix, quoted, type Verb, verbs } from '../matrix-stage.ts';
import { type Line, lines, type Role, roles } from '../role-matrix.ts';

/** The same database behind the service's login and behind the browser's table API. */
let site: LiteSite;
let stage: MatrixStage;
const tokens = new Map<Role, string>();
beforeAll(async () => {
  site = await openLiteSite();
  stage = await openMatrix(site.database);
  const secret = new TextEncoder().encode(site.database.jwtSecret);
  for (const [role, { id }] of stage.people) {
    const jwt = new SignJWT({ role: 'authenticated' }).setProtectedHeader({ alg: 'HS256' }).setSubject(id);
    tokens.set(role, await jwt.setExpirationTime('1h').sign(secret));
  }
});
afterAll(async () => {
  await stage.end();
  await site.stop();
});

/** `done` with at least a row, `nothing`, or the code of the refusal. */
const ask = async (role: Role, line: Line, verb: Verb): Promise<string> => {
  const [column = ''] = await stage.columnsOf(line.table);
  const query = new URLSearchParams(verb === 'i' ? {} : { select: column });
  for (const [name, value] of Object.entries(stage.targetOf(line)))
    if (verb !== 'i') query.set(name, `eq.${value as string}`);
  const [kept] = await stage.story.truth.unsafe(`select ${column} as it from ${quoted(line.table)} limit 1`);
  const same = { [column]: kept?.['it'] };
  const bodies = {
    r: undefined,
    i: stage.another(line, role) ?? same,
    u: changes[line.name] ?? same,
    d: undefined,
  };
  const answer = await fetch(`${site.origin}/rest/v1/${line.table}?${query.toString()}`, {
    method: { r: 'GET', i: 'POST', u: 'PATCH', d: 'DELETE' }[verb],
    headers: {
      apikey: site.database.anonKey,
      authorization: `Bearer ${tokens.get(role) ?? site.database.anonKey}`,
      'content-type': 'application/json',
      prefer: 'return=representation',
    },
    ...(bodies[verb] && { body: JSON.stringify(bodies[verb]) }),
  });
  const said = (await answer.json()) as unknown[] | { code: string };
  if (!Array.isArray(said)) return said.code;
  return said.length > 0 ? 'done' : 'nothing';
};

const contents = async (): Promise<string[]> => {
  const tables = [...new Set(lines.map(({ table }) => quoted(table)))];
  const rows = await Promise.all(
    tables.map((name) =>
      stage.story.truth.unsafe(
        `select '${name} ' || coalesce(string_agg(t::text, ' ' order by t::text), '') as all from ${name} t`,
      ),
    ),
  );
  return rows.map(([row]) => row?.['all'] as string);
};

/** Reading is tried by all; of what may not be done every third. */
const tried = lines
  .filter(({ table }) => table !== 'storage.objects')
  .map((line, row) => ({
    line,
    cells: roles.flatMap((role, column) =>
      verbs
        .map((verb) => ({ role, verb, isAllowed: line.cells[role].includes(verb) }))
        .filter(({ verb, isAllowed }, place) => verb === 'r' || (!isAllowed && (row + column + place) % 3 === 0)),
    ),
  }));

test('C6.1 C6.3 the table API gives each role what the matrix says, and changes nothing that it forbids', {
  timeout: 120_000,
}, async () => {
  const before = await contents();
  const wrong: string[] = [];
  for (const { line, cells } of tried)
    await Promise.all(
      cells.map(async ({ role, verb, isAllowed }) => {
        const outcome = await ask(role, line, verb);
        const isRight = isAllowed ? outcome === 'done' : ['nothing', '42501'].includes(outcome);
        if (!isRight) wrong.push(`${line.name} ${role} ${verb}: ${outcome}`);
      }),
    );
  expect(wrong).toEqual([]);
  expect(await contents()).toEqual(before);
  expect(tried.flatMap(({ cells }) => cells).length).toBeGreaterThan(900);
});
