/** Words that sound alike, written alike: how people spell by ear. */
import { type InLanguages, type Language, ofLanguage } from '@wattershed/catalogue';

type Changes = readonly (readonly [RegExp, string])[];

const english: Changes = [
  [/ph/g, 'f'],
  [/^wh/, 'w'],
  [/ck|q/g, 'k'],
  [/c(?=[eiy])/g, 's'],
  [/c(?!h)/g, 'k'],
  [/z/g, 's'],
  [/ea|ee|ie|ei/g, 'i'],
];

const spanish: Changes = [
  [/qu(?=[ei])/g, 'k'],
  [/c(?=[ei])|z/g, 's'],
  [/c(?!h)/g, 'k'],
  [/g(?=[ei])/g, 'j'],
  [/gu(?=[ei])/g, 'g'],
  [/ll/g, 'y'],
  [/(?<!c)h/g, ''],
  [/[vw]/g, 'b'],
  [/i(?=[aeou])|(?<=[aeou])i/g, 'y'],
  [/x/g, 's'],
];

const latinHindi: Changes = [
  [/ee|ii|y$/g, 'i'],
  [/oo|uu/g, 'u'],
  [/w/g, 'v'],
  [/z/g, 'j'],
  [/q|ck/g, 'k'],
  [/x/g, 'ks'],
  [/ph/g, 'f'],
  [/(?<=[bcdgjkprst])h/g, ''],
  [/ai|ay/g, 'e'],
  [/au|aw/g, 'o'],
];

/** Long and short vowels, signs above and below, and consonants that many do not tell apart. */
const devanagari: Changes = [
  [/[नमङञण]्(?=[क-ह])|[ंँ़्ः]/g, ''],
  [/ी/g, 'ि'],
  [/ई/g, 'इ'],
  [/ू/g, 'ु'],
  [/ऊ/g, 'उ'],
  [/यि/g, 'इ'],
  [/ये/g, 'ए'],
  [/ै/g, 'े'],
  [/[ौॉ]/g, 'ो'],
  [/ण/g, 'न'],
  [/[शष]/g, 'स'],
  [/व/g, 'ब'],
  [/ढ/g, 'ड'],
];

const changes: Readonly<InLanguages<Changes>> = { en: english, es: spanish, hi: latinHindi };

export const soundOf = (word: string, language: Language): string => {
  const rules = /\p{Script=Devanagari}/u.test(word) ? devanagari : ofLanguage(changes, language);
  return rules.reduce((text, [from, to]) => text.replace(from, to), word).replace(/(.)\1+/gu, '$1');
};

/** "Wk", "mnth": as it is typed in haste. */
export const withoutVowels = (word: string): string => word.replace(/[aeiou]/g, '');
