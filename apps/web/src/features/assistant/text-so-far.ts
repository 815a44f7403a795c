/** Markdown whose end is still to come, without the marks that are not closed yet: they would flicker as text. */
export function textSoFar(text: string): string {
  return closeBold(openLink(withoutOpenTable(text)));
}

/** `[12.4 kWh](/analyt` is `12.4 kWh` until the address is whole. */
function openLink(text: string): string {
  return text.replace(/\[([^\][\n]*)(\](\([^)\n]*)?)?$/, '$1');
}

function closeBold(text: string): string {
  const line = text.slice(text.lastIndexOf('\n') + 1);
  const marks = line.match(/\*\*/g)?.length ?? 0;
  if (marks % 2 === 1) return /\*\*\s*$/.test(text) ? text.replace(/\*\*\s*$/, '') : `${text.replace(/\*$/, '')}**`;
  return text.replace(/(?<!\*)\*$/, '');
}

/** A table is one when the line below its head is there. */
function withoutOpenTable(text: string): string {
  const start = text.lastIndexOf('\n\n') + 1;
  const block = text.slice(start).trimStart();
  if (!block.startsWith('|')) return text;
  const lines = block.split('\n');
  const isTable = /^[\s|:-]+$/.test(lines[1] ?? '') && lines.length > 2;
  if (!isTable) return text.slice(0, start);
  // The row that is being written has not all of its cells yet.
  return text.slice(0, text.lastIndexOf('\n'));
}
