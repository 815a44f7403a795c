// The catalogue's lists stand nowhere else: no union or array of utilities or languages, and no choice by a utility's name. (A language has rules of its own.)
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { root } from '../launch/run.mjs';

const product = ['apps', 'kernel', 'shell', 'simulator', 'subjects'];
const notProduct = /node_modules|[.]test[.]|\/testing/;

/** Members of `export const utilities = { … }`, and of the file of languages. */
export function membersOf(folder = root) {
  const text = readFileSync(join(folder, 'catalogue/utilities.ts'), 'utf8');
  const body = /export const utilities = \{\n([^]*?)\n\} as const/.exec(text)?.[1] ?? '';
  const utilities = [...body.matchAll(/^ {2}(\w+): \{$/gm)].map(([, name]) => name);
  const languages = Object.keys(JSON.parse(readFileSync(join(folder, 'locales/languages.json'), 'utf8')));
  if (utilities.length < 2 || languages.length < 2) throw new Error('the catalogue could not be read');
  return [utilities, languages];
}

const quoted = (members) => `['"](?:${members.join('|')})['"]`;
const union = (members) => [new RegExp(`${quoted(members)}\\s*\\|\\s*${quoted(members)}`), 'a union'];
const array = (members) => [new RegExp(`\\[\\s*${quoted(members)},\\s*${quoted(members)}`), 'an array'];
const choice = (members) => [new RegExp(`[!=]==\\s*${quoted(members)}`), 'a choice'];

export function listFaults(folder = root) {
  const [utilities, languages] = membersOf(folder);
  const patterns = [union(utilities), array(utilities), choice(utilities), union(languages), array(languages)];
  return productFiles(folder).flatMap((name) => {
    const lines = readFileSync(join(folder, name), 'utf8').split('\n');
    return lines.flatMap((line, at) =>
      patterns
        .filter(([pattern]) => pattern.test(line))
        .map(([, what]) => `${name}:${at + 1}: ${what} of the catalogue's`),
    );
  });
}

/** The product's own source, without tests and what supports them. */
function productFiles(folder = root) {
  return product.flatMap((place) =>
    filesBelow(join(folder, place)).map((file) => relative(folder, file).split(sep).join('/')),
  );
}

function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /[.]tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !notProduct.test(file.split(sep).join('/')));
}

// An address of our interface stands in its contract only: everything else names it by the endpoint's value.
const address = /\/api\/v\d/;
/** What other makers call their own addresses. */
const others = /^subjects\/hardware\/sources\/(?:homewizard|inverters\/iq-gateway)[.]/;
const contracts = /^subjects\/\w+\/contract\/|^catalogue\/(endpoint|description)[.]/;

export function addressFaults(folder = root) {
  const files = productFiles(folder);
  if (!files.some((name) => contracts.test(name) && hasAddress(folder, name)))
    throw new Error('the contracts could not be read');
  return files
    .filter((name) => !contracts.test(name) && !others.test(name))
    .flatMap((name) =>
      linesOf(folder, name).flatMap((line, at) =>
        address.test(line) ? [`${name}:${at + 1}: an address that stands in its contract`] : [],
      ),
    );
}

const linesOf = (folder, name) => readFileSync(join(folder, name), 'utf8').split('\n');
const hasAddress = (folder, name) => linesOf(folder, name).some((line) => address.test(line));
