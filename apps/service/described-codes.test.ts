/** What a route throws, and what the database's functions that it asks answer, is named by its endpoint. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCodes } from '#catalogue/error-codes.ts';
import { problemsOf } from '#kernel/http/answers.ts';
import { expect, test } from 'vitest';
import { endpointsByName } from './testing/all-endpoints.ts';

const root = join(import.meta.dirname, '../..');
const filesBelow = (folder: string, name: RegExp): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => name.test(path))
    .map((path) => readFileSync(join(root, folder, path), 'utf8'));

/** Its own name, what it calls, and the codes that it says: those of `raise` are caught before. */
const functions = new Map(
  filesBelow('supabase/repeatable', /[.]sql$/)
    .flatMap((text) => text.split(/(?=^create or replace function )/m).slice(1))
    .map((text) => {
      const [, name = ''] = /^create or replace function (?:private[.])?(\w+)/.exec(text) ?? [];
      const codes = [...text.matchAll(/'([a-z]+(?:-[a-z]+)*)'/g)].map(([, code = '']) => code);
      const asked = [...text.matchAll(/private[.](\w+)\(/g)].map(([, called = '']) => called);
      return [name, { codes: codes.filter((code) => code in errorCodes), asked }] as const;
    }),
);

/** Of a function, and of those that tell for it what is wrong. */
const codesOf = (name: string): string[] => {
  const { codes = [], asked = [] } = functions.get(name) ?? {};
  const others = asked.filter((one) => one !== name && /_fault$|^community_/.test(one));
  return [...codes, ...others.flatMap(codesOf)];
};

/** From `serve(endpoint, …` to what stands beside it. */
const routes = filesBelow('subjects', /^\w+\/service\/.*(?<![.]test)[.]ts$/).flatMap((text) =>
  text
    .split(/\bserve\((?=\w+, )/)
    .slice(1)
    .map((after) => {
      const [body = ''] = after.split(/\n {0,2}[^\s)}]/, 1);
      return { name: /^\w+/.exec(after)?.[0] ?? '', body };
    }),
);

const said = routes.flatMap(({ name, body }) => {
  const thrown = [...body.matchAll(/new ProblemError\('([a-z-]+)'/g)].map(([, code = '']) => code);
  const asked = [...body.matchAll(/private[.](\w+)\(/g)].flatMap(([, called = '']) => codesOf(called));
  return [...thrown, ...asked].map((code) => [name, code] as const);
});

test('every code is one that the endpoint names', () => {
  expect(routes.filter(({ name }) => endpointsByName.has(name)).length).toBeGreaterThan(70);
  expect(said.length).toBeGreaterThan(80);
  const untold = said.filter(([name, code]) => {
    const endpoint = endpointsByName.get(name);
    return endpoint && !(problemsOf(endpoint) as string[]).includes(code);
  });
  expect(untold).toEqual([]);
});
