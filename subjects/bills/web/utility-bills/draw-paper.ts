/** Draws a place of a PDF's page. Its library is a megabyte: it is fetched when somebody wants to see a place, and never before. */
import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
// oxlint-disable-next-line import/default -- made by the build, of what the name asks for
import PdfWorker from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?worker';
import type { PaperPlace } from '../../contract/paper-bill.ts';

let last: { readonly file: File; readonly document: Promise<PDFDocumentProxy> } | undefined;

/** The last one is kept open: one looks at several places of a paper. */
const openPaper = async (file: File): Promise<PDFDocumentProxy> => {
  if (last?.file !== file) {
    void last?.document.then((document) => document.loadingTask.destroy()).catch(() => undefined);
    GlobalWorkerOptions.workerPort ??= new PdfWorker();
    const data = new Uint8Array(await file.arrayBuffer());
    last = { file, document: getDocument({ data, useWasm: false, enableXfa: false, verbosity: 0 }).promise };
  }
  return last.document;
};

interface Region {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The place with what stands around it, in shares of the page; all of the page where nobody knows the place. */
const regionAround = (place: PaperPlace | null): Region => {
  if (place === null) return { x: 0, y: 0, width: 1, height: 1 };
  const { box } = place;
  const [width, height] = [Math.min(1, Math.max(0.55, box.width + 0.08)), Math.min(1, box.height + 0.08)];
  const within = (from: number, size: number): number => Math.min(1 - size, Math.max(0, from));
  // What an amount is for stands before it.
  const x = within(box.x + box.width + 0.04 - width, width);
  return { x, y: within(box.y + box.height / 2 - height / 2, height), width, height };
};

/** As wide as `widthPx` on the screen. */
export const drawPlace = async (
  file: File,
  place: PaperPlace | null,
  canvas: HTMLCanvasElement,
  widthPx: number,
): Promise<void> => {
  const document = await openPaper(file);
  const page = await document.getPage(place?.page ?? 1);
  const region = regionAround(place);
  const whole = page.getViewport({ scale: 1 });
  const scale = (widthPx * Math.min(3, window.devicePixelRatio || 1)) / (region.width * whole.width);
  const [pageWidth, pageHeight] = [whole.width * scale, whole.height * scale];
  canvas.width = Math.round(region.width * pageWidth);
  canvas.height = Math.round(region.height * pageHeight);
  const viewport = page.getViewport({ scale, offsetX: -region.x * pageWidth, offsetY: -region.y * pageHeight });
  await page.render({ canvas, viewport }).promise;
  if (place === null) return;
  const context = canvas.getContext('2d');
  if (context === null) return;
  const { x, y, width, height } = place.box;
  const room = 0.003 * pageWidth;
  context.lineWidth = Math.max(2, 0.002 * pageWidth);
  context.strokeStyle = '#1c7c54';
  context.strokeRect(
    (x - region.x) * pageWidth - room,
    (y - region.y) * pageHeight - room,
    width * pageWidth + 2 * room,
    height * pageHeight + 2 * room,
  );
};
