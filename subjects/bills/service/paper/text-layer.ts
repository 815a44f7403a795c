/** The text of a PDF as it stands on its pages: rows from the top, each in pieces that a gap parts. Nothing is drawn. */
import type { PaperFault } from '../../contract/paper-bill.ts';

export const paperLimits = { pages: 30, pieces: 20_000 } as const;

export class PaperError extends Error {
  constructor(readonly fault: PaperFault) {
    super(fault);
  }
}

/** In points from the top left corner of its page. */
export interface Piece {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Row {
  /** From 1. */
  readonly page: number;
  readonly pieces: readonly Piece[];
}

export interface PageSize {
  readonly width: number;
  readonly height: number;
}

export interface TextLayer {
  readonly pages: readonly PageSize[];
  readonly rows: readonly Row[];
}

/** What is used of the library, whose own types speak of a browser. */
interface PdfPage {
  getViewport(options: { scale: number }): PageSize & { transform: number[] };
  getTextContent(): Promise<{ items: readonly PdfText[] }>;
  cleanup(): void;
}
interface PdfText {
  readonly str?: string;
  readonly transform: number[];
  readonly width: number;
  readonly height: number;
}
interface PdfDocument {
  readonly numPages: number;
  getPage(number: number): Promise<PdfPage>;
}
interface PdfLibrary {
  readonly getDocument: (options: object) => { promise: Promise<PdfDocument>; destroy(): Promise<void> };
}

/** All of it: the part that reads would else be loaded by the first paper, in the time that its reading is given. */
export const openLibrary = async (): Promise<PdfLibrary> => {
  const scope = globalThis as Record<string, unknown>;
  // It asks for these of a browser when it is loaded, and for nothing of them while it reads text.
  for (const name of ['DOMMatrix', 'ImageData', 'Path2D']) scope[name] ??= Object;
  // @ts-expect-error -- it has no types
  scope['pdfjsWorker'] ??= await import('pdfjs-dist/legacy/build/pdf.worker.mjs');
  return (await import('pdfjs-dist/legacy/build/pdf.mjs')) as unknown as PdfLibrary;
};

const faultOf = (error: unknown): PaperFault => {
  const name = error instanceof Error ? error.name : '';
  return name === 'PasswordException' ? 'locked' : 'broken';
};

type Matrix = readonly number[];
const at = (matrix: Matrix, i: number): number => matrix[i] ?? 0;

/** Text that runs up or down the page is no part of its rows. */
const isUpright = (text: Matrix, page: Matrix): boolean =>
  Math.abs(at(text, 0) * at(page, 0) + at(text, 1) * at(page, 2)) >=
  Math.abs(at(text, 0) * at(page, 1) + at(text, 1) * at(page, 3));

const placed = (text: PdfText, toPage: Matrix): Piece => {
  const [x, y] = [at(text.transform, 4), at(text.transform, 5)];
  const height = text.height || Math.hypot(at(text.transform, 2), at(text.transform, 3)) || 1;
  const left = at(toPage, 0) * x + at(toPage, 2) * y + at(toPage, 4);
  const base = at(toPage, 1) * x + at(toPage, 3) * y + at(toPage, 5);
  // What no font shows is no part of a word.
  const shown = (text.str ?? '').replace(/[\p{Cc}\p{Cf}\p{Co}\ufffd]/gu, '');
  return { text: shown, x: left, y: base - height, width: text.width, height };
};

/** Between letters of one word there is less, between columns more than between words. */
const wordGap = 0.15;
const columnGap = 0.85;

/** A day and a month at the end of one piece, their year at the beginning of the next: the text is spread over its line. */
const isDateBroken = (text: string, next: string): boolean =>
  /\d\.? ?\p{L}[\p{L}\p{M}.]+\s*$/u.test(text) && /^20\d\d(?!\d)/.test(next);

/** Arabic that is written in the shapes of its letters stands as it is seen, from the left: it becomes what is said; numbers stay. */
export const spoken = (text: string): string =>
  /[\ufb50-\ufdff\ufe70-\ufefc]/.test(text)
    ? Array.from(text.matchAll(/\d[\d.,/:-]*\d|\p{Nd}[\p{Nd}٫٬.,/:-]*\p{Nd}|[\s\S]/gu), ([one]) =>
        one.normalize('NFKC'),
      )
        .toReversed()
        .join('')
    : text;

const joined = (pieces: readonly Piece[]): Piece[] => {
  const cells: Piece[] = [];
  for (const piece of pieces) {
    const last = cells.at(-1);
    const gap = last ? piece.x - (last.x + last.width) : Infinity;
    const size = last ? Math.max(last.height, piece.height) : 1;
    if (!last || gap > (isDateBroken(last.text, piece.text) ? 4 : columnGap) * size) {
      cells.push(piece);
      continue;
    }
    const top = Math.min(last.y, piece.y);
    cells[cells.length - 1] = {
      text: `${last.text}${gap > wordGap * size && !/\s$/.test(last.text) ? ' ' : ''}${piece.text}`,
      x: last.x,
      y: top,
      width: Math.max(last.x + last.width, piece.x + piece.width) - last.x,
      height: Math.max(last.y + last.height, piece.y + piece.height) - top,
    };
  }
  return cells.map((cell) => ({
    ...cell,
    text: spoken(cell.text)
      .replace(/\s+/gu, ' ')
      .replace(/ (?=\p{M})|(?<=\p{L}[\u094d\u09cd\u0acd\u0a4d]) (?=\p{L})/gu, '')
      .trim(),
  }));
};

/** Pieces whose middles lie within half a letter of each other stand in one row. */
const rowsOf = (pieces: readonly Piece[], page: number): Row[] => {
  const rows: { middle: number; height: number; pieces: Piece[] }[] = [];
  const middleOf = ({ y, height }: Piece): number => y + height / 2;
  for (const piece of pieces.toSorted((a, b) => middleOf(a) - middleOf(b))) {
    const middle = middleOf(piece);
    const row = rows.at(-1);
    if (row && middle - row.middle < 0.45 * Math.min(row.height, piece.height)) row.pieces.push(piece);
    else rows.push({ middle, height: piece.height, pieces: [piece] });
  }
  return rows.map((row) => ({ page, pieces: joined(row.pieces.toSorted((a, b) => a.x - b.x)) }));
};

/** Throws a PaperError. */
export const readTextLayer = async (bytes: Uint8Array): Promise<TextLayer> => {
  const { getDocument } = await openLibrary();
  const task = getDocument({
    // It takes the bytes for itself.
    data: Uint8Array.from(bytes),
    verbosity: 0,
    isEvalSupported: false,
    useWasm: false,
    disableFontFace: true,
    enableXfa: false,
    stopAtErrors: false,
  });
  try {
    const document = await task.promise.catch((error: unknown) => {
      throw new PaperError(faultOf(error));
    });
    if (document.numPages > paperLimits.pages) throw new PaperError('long');
    const pages: PageSize[] = [];
    const rows: Row[] = [];
    let count = 0;
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      const { width, height, transform } = page.getViewport({ scale: 1 });
      const { items } = await page.getTextContent();
      const pieces = items
        .filter(({ str, transform: own }) => str !== undefined && str.trim() !== '' && isUpright(own, transform))
        .map((item) => placed(item, transform));
      count += pieces.length;
      if (count > paperLimits.pieces) throw new PaperError('long');
      pages.push({ width, height });
      rows.push(...rowsOf(pieces, number));
      page.cleanup();
    }
    if (rows.length === 0) throw new PaperError('picture');
    return { pages, rows };
  } catch (error) {
    throw error instanceof PaperError ? error : new PaperError(faultOf(error));
  } finally {
    await task.destroy();
  }
};
