/** What no database keeps and no parser should walk through: NUL, halves of characters, nesting beyond reason. Told at the door. */

const unkept = /\0|\p{Surrogate}/u;
const maxDepth = 100;

export const unkeptText = 'A text has a character that cannot be kept: NUL, or half of a character.';
export const tooDeep = `It is nested more than ${maxDepth} levels deep.`;

/** What is wrong with a parsed body, at any depth, in names too, and where, as `data.name: …`; null where nothing is. */
export const bodyFault = (body: unknown): string | null => {
  const waiting: [value: unknown, path: readonly string[]][] = [[body, []]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [value, path] = next;
    const told = (words: string): string => `${path.slice(0, 4).join('.') || 'value'}: ${words}`;
    if (typeof value === 'string' && unkept.test(value)) return told(unkeptText);
    if (typeof value !== 'object' || value === null) continue;
    if (path.length === maxDepth) return told(tooDeep);
    for (const [name, inner] of Object.entries(value)) {
      if (unkept.test(name)) return told(unkeptText);
      waiting.push([inner, [...path, name]]);
    }
  }
  return null;
};

/** More brackets open at once than a body may have, those within its texts counted too. */
const looksDeep = (raw: string): boolean => {
  let depth = 0;
  for (let at = 0; at < raw.length && depth <= maxDepth; at += 1) {
    const code = raw.charCodeAt(at);
    if (code === 91 || code === 123) depth += 1;
    else if (code === 93 || code === 125) depth -= 1;
  }
  return depth > maxDepth;
};

/** Whether a body, as it came, has to be walked through: JSON writes such a text by an escape, and most bodies escape nothing. */
export const maySayFault = (raw: string): boolean => raw.includes('\\u') || looksDeep(raw);

/** The same of an address, whose other half characters no decoder makes. */
export const addressFault = (url: string): string | null => (/%00/.test(url) ? unkeptText : null);
