// An address of our interface stands in its contract only: everything else names it by the endpoint's value.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../launch/place.mjs';
import { productFiles } from './closed-lists.mjs';

const address = /\/api\/v\d/;
/** What other makers call their own addresses. */
const others = /^subjects\/hardware\/sources\/homewizard[.]/;
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
