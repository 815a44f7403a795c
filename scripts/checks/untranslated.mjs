import { languagesIn, readLanguage } from './locales.mjs';

/** Words that are written alike in the languages: names, units, codes. Anything else that equals English was forgotten. */
const sameEverywhere = new Set([
  'Wattershed',
  'MQTT',
  'MQTT (Tasmota, Shelly, Zigbee)',
  'Node',
  'Hindi',
  'Home Assistant',
  'HomeWizard',
  'Telegraf',
  'Terminal',
  'YOUR_TOKEN',
  '© {{year}} Wattershed',
]);

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
      .filter(([key, text]) => text === english.get(key) && !allowed.has(text) && wordsOf(text).length > 0)
      .map(([key, text]) => `${language} ${key} is still English: "${text}"`),
  );
}
