// Packages of the registry in the built service: nearly all are part of it, so that what is given out is few files, and of the lock file's very versions.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Made for one system each: npm brings the right one. */
export const forOneSystem = ['@node-rs/argon2'];
/** What a package uses where it happens to be there; we install it for development alone. */
export const besides = ['supports-color'];

const inPackage = /^(.*\bnode_modules\/(?:@[^/]+\/)?[^/]+)\//;
const foldersOf = (files) => [...new Set(files.flatMap((file) => inPackage.exec(file)?.[1] ?? []))];

/** Of what is bundled, packages that an installation without development lacks: there the same build would come out otherwise. */
export const strays = (lock, files) => foldersOf(files).filter((folder) => lock.packages[folder]?.dev !== undefined);

/** Files of packages that the built text names, such as fonts: they come along. */
export const filesNamed = (text) =>
  [...new Set(text.match(/(?<=["'`])@[\w-]+\/[\w-]+\/files\/[\w.-]+(?=["'`])/g))].toSorted();

/** What a package that is no module gives comes by name too where it is imported while the service runs, as from Node: esbuild gives all of it as one. */
export function withNames(text, names) {
  const given = names.filter((name) => name !== 'default' && /^[A-Za-z_$][\w$]*$/.test(name)).join(', ');
  const named = text.replace(
    /^export default (require_\w+\(\));\n$/m,
    (_, all) => `const $package = ${all};\nexport { $package as default };\nexport const { ${given} } = $package;\n`,
  );
  if (named === text) throw new Error('esbuild gives what a package exports in another way by now');
  return named;
}

const isLicence = /^(licen[cs]e|copying|notice)([.-]|$)/i;

/** Whose work is in it, and under which terms, by each package's own files. `files`: what of the packages is part of it. */
export function licencesOf(root, files) {
  const parts = foldersOf(files).map((folder) => licenceOf(join(root, folder)));
  return [...new Set(parts)].toSorted((a, b) => (a < b ? -1 : 1)).join('\n');
}

function licenceOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const texts = readdirSync(folder).filter((file) => isLicence.test(file));
  const told = texts.toSorted().map((file) => `${readFileSync(join(folder, file), 'utf8').trim()}\n`);
  return [`## ${name} - ${version}${license ? ` (${license})` : ''}\n`, ...told].join('\n');
}
