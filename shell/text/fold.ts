/** Texts made comparable: without case, accents and marks, and for Hindi in either script. */

/** "Cañería" → "caneria"; Devanagari keeps its vowel signs and loses the dot below. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u093c\u200c\u200d]/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

/** Each Devanagari letter and sign with its sound; `a` and `e` inside a word are not kept, so their signs have none. */
const sounds = new Map(
  [
    'क:k ख:kh ग:g घ:gh ङ:n च:ch छ:ch ज:j झ:jh ञ:n ट:t ठ:th ड:d ढ:dh ण:n त:t थ:th द:d ध:dh न:n',
    'प:p फ:f ब:b भ:bh म:m य:y र:r ल:l व:v श:s ष:s स:s ह:h',
    'अ:a आ:a इ:i ई:i उ:u ऊ:u ऋ:ri ए:e ऐ:e ओ:o औ:o',
    'ा: ि:i ी:i ु:u ू:u ृ:ri े: ै: ो:o ौ:o ॅ: ॉ:o ं:n ँ:n ः:h ्:',
  ]
    .join(' ')
    .split(' ')
    .map((pair) => pair.split(':') as [letter: string, sound: string]),
);
const devanagari = /[\u0900-\u097f]/g;

/** How a word sounds, near enough to find "bijli" in बिजली and बिजली in "bijlee": no `a` or `e` inside, no long vowels. */
export function soundOf(folded: string): string {
  return folded.split(' ').map(soundOfWord).join(' ');
}

function soundOfWord(word: string): string {
  const latin = fromLatin(word.replace(devanagari, (letter) => sounds.get(letter) ?? letter));
  return (latin.slice(0, 1) + latin.slice(1).replace(/[ae]/g, '')).replace(/(.)\1+/g, '$1').replace(/m(?=[bp])/g, 'n');
}

const spellings: readonly [RegExp, string][] = [
  [/ee|ii/g, 'i'],
  [/oo|uu/g, 'u'],
  [/tch|chh/g, 'ch'],
  [/ph/g, 'f'],
  [/sh/g, 's'],
  [/w/g, 'v'],
  [/z/g, 'j'],
  [/q/g, 'k'],
  [/c(?!h)/g, 'k'],
  [/x/g, 'ks'],
];

function fromLatin(word: string): string {
  return spellings.reduce((text, [spelling, sound]) => text.replace(spelling, sound), word);
}
