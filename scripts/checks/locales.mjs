import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../launch/run.mjs';

export const locales = join(root, 'locales');

const pluralForms = ['zero', 'one', 'two', 'few', 'many', 'other'];
const pluralEnding = new RegExp(`^(.+?)(_ordinal)?_(${pluralForms.join('|')})$`);

/** Every fault of the languages in `folder` (<language>/<subject>.json) beside English. Empty when all is well. */
export function localeFaults(folder) {
  const english = readLanguage(folder, 'en');
  return languagesIn(folder).flatMap((language) => {
    const own = readLanguage(folder, language);
    return [
      ...nameFaults(english, own, language),
      ...textFaults(english, own, language),
      ...pluralFaults(english, own, language),
    ];
  });
}

/** Folders of languages. */
export const languagesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** A list is what people say to us, not what we say: its length and words are each language's own. */
const ofList = '…';

/** `namespace:dotted.key` → text. */
export function readLanguage(place, language) {
  const folder = join(place, language);
  const texts = new Map();
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
    const walk = (value, path) => {
      if (typeof value === 'string') texts.set(path, value);
      else if (Array.isArray(value)) texts.set(path, ofList);
      else
        for (const [key, inner] of Object.entries(value))
          walk(inner, path.endsWith(':') ? path + key : `${path}.${key}`);
    };
    walk(JSON.parse(readFileSync(join(folder, file), 'utf8')), `${file.slice(0, -5)}:`);
  }
  return texts;
}

// A plural is a key whose forms include `_other` and another form.
function pluralStems(texts) {
  const forms = new Map();
  for (const key of texts.keys()) {
    const [, name, ordinal = '', form] = pluralEnding.exec(key) ?? [];
    if (form) forms.set(name + ordinal, [...(forms.get(name + ordinal) ?? []), form]);
  }
  return new Map([...forms].filter(([, found]) => found.includes('other') && found.length > 1));
}

function stemOf(key, stems) {
  const [, name, ordinal = ''] = pluralEnding.exec(key) ?? [];
  return name && stems.has(name + ordinal) ? name + ordinal : key;
}

function nameFaults(english, own, language) {
  const stems = pluralStems(english);
  const wanted = new Set([...english.keys()].map((key) => stemOf(key, stems)));
  const present = new Set([...own.keys()].map((key) => stemOf(key, stems)));
  return [
    ...[...wanted].filter((key) => !present.has(key)).map((key) => `${language} lacks ${key}`),
    ...[...present].filter((key) => !wanted.has(key)).map((key) => `${language} has ${key}, which English has not`),
  ];
}

function textFaults(english, own, language) {
  const stems = pluralStems(english);
  return [...own].flatMap(([key, text]) => {
    if (text.trim() === '') return [`${language} has no text for ${key}`];
    const stem = stemOf(key, stems);
    const model = english.get(key) ?? english.get(`${stem}_other`);
    if (model === undefined) return [];
    // "one" may say the number in words.
    const ignored = stem === key || key.endsWith('_other') ? [] : ['{{count}}'];
    const [wanted, found] = [model, text].map((words) =>
      marksOf(words)
        .filter((mark) => !ignored.includes(mark))
        .join(' '),
    );
    return wanted === found ? [] : [`${language} ${key} has the marks "${found}", English "${wanted}"`];
  });
}

/** Placeholders `{{name}}`, nested keys `$t(…)` and tags `<1>`, as a sorted list. */
function marksOf(text) {
  const marks = [...text.matchAll(/\{\{-?\s*([\w.]+)[^}]*\}\}/g)].map(([, name]) => `{{${name}}}`);
  return [...new Set([...marks, ...(text.match(/\$t\([^)]*\)|<\/?[\w-]+\s*\/?>/g) ?? [])])].sort();
}

function pluralFaults(english, own, language) {
  return [...pluralStems(english).keys()].flatMap((stem) => {
    const type = stem.endsWith('_ordinal') ? 'ordinal' : 'cardinal';
    const { pluralCategories } = new Intl.PluralRules(language, { type }).resolvedOptions();
    const missing = pluralCategories.filter((form) => !own.has(`${stem}_${form}`));
    return missing.map((form) => `${language} lacks the plural form ${stem}_${form}`);
  });
}

/** Words that are written alike in the languages: names, units, codes. Anything else that equals English was forgotten. */
const sameEverywhere = new Set([
  'Wattershed',
  'MQTT',
  'MQTT (Tasmota, Shelly, Zigbee)',
  'Node',
  'Hindi',
  'Home Assistant',
  'HomeWizard',
  'InfluxDB',
  'Prometheus',
  'Webhook',
  // Names, and what Spanish borrows as it is.
  'ntfy',
  'Matrix',
  'Push',
  'Token',
  'Telegraf',
  'Terminal',
  'YOUR_TOKEN',
  '© {{year}} Wattershed',
]);

/** What people say, in whatever words; the others are what the product says. */
export const isHeard = (key) => /^(lexicon|sayings|feasts):/.test(key);

/** Placeholders, tags, code and short symbols say nothing about a language. */
function wordsOf(text) {
  return text
    .replace(/\{\{[^}]*\}\}|\$t\([^)]*\)|<[^>]*>|https?:\S+|`[^`]*`/g, ' ')
    .split(/[^\p{L}\p{M}]+/u)
    .filter((word) => word.length > 3);
}

/** Texts of `folder` that are the same in English and in another language. */
export function untranslated(folder, allowed = sameEverywhere) {
  const english = readLanguage(folder, 'en');
  const others = languagesIn(folder).filter((language) => language !== 'en');
  return others.flatMap((language) =>
    [...readLanguage(folder, language)]
      .filter(
        ([key, text]) => !isHeard(key) && text === english.get(key) && !allowed.has(text) && wordsOf(text).length > 0,
      )
      .map(([key, text]) => `${language} ${key} is still English: "${text}"`),
  );
}
