// Which tests say soonest whether a change is right, without a database: those that import what changed, or what imports it.
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';
import { root } from '../launch/place.mjs';

/** From a test to what changed: itself, what it imports, and what that imports. */
const maxSteps = 2;
/** What a minute holds; page tests take the longest. */
const maxFiles = 16;
const needsDatabase = /[.]db[.]|^supabase\/tests\//;

/**
 * @param changed paths from `folder` of what changed
 * @param programs paths of all programs, tests among them
 * @returns the tests within reach, nearest first, and how many lie further away
 */
export function nearTests(changed, programs, folder = root) {
  const importers = importersOf(programs, folder);
  const steps = new Map(changed.map((path) => [path, 0]));
  // A map grows while it is walked: what is added is visited in its turn.
  for (const [path, taken] of steps)
    for (const importer of importers.get(path) ?? []) if (!steps.has(importer)) steps.set(importer, taken + 1);
  const tests = [...steps].filter(([path]) => /[.]test[.]/.test(path) && !needsDatabase.test(path));
  const near = tests.filter(([, taken]) => taken <= maxSteps).slice(0, maxFiles);
  return { near: near.map(([path]) => path), further: tests.length - near.length };
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
