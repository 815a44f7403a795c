/** A field's text as it was typed; a file or a field that is not there is empty. */
export function fieldText(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
}
