/** The statements of a file of SQL, each with where it begins. Knows what our own files are written with: comments to the line's end, texts, names and bodies. */
export const statementsOf = (text: string): { statement: string; at: number }[] => {
  const found: { statement: string; at: number }[] = [];
  const token = /--[^\n]*|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$\w*\$)[\s\S]*?\1|;/g;
  let at = 0;
  const keep = (end: number): void => {
    const statement = text.slice(at, end);
    if (statement.replaceAll(/--[^\n]*/g, '').trim() !== '') found.push({ statement, at });
    at = end + 1;
  };
  for (const { 0: word, index } of text.matchAll(token)) if (word === ';') keep(index);
  keep(text.length);
  return found;
};
