/** A PDF that one would file: what is on it is headings, paragraphs and tables to a reading program too, in the order seen. */
import PDFDocument from 'pdfkit';
import { openFonts, type Style } from './pdf-fonts.ts';
import { type Column, type Row, writeTable } from './pdf-table.ts';

export const ink = {
  ink: '#17212b',
  soft: '#52606d',
  line: '#e4e0d6',
  leaf: '#14594a',
} as const;

export const margin = 54;

type Kind = 'H1' | 'H2' | 'P';

/** A text at the left margin, or at the right one where it is aligned so. */
export interface Piece extends Style {
  readonly text: string;
  /** How far from the margin. */
  readonly indent?: number;
}

export const openPaper = (title: string, language: string, createdMs: number) => {
  const doc = new PDFDocument({
    size: 'A4',
    margin,
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    lang: language,
    displayTitle: true,
    info: { Title: title, Creator: 'Wattershed', Producer: 'Wattershed', CreationDate: new Date(createdMs) },
  });
  const fonts = openFonts(doc);
  const root = doc.struct('Document');
  doc.addStructure(root);
  const right = doc.page.width - margin;
  const bottom = doc.page.height - margin;

  const add = (kind: Kind, draw: () => void): void => {
    const element = doc.struct(kind);
    root.add(element);
    element.add(draw);
    element.end();
  };
  /** What only decorates, or is on every page. */
  const artifact = (draw: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void => {
    doc.markContent('Artifact', { type });
    draw();
    doc.endMarkedContent();
  };
  const rule = (y: number, color: string = ink.line): void =>
    artifact(() => doc.moveTo(margin, y).lineTo(right, y).lineWidth(0.75).strokeColor(color).stroke());

  /** A new page where so much more does not fit; answers where to go on. */
  const roomFor = (y: number, height: number): { y: number; isNew: boolean } => {
    if (y + height <= bottom) return { y, isNew: false };
    doc.addPage();
    return { y: margin + 20, isNew: true };
  };

  return {
    doc,
    width: right - margin,
    canWrite: fonts.canWrite,
    /** Pieces on one baseline that are one heading, or one paragraph. */
    line: (kind: Kind, baseline: number, ...pieces: readonly Piece[]): void =>
      add(kind, () =>
        pieces.forEach(({ text, indent = 0, ...style }, i) => {
          const x = style.align === 'right' ? right - indent : margin + indent;
          fonts.write(i < pieces.length - 1 ? `${text} ` : text, x, baseline, style);
        }),
      ),
    /** Breaks at spaces; answers the baseline below the last line. */
    paragraph: (text: string, baseline: number, style: Style = {}): number => {
      const step = (style.size ?? 10) * 1.5;
      const lines = fonts.linesOf(text, right - margin, style);
      const { y } = roomFor(baseline, (lines.length - 1) * step);
      add('P', () =>
        lines.forEach((line, n) => fonts.write(n < lines.length - 1 ? `${line} ` : line, margin, y + n * step, style)),
      );
      return y + lines.length * step;
    },
    /** Answers the baseline below it. */
    table: (columns: readonly Column[], rows: readonly Row[], baseline: number): number =>
      writeTable({ doc, fonts, root, left: margin, ink, roomFor, rule, artifact }, columns, rows, baseline),
    rule,
    /** A small square of colour on the baseline, at the left margin. */
    swatch: (baseline: number, color: string): void => artifact(() => doc.rect(margin, baseline - 9, 9, 9).fill(color)),
    roomFor: (y: number, height: number): number => roomFor(y, height).y,
    /** At the foot of every page, once all are written. */
    finish: (foot: (page: number, pages: number) => string): NodeJS.ReadableStream => {
      root.end();
      const { start, count } = doc.bufferedPageRange();
      for (let page = 0; page < count; page += 1) {
        doc.switchToPage(start + page);
        // Below the margin, where the library would begin another page.
        doc.page.margins.bottom = 0;
        const text = foot(page + 1, count);
        artifact(() => fonts.write(text, margin, doc.page.height - 30, { size: 8.5, color: ink.soft }), 'Pagination');
      }
      doc.end();
      return doc;
    },
  };
};

export type Paper = ReturnType<typeof openPaper>;
