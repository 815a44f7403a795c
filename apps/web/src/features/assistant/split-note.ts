/** A last paragraph all in italics says how sure the figures are: it stands small, below what they come from. */
export function splitNote(content: string): { text: string; note: string } {
  const at = content.lastIndexOf('\n\n');
  const last = content.slice(at + 2);
  const isNote = at > 0 && /^_[^_\n](?:.*[^\\\n])?_$/u.test(last);
  return isNote ? { text: content.slice(0, at), note: last } : { text: content, note: '' };
}
