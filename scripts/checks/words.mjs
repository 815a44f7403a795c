// Every fault of the words: catalogues that differ, texts left in English, terms that the glossary avoids, text in the markup; lists beside the catalogue's, addresses beside the contracts', names that say a retired word.
import { addressFaults, listFaults } from './closed-lists.mjs';
import { glossaryFaults, retiredFaults } from './glossary.mjs';
import { hardCodedTextOfWeb } from './hard-coded-text.mjs';
import { localeFaults, locales, untranslated } from './locales.mjs';

const faults = [
  ...localeFaults(locales),
  ...untranslated(locales),
  ...glossaryFaults(locales),
  ...listFaults(),
  ...addressFaults(),
  ...retiredFaults(),
  ...hardCodedTextOfWeb().map((fault) => `not from the catalogues: ${fault}`),
];
for (const fault of faults) console.log(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
