/** Words by their sound: a language that has letters of its own is typed in Latin ones too, and each spells it its own way. */

export const isLatin = (text: string): boolean => !/[^\p{Script=Latin}\P{L}]/u.test(text);

/** How letters of both scripts sound, without their breath; vowels are written in too many ways to count. */
const sounds: readonly (readonly [RegExp, string])[] = [
  [/[^\p{L}\p{M}]+/gu, ' '],
  [/chh?|[चछ]/g, 'C'],
  [/[cq]|[कख]/g, 'k'],
  [/ph|फ/g, 'f'],
  [/(?<=[kgtdbjs])h/g, ''],
  [/[गघ]/g, 'g'],
  [/z|[जझ]/g, 'j'],
  [/[टठतथ]/g, 't'],
  [/[डढदध]/g, 'd'],
  [/ं(?=[पफबभ])|म/g, 'm'],
  [/[नणङञंँ]/g, 'n'],
  [/प/g, 'p'],
  [/[बभ]/g, 'b'],
  [/र/g, 'r'],
  [/ल/g, 'l'],
  [/w|व/g, 'v'],
  [/[शषस]/g, 's'],
  [/ह/g, 'h'],
  [/x/g, 'ks'],
  [/[aeiouy]|[^a-zC ]/g, ''],
  [/(\S)\1+/g, '$1'],
];

export const soundOf = (text: string): string =>
  sounds.reduce((so, [letters, sound]) => so.replace(letters, sound), text);

/** Of so few letters, an ending adds one at most. */
export const soundAlike = (one: string, other: string): boolean => {
  const [short = '', long = ''] = one.length < other.length ? [one, other] : [other, one];
  return long.startsWith(short) && long.length - short.length <= (short.length > 2 ? 1 : 0);
};
