// Which tests say soonest whether a change is right, without a database: those with the fewest imports between them and it.
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';
import { root } from '../launch/place.mjs';

/** What a minute holds, were all of them tests of pages. */
const maxFiles = 24;
const needsDatabase = /[.]db[.]|^supabase\/tests\//;

/**
 * @param changed paths from `folder` of what changed
 * @param programs paths of all programs, tests among them
 * @returns the tests within reach, nearest first, and how many lie further away
 */
export function nearTests(changed, programs, folder = root) {
  const importers = importersOf(programs, folder);
  // A set grows while it is walked: what is added is visited in its turn, after all that is nearer.
  const reached = new Set(changed);
  for (const path of reached) for (const importer of importers.get(path) ?? []) reached.add(importer);
  const tests = [...reached].filter((path) => /[.]test[.]/.test(path) && !needsDatabase.test(path));
  const near = tests.slice(0, maxFiles);
  return { near, further: tests.length - near.length };
}

function importersOf(programs, folder) {
  const importers = new Map();
  for (const path of programs) {
    const text = readFileSync(join(folder, path), 'utf8');
    for (const { fileName } of ts.preProcessFile(text, true, true).importedFiles) {
      const to = pathOf(fileName, path);
      if (to !== undefined) importers.set(to, [...(importers.get(to) ?? []), path]);
    }
  }
  return importers;
}

/** `#room/…` and `./…` name their file in full; all else is a package. */
function pathOf(named, from) {
  if (named.startsWith('#')) return named.slice(1);
  return named.startsWith('.') ? normalize(join(dirname(from), named)) : undefined;
}
