// The shape of the house: what `npm run house` prints and refuses. Pure: files in, sentences out.
import { basename, dirname } from 'node:path';

export const sourceFolders = ['apps', 'catalogue', 'kernel', 'shell', 'simulator', 'subjects', 'supabase'];

const isTest = (path) =>
  /[.]test[.]|[.]spec[.]|(^|\/)(testing|e2e|e2e-identity|bench|scripts|tests)(\/|-|[.])/.test(path);
const isGenerated = (path) => path === 'supabase/tables/rows.ts';

/** What ships: TypeScript without tests, their support, benchmarks, scripts and generated files. */
export const isProduct = (path) => /[.]tsx?$/.test(path) && !isTest(path) && !isGenerated(path);

const limits = { lines: 400, alone: 40, folder: 30, median: [80, 160] };
/** What only grows: a migration is never changed once it is out. */
const manyFiles = /^(tariffs|locales|docs|supabase\/migrations)(\/|$)/;
const mayRepeat = new Set(['index.ts', 'contract.ts']);
/** Small files whose only importer lies beside them, and that stand by themselves because something else starts or lists them. */
const standAlone = /(^|\/)(main|cli|serve|[^/]*worker|vite[.]config|[^/]*[.]d)[.]tsx?$/;

/**
 * @param files every tracked file: `{ path, lines }`
 * @param edges who imports whom among our product files: `{ from, to, isLate }`, late where the import waits until it is asked for
 * @returns `totals` to print, and `faults`, a sentence each
 */
export function judgeShape(files, edges) {
  const product = files.filter(({ path }) => isProduct(path));
  const sizes = product.map(({ lines }) => lines).toSorted((a, b) => a - b);
  const median = sizes[Math.floor(sizes.length / 2)] ?? 0;
  const sum = (list) => list.reduce((total, { lines }) => total + lines, 0);
  const totals = {
    files: files.length,
    'product files': product.length,
    'lines of product TypeScript': sum(product),
    'lines of SQL': sum(files.filter(({ path }) => /^supabase\/(migrations|repeatable)\/.*[.]sql$/.test(path))),
    'median of a product file': median,
  };
  const faults = [
    ...(median < limits.median[0] || median > limits.median[1]
      ? [`the median of a product file is ${median} lines, not ${limits.median.join(' to ')}`]
      : []),
    ...product
      .filter(({ lines }) => lines > limits.lines)
      .map(({ path, lines }) => `${path} has ${lines} lines, more than ${limits.lines}`),
    ...fullFolders(files),
    ...besideTheirImporter(product, edges),
    ...repeatedNames(product),
    ...floorPlans(product),
  ];
  return { totals, faults };
}

/** Of `.dependency-cruiser.mjs`, which says each rule with its reason. */
export function brokenRules(violations) {
  return violations.map(({ rule, from, to }) => `${from} imports ${to}: ${rule.name}`);
}

function fullFolders(files) {
  const counts = groupBy(
    files.filter(({ path }) => !manyFiles.test(path)),
    ({ path }) => dirname(path),
  );
  return [...counts]
    .filter(([, inside]) => inside.length > limits.folder)
    .map(([folder, inside]) => `${folder} holds ${inside.length} files, more than ${limits.folder}`);
}

function besideTheirImporter(product, edges) {
  const importers = groupBy(
    edges.filter(({ from, to }) => from !== to),
    ({ to }) => to,
  );
  return product.flatMap(({ path, lines }) => {
    const edgesTo = importers.get(path) ?? [];
    // What is fetched later is an entry point.
    if (edgesTo.some(({ isLate }) => isLate)) return [];
    const from = new Set(edgesTo.map((edge) => edge.from));
    const [only] = from;
    const isBeside = from.size === 1 && dirname(only) === dirname(path);
    return lines < limits.alone && isBeside && !standAlone.test(path)
      ? [`${path} (${lines} lines) belongs to its only importer, ${basename(only)}`]
      : [];
  });
}

const subjectOf = (path) => /^subjects\/([^/]+)\//.exec(path)?.[1];

function repeatedNames(product) {
  const named = groupBy(
    product.filter(({ path }) => subjectOf(path) && !mayRepeat.has(basename(path))),
    ({ path }) => `${subjectOf(path)}: ${basename(path)}`,
  );
  return [...named.values()]
    .filter((same) => same.length > 1)
    .map((same) => `the same name within a subject: ${same.map(({ path }) => path).join(', ')}`);
}

const rooms = new Set(['domain', 'contract', 'service', 'web']);

function floorPlans(product) {
  return product.flatMap(({ path }) => {
    const [, subject, room] = path.split('/');
    if (!subjectOf(path) || rooms.has(room) || (subject === 'hardware' && room === 'sources')) return [];
    return [`${path} stands outside the floor plan of a subject (${[...rooms].join(', ')})`];
  });
}

// Node 20 has no Map.groupBy.
function groupBy(list, keyOf) {
  const groups = new Map();
  for (const item of list) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
