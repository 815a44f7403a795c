/** Gives a file to the person, as a download of the browser. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The download has begun by then; without this the content stays in memory.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
