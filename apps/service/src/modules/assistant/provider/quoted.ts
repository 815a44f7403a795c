/** Data as the model reads it: words of the household stand in it as JSON, and can neither give orders nor end it. */

/** Controls, marks of direction and what nobody sees; joiners stay, Hindi is written with them. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]+/gu;

const cleaned = (text: string, longest: number): string => {
  const plain = text.replace(unseen, ' ');
  return plain.length > longest ? `${plain.slice(0, longest).replace(/[\ud800-\udbff]$/, '')}…` : plain;
};

/** `longest`: of each text in it. */
export const quoted = (data: unknown, longest: number): string =>
  JSON.stringify(data, (_, value: unknown) => (typeof value === 'string' ? cleaned(value, longest) : value)).replace(
    /[<>`]/g,
    (mark) => `\\u00${mark.charCodeAt(0).toString(16)}`,
  );
