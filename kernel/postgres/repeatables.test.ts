import { expect, test } from 'vitest';
import { statementsOf } from './repeatables.ts';

test('a file is its statements, wherever a semicolon is none', () => {
  const text = `-- One; and
select ';' as "a;b", 'it''s;';
create function f() returns void language plpgsql as $$ begin perform 1; end $$;
do $do$ begin execute $$select 1;$$; end $do$;
-- The end;
`;
  const statements = statementsOf(text);
  expect(statements.map(({ statement }) => statement.trim().split('\n').at(-1))).toEqual([
    `select ';' as "a;b", 'it''s;'`,
    'create function f() returns void language plpgsql as $$ begin perform 1; end $$',
    'do $do$ begin execute $$select 1;$$; end $do$',
  ]);
  for (const { statement, at } of statements) expect(text.slice(at, at + statement.length)).toBe(statement);
});
