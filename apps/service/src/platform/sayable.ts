/** What no database keeps and no parser should walk through: NUL, halves of characters, nesting beyond reason. Told at the door. */

const unkept = /\0|\p{Surrogate}/u;
const maxDepth = 100;

export const unkeptText = 'A text has a character that cannot be kept: NUL, or half of a character.';
export const tooDeep = `It is nested more than ${maxDepth} levels deep.`;

/** Words for what is wrong with a parsed body, at any depth, in names too; null where nothing is. */
export const bodyFault = (body: unknown): string | null => {
  const waiting: [value: unknown, depth: number][] = [[body, 0]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [value, depth] = next;
    if (typeof value === 'string' && unkept.test(value)) return unkeptText;
    if (typeof value !== 'object' || value === null) continue;
    if (depth === maxDepth) return tooDeep;
    for (const [name, inner] of Object.entries(value)) {
      if (unkept.test(name)) return unkeptText;
      waiting.push([inner, depth + 1]);
    }
  }
  return null;
};

/** The same of an address, whose other half characters no decoder makes. */
export const addressFault = (url: string): string | null => (/%00/.test(url) ? unkeptText : null);
