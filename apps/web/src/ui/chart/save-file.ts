/** Hands a file made on this page to the browser's downloads. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers read it a moment after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
