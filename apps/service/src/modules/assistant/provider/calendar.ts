/** Dates, times and spans of the calendar as they are written in the three languages: numbers in them are no figures. */

const months =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|' +
  'ene(?:ro)?|feb(?:rero)?|mar(?:zo)?|abr(?:il)?|mayo|junio|julio|ago(?:sto)?|sept?(?:iembre)?|octubre|nov(?:iembre)?|dic(?:iembre)?|' +
  'जन(?:वरी)?|फ़र(?:वरी)?|फर(?:वरी)?|मार्च|अप्रैल|मई|जून|जुल(?:ाई)?|अग(?:स्त)?|सित(?:ंबर|म्बर)?|अक्तू(?:बर)?|अक्टू(?:बर)?|नव(?:ंबर|म्बर)?|दिस(?:ंबर|म्बर)?';
const month = `(?:${months})(?![\\p{L}\\p{M}])\\.?`;
const day = '(?<!\\d)\\d{1,2}(?:st|nd|rd|th|º|ª)?(?!\\d)';
const year = '(?:19|20)\\d{2}(?!\\d)';
const to = '\\s{0,3}(?:[–—-]|to|and|through|al?|y|से|और)\\s{0,3}';
const of = '\\s{0,3}(?:of\\s|de\\s|del\\s)?\\s{0,3}';
const spans =
  'days?|nights?|weeks?|months?|years?|días?|noches?|semanas?|mes(?:es)?|años?|दिन(?:ों)?|सप्ताह|हफ़्त[ेा]|हफ्त[ेा]|महीन(?:े|ा|ों)|साल|वर्ष';
const counted = 'tips?|steps?|ways?|things?|ideas?|consejos?|pasos?|formas?|cosas?|सुझाव|तरीक[ेा]|बातें|कदम';

const patterns = [
  `(?<!\\d)\\d{4}-\\d{2}(?:-\\d{2})?(?:[T ]\\d{2}:\\d{2}(?::\\d{2})?(?:\\.\\d+)?(?:Z|[+-]\\d{2}:?\\d{2})?)?(?!\\d)`,
  `(?<![\\d.,])\\d{1,2}([/.-])\\d{1,2}\\1(?:\\d{4}|\\d{2})(?![\\d.,]\\d)`,
  `(?<![\\d.,])\\d{1,2}/\\d{1,2}(?![\\d/])`,
  `(?<!\\d)\\d{1,2}[:h]\\d{2}(?::\\d{2})?(?!\\d)(?:\\s?[ap]\\.?m\\b\\.?)?`,
  `(?<!\\d)\\d{1,2}\\s?[ap]\\.?m(?![\\p{L}\\p{M}])\\.?`,
  `${day}(?:${to}${day})?${of}${month}(?:,?${of}${year})?`,
  `(?<![\\p{L}\\p{M}])${month}\\s{0,3}${day}(?:${to}${day})?(?:,?\\s{0,3}${year})?(?![.,]\\d)`,
  `(?<![\\p{L}\\p{M}])${month}${of}${year}`,
  `(?<![\\d.,])\\d{1,3}(?:st|nd|rd|th|º|ª|ᵃ|ᵒ|वां|वीं|वें|वाँ)(?![\\p{L}\\p{M}])`,
  `(?<![\\d.,])\\d{1,3}(?:${to}\\d{1,3})?[\\s-]?(?:${spans}|${counted})(?![\\p{L}\\p{M}])`,
];
const calendar = new RegExp(patterns.map((one) => `(?:${one.replaceAll('\\1', '[/.-]')})`).join('|'), 'giu');

/** Years by themselves: nothing is counted in them. */
export const isYear = (digits: string): boolean => /^20\d{2}$/.test(digits);

export const calendarSpans = (text: string): ReadonlyArray<readonly [number, number]> =>
  [...text.matchAll(calendar)].map(({ index, 0: found }) => [index, index + found.length]);
