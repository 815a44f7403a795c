/** Text as it is looked up: without case, marks and the many ways in which one letter can be written. */

export interface Token {
  /** As the lexicon has it. */
  readonly word: string;
  /** As it was typed. */
  readonly typed: string;
}

const devanagariZero = 0x0966;

/** Virama, vowel signs and the rest of Devanagari stay; accents and nuktas go. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u093c\u200b-\u200d]/g, '')
    .replace(/\u0901/g, '\u0902')
    .normalize('NFC')
    .toLowerCase()
    .replace(/(\p{L})\1{2,}/gu, '$1$1');

const maxTokens = 400;

/** Dates such as 2026-11-05 and 5/11/2026 are one token; so is the dash of `1-7`. */
const tokenPattern =
  /m3(?![\p{L}\d])|\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[/.]\d{1,2}[/.]\d{2,4}|\d{1,2}\/\d{1,2}(?!\d)|\d+|(?<=\d\s?)[-–—](?=\s?\d)|[\p{L}\p{M}]+/gu;

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u0966-\u096f]/g, (digit) => String(digit.charCodeAt(0) - devanagariZero))
    .replace(/['’`´]s(?!\p{L})/gu, '')
    .replace(/(?<=\p{L})['’`´](?=\p{L})/gu, '');

export const tokensOf = (text: string): Token[] =>
  (plain(text).match(tokenPattern) ?? []).slice(0, maxTokens).map((typed) => ({ word: fold(typed), typed }));
