/** Papers for tests, as PDF files with a text layer. */
import PDFDocument from 'pdfkit';

/** Words at a place of the page, in points from its top left corner. */
export type Cell = readonly [x: number, y: number, words: string];

export const paperOf = async (
  cells: readonly Cell[],
  options: PDFKit.PDFDocumentOptions = {},
  pages = 1,
): Promise<Uint8Array> => {
  const document = new PDFDocument({ size: 'A4', ...options });
  const pieces: Buffer[] = [];
  document.on('data', (piece: Buffer) => pieces.push(piece));
  const done = new Promise((resolve) => document.on('end', resolve));
  document.fontSize(9);
  for (const [x, y, words] of cells) document.text(words, x, y, { lineBreak: false });
  for (let i = 1; i < pages; i += 1) document.addPage();
  document.end();
  await done;
  return Buffer.concat(pieces);
};
