// node scripts/testing/plant-language.mjs FOLDER: a copy of the project learns a language, as one would add it.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const planted = 'fr';

/** Each text says that it is the planted one; marks stay, and so does what its people say to us. */
function plant(value) {
  if (Array.isArray(value)) return value;
  if (typeof value === 'string') return `« ${value} »`;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plant(inner)]));
}

/** In a copy of the project: a folder of texts and an entry in the list, and nothing else. */
export function plantLanguage(folder) {
  const [english, own] = ['en', planted].map((language) => join(folder, 'locales', language));
  mkdirSync(own);
  for (const name of readdirSync(english)) {
    const texts = JSON.parse(readFileSync(join(english, name), 'utf8'));
    writeFileSync(join(own, name), JSON.stringify(plant(texts)));
  }
  const list = join(folder, 'locales/languages.json');
  const languages = JSON.parse(readFileSync(list, 'utf8'));
  languages[planted] = { name: 'Français', shortName: 'FR', script: 'latin', countries: ['FR'] };
  writeFileSync(list, JSON.stringify(languages));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) plantLanguage(process.argv[2]);
