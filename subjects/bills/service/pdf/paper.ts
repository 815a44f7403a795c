/** A PDF that one would file: what is on it is headings, paragraphs and tables to a reading program too, in the order seen. */
import { openFonts, type PdfFonts, type Style } from './pdf-fonts.ts';

export const ink = {
  ink: '#17212b',
  soft: '#52606d',
  line: '#e4e0d6',
  leaf: '#14594a',
} as const;

export const margin = 54;

type Kind = 'H1' | 'H2' | 'P';

/** A text at the left margin, or at the right one where it is aligned so. */
interface Piece extends Style {
  readonly text: string;
  /** How far from the margin. */
  readonly indent?: number;
}

export const openPaper = async (title: string, language: string, createdMs: number) => {
  // With its fonts' program it takes 7 MB, and most homes print now and then: it comes with the first paper.
  const { default: PDFDocument } = await import('pdfkit');
  const doc: PDFKit.PDFDocument = new PDFDocument({
    size: 'A4',
    margin,
    // None of the library's own: ours are registered, and it would look for its files.
    font: '',
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

export type Paper = Awaited<ReturnType<typeof openPaper>>;

// A table on paper: real rows and cells for who listens to it or takes it into a spreadsheet.

export interface Column {
  /** What stands above it; one without is part of the column after it. */
  readonly title?: string;
  readonly width: number;
  readonly style?: Style;
  readonly titleColor?: string;
}

/** The first cell names the row. */
export interface Row {
  readonly cells: readonly string[];
  readonly weight?: 'strong';
  /** A line above it, as above totals. */
  readonly isRuled?: boolean;
}

/** What a table needs of the paper that it is on. */
interface TablePaper {
  readonly doc: PDFKit.PDFDocument;
  readonly fonts: PdfFonts;
  readonly root: PDFKit.PDFStructureElement;
  readonly left: number;
  readonly ink: { readonly ink: string; readonly soft: string; readonly line: string };
  roomFor(y: number, height: number): { y: number; isNew: boolean };
  rule(y: number, color?: string): void;
  artifact(draw: () => void): void;
}

const titleSize = 9;
const step = { title: 12, line: 12.5, row: 19 } as const;

interface CellPlace {
  readonly x: number;
  readonly style: Style;
}

interface Head extends CellPlace {
  readonly title: string;
  readonly span: number;
}

interface WithAttributes {
  dictionary: { data: { A?: unknown } };
}

const placesOf = ({ left }: TablePaper, columns: readonly Column[]): CellPlace[] => {
  let end = left;
  return columns.map(({ width, style = {} }) => {
    const start = end;
    end += width;
    return { x: style.align === 'right' ? end : start, style };
  });
};

const headsOf = (paper: TablePaper, columns: readonly Column[], places: readonly CellPlace[]): Head[] => {
  let span = 0;
  return columns.flatMap(({ title, titleColor = paper.ink.soft }, i) => {
    span += 1;
    const place = places[i];
    if (title === undefined || place === undefined) return [];
    const head = {
      title,
      span,
      x: place.x,
      style: { ...place.style, size: titleSize, weight: 'regular' as const, color: titleColor },
    };
    span = 0;
    return [head];
  });
};

/** Writes it from this baseline on, over as many pages as it takes; answers the baseline below it. */
const writeTable = (paper: TablePaper, columns: readonly Column[], rows: readonly Row[], baseline: number): number => {
  const { doc, fonts } = paper;
  const places = placesOf(paper, columns);
  const heads = headsOf(paper, columns, places);
  const table = doc.struct('Table');
  paper.root.add(table);

  const addRow = (): PDFKit.PDFStructureElement => {
    const row = doc.struct('TR');
    table.add(row);
    return row;
  };
  const addCell = (
    row: PDFKit.PDFStructureElement,
    draw: () => void,
    head?: { scope: 'Column' | 'Row'; span?: number },
  ): void => {
    const cell = doc.struct(head ? 'TH' : 'TD');
    // The library's own option knows no spans.
    if (head)
      (cell as unknown as WithAttributes).dictionary.data.A = { O: 'Table', Scope: head.scope, ColSpan: head.span };
    row.add(cell);
    cell.add(draw);
    cell.end();
  };

  const writeHeads = (y: number): void => {
    const row = addRow();
    for (const { title, x, style, span } of heads)
      addCell(row, () => fonts.write(title, x, y, style), { scope: 'Column', ...(span > 1 && { span }) });
    row.end();
  };
  /** On the next page they only show again what is known already. */
  const repeatHeads = (y: number): void =>
    paper.artifact(() => {
      for (const { title, x, style } of heads) fonts.write(title, x, y, style);
    });

  let y = baseline;
  writeHeads(y);
  paper.rule(y + 7);
  y += step.row;
  for (const { cells, weight, isRuled = false } of rows) {
    const texts = cells.map((text, i) => {
      const { width = 0, style = {} } = columns[i] ?? {};
      const own = { ...style, ...(weight && { weight }) };
      // A figure is never broken.
      return { lines: style.align === 'right' ? [text] : fonts.linesOf(text, width - 8, own), own };
    });
    const height = (Math.max(...texts.map(({ lines }) => lines.length)) - 1) * step.line;
    const room = paper.roomFor(y, height + step.row);
    y = room.y;
    if (room.isNew) {
      repeatHeads(y);
      paper.rule(y + 7);
      y += step.row;
    }
    if (isRuled) {
      paper.rule(y - 12, paper.ink.ink);
      y += 4;
    }
    const row = addRow();
    texts.forEach(({ lines, own }, i) => {
      const x = places[i]?.x ?? 0;
      const draw = () =>
        lines.forEach((line, n) => fonts.write(n < lines.length - 1 ? `${line} ` : line, x, y + n * step.line, own));
      addCell(row, draw, i === 0 ? { scope: 'Row' } : undefined);
    });
    row.end();
    y += height + step.row;
  }
  table.end();
  return y;
};
