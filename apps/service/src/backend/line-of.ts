/** Where PostgreSQL found a fault in a text; nothing where it does not say. */
export function lineOf(text: string, position: string | undefined): string {
  return position ? ` at line ${text.slice(0, Number(position)).split('\n').length}` : '';
}
