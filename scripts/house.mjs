// npm run house: the totals of the house, its rules of shape, and which way its rooms import. Fails on the rules, never on a total.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brokenRules, isProduct, judgeShape, sourceFolders } from './checks/shape.mjs';
import { binOf, root } from './launch/run.mjs';

const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8', maxBuffer: 1e8 });
const files = tracked
  .split('\0')
  .filter(Boolean)
  .map((path) => ({ path, lines: countLines(path) }));

function countLines(path) {
  return readFileSync(join(root, path), 'latin1').split('\n').length - 1;
}

// Its exit code counts errors; they are told below.
const { stdout } = spawnSync(
  process.execPath,
  [binOf('dependency-cruiser'), ...sourceFolders, '--config', '.dependency-cruiser.mjs', '--output-type', 'json'],
  { cwd: root, encoding: 'utf8', maxBuffer: 1e9, stdio: ['ignore', 'pipe', 'inherit'] },
);
const { modules, summary } = JSON.parse(stdout);
const edges = modules.flatMap(({ source, dependencies }) =>
  dependencies
    .filter(({ resolved }) => isProduct(source) && isProduct(resolved))
    .map(({ resolved, dynamic }) => ({ from: source, to: resolved, isLate: dynamic })),
);

const shape = judgeShape(files, edges);
const faults = [...shape.faults, ...brokenRules(summary.violations)];
for (const [name, value] of Object.entries(shape.totals)) console.log(`${String(value).padStart(8)}  ${name}`);
for (const fault of faults) console.log(fault);
console.log(faults.length === 0 ? 'The shape holds.' : `${faults.length} faults of shape`);
process.exitCode = faults.length === 0 ? 0 : 1;
