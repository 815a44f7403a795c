/** What stands together on a page: a row of a table, or a sentence that runs over several rows; with its figures. */
import type { PageSize, Piece, Row, TextLayer } from './text-layer.ts';
import { datesOf, type Figure, figuresOf, type FoundDate, monthsOf, type Notation, unitAt } from './figures.ts';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface PlacedFigure extends Figure {
  readonly box: Box;
  /** Where it begins in the text of its segment. */
  readonly at: number;
}

export interface Segment {
  readonly page: number;
  readonly text: string;
  readonly box: Box;
  readonly figures: readonly PlacedFigure[];
  readonly dates: readonly FoundDate[];
  /** The middles of those that it names with their year. */
  readonly months: readonly string[];
  /** A sentence may tell several charges; a row tells one. */
  readonly isSentence: boolean;
}

export const around = (boxes: readonly Box[]): Box => {
  const [x, y] = [Math.min(...boxes.map((one) => one.x)), Math.min(...boxes.map((one) => one.y))];
  const [right, bottom] = [
    Math.max(...boxes.map((one) => one.x + one.width)),
    Math.max(...boxes.map((one) => one.y + one.height)),
  ];
  return { x, y, width: right - x, height: bottom - y };
};

export const shareOf = (box: Box, { width, height }: PageSize): Box => {
  const within = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 10_000) / 10_000;
  const [x, y] = [within(box.x / width), within(box.y / height)];
  return {
    x,
    y,
    width: within(Math.min(box.width / width, 1 - x)),
    height: within(Math.min(box.height / height, 1 - y)),
  };
};

const wordsIn = (text: string): number => text.match(/\p{L}[\p{L}\p{M}]+/gu)?.length ?? 0;
/** Letters are of the same width each, as far as it matters for a picture of the place. */
const partOf = ({ text, x, y, width, height }: Piece, start: number, end: number): Box => ({
  x: x + (width * start) / text.length,
  y,
  width: (width * (end - start)) / text.length,
  height,
});

/** No number goes on behind it, while a unit or a currency may stand in a column of its own. */
const columnMark = '\u2003';

/** `(0,097 + 0,118) €/kWh` is one price. */
const withSums = (figures: readonly Figure[], text: string, notation: Notation): Figure[] => {
  const out: Figure[] = [];
  for (let i = 0; i < figures.length; i += 1) {
    const [one, other] = [figures[i] as Figure, figures[i + 1]];
    const isSum =
      other !== undefined &&
      /\(\s*$/.test(text.slice(0, one.start)) &&
      /^\s*\+\s*$/.test(text.slice(one.end, other.start)) &&
      /^\s*\)/.test(text.slice(other.end));
    if (!isSum) {
      out.push(one);
      continue;
    }
    const sum = (one.value + other.value).toFixed(Math.max(one.decimals, other.decimals));
    const rest = text.slice(other.end).replace(/^\s*\)/, '');
    const [read] = figuresOf(`${sum.replace('.', notation.mark)}${rest}`, notation);
    out.push({ ...other, ...read, text: sum, value: Number(sum), start: one.start, end: other.end });
    i += 1;
  }
  return out;
};

const saidIn = (text: string, notation: Notation): Pick<Segment, 'text' | 'dates' | 'months'> => ({
  text,
  dates: datesOf(text, notation),
  months: monthsOf(text, notation),
});
const segmentOf = (page: number, pieces: readonly Piece[], notation: Notation): Segment => {
  const text = pieces.map((piece) => piece.text).join(columnMark);
  const starts: number[] = [];
  pieces.reduce((start, piece) => (starts.push(start), start + piece.text.length + 1), 0);
  const figures = withSums(figuresOf(text, notation), text, notation).map((figure) => {
    const i = starts.findLastIndex((start) => start <= figure.start);
    const [piece, start] = [pieces[i] as Piece, starts[i] ?? 0];
    const end = Math.min(piece.text.length, figure.end - start);
    return { ...figure, box: partOf(piece, figure.start - start, end), at: figure.start };
  });
  const plain = text.replaceAll(columnMark, ' ');
  return { page, ...saidIn(plain, notation), box: around(pieces), figures, isSentence: false };
};

/** What may be an amount of a paper. */
export type IsMoney = (one: Figure) => boolean;
const isPlain = ({ per, unit, isPercent, isMinor }: Figure): boolean =>
  per === undefined && unit === undefined && !isPercent && !isMinor;
export const wholeMoney: IsMoney = (one) =>
  isPlain(one) && one.value !== 0 && (one.decimals === 0 || (one.isMoney && one.decimals <= 2));
const brokenMoney: IsMoney = (one) => isPlain(one) && (one.decimals === 2 || (one.isMoney && one.decimals < 2));
/** With hundredths, or whole where most of its money is told without. */
export const moneyOf = (figures: readonly Figure[]): IsMoney => {
  const count = (isOf: IsMoney): number => figures.filter((one) => isPlain(one) && isOf(one)).length;
  const [broken, whole] = [2, 0].map((digits) => count((one) => one.isMoney && one.decimals === digits)) as [
    number,
    number,
  ];
  return count(({ decimals }) => decimals === 2) >= 3 && whole <= 2 + 2 * broken ? brokenMoney : wholeMoney;
};

/** Amounts that stand beneath each other. */
export interface Column {
  readonly figures: readonly PlacedFigure[];
  /** Of the sum of most parts that stands in it; 0 where nothing sums. */
  readonly parts: number;
}
export type Columns = ReadonlyMap<PlacedFigure, Column>;

// Rows.

const isText = ({ text }: Piece): boolean => /^\P{N}*\p{L}[\p{L}\p{M}]{2,}/u.test(text) && wordsIn(text) > 0;
/** A word that goes on with what stands before it: a price for each, or a unit, but where that begins a name (`Day units`). */
const isGoingOn = (text: string, notation: Notation): boolean => {
  if (/^(?:x|×|kwh|kw|por|at|av|von|je|à|per|€|eur|cr)(?!\p{L})/iu.test(text)) return true;
  const unit = unitAt(text, notation);
  return unit !== undefined && !/^ \p{L}{3}/u.test(text.slice(unit.length));
};
type IsPiece = (piece: Piece) => boolean;
const gapBefore = (pieces: readonly Piece[], i: number): number => {
  const [piece, last] = [pieces[i] as Piece, pieces[i - 1]];
  return last ? (piece.x - last.x - last.width) / Math.max(1, piece.height) : 0;
};

/** Left edges where, in two rows or more of a page, a text begins behind a text and its amount: a second list stands beside the first. */
const edgesOf = (
  rows: readonly Row[],
  amountsIn: IsPiece,
  isBegin: IsPiece,
): ((page: number, x: number) => boolean) => {
  const edges: { page: number; x: number }[] = [];
  for (const { page, pieces } of rows)
    pieces.forEach((piece, i) => {
      const before = pieces.slice(0, i);
      if (isBegin(piece) && gapBefore(pieces, i) > 1.5 && before.some(isText) && before.some(amountsIn))
        edges.push({ page, x: piece.x });
    });
  return (page, x) => edges.filter((one) => one.page === page && Math.abs(one.x - x) < 2).length > 1;
};

/** Two lists side by side: where a new text begins behind an amount, and has an amount of its own; or at the edge of a second list. */
const splitRow = (
  { page, pieces }: Row,
  amountsIn: IsPiece,
  isBegin: IsPiece,
  isEdge: ReturnType<typeof edgesOf>,
): Piece[][] => {
  const parts: Piece[][] = [];
  let current: Piece[] = [];
  pieces.forEach((piece, i) => {
    const isBegun = current.some(isText);
    const isApart = isBegin(piece) && gapBefore(pieces, i) > 1.5;
    const isNewList = isBegun && current.some(amountsIn) && pieces.slice(i).some(amountsIn);
    if (isApart && (isNewList || (current.length > 0 && isEdge(page, piece.x)))) {
      parts.push(current);
      current = [];
    }
    current.push(piece);
  });
  return current.length > 0 ? [...parts, current] : parts;
};

// Running text.

const minWords = 4;
interface Flow {
  readonly page: number;
  readonly pieces: Piece[];
}

/** Text that goes on below: the same left edge and size, the next line, in a column of sentences. */
const flowsOf = (rows: readonly Row[], notation: Notation, isMoney: IsMoney): { flows: Flow[]; taken: Set<Piece> } => {
  const flows: Flow[] = [];
  const taken = new Set<Piece>();
  const open: Flow[] = [];
  for (const { page, pieces } of rows)
    pieces.forEach((piece, i) => {
      const next = pieces[i + 1];
      const isBesideNumber = next !== undefined && /^[^\p{L}]*\d/u.test(next.text) && wordsIn(next.text) < minWords;
      const isBehindAmount = i > 0 && /^[^\p{L}]*\d[^\p{L}]*$/u.test(pieces[i - 1]?.text ?? '');
      if (isBesideNumber || isBehindAmount) return;
      const before = open.findLast((flow) => {
        const last = flow.pieces.at(-1) as Piece;
        const step = piece.y + piece.height - last.y - last.height;
        return (
          flow.page === page &&
          Math.abs(last.x - piece.x) < 0.35 * piece.height &&
          step > 0 &&
          step < 2 * piece.height &&
          Math.abs(last.height - piece.height) < 0.2 * piece.height &&
          // A line that ends early ends its paragraph.
          wordsIn(last.text) + (last.text.match(/\d+/g)?.length ?? 0) >= minWords &&
          last.width > 0.55 * Math.max(...flow.pieces.map(({ width }) => width))
        );
      });
      if (before) before.pieces.push(piece);
      else if (wordsIn(piece.text) >= minWords) {
        const flow = { page, pieces: [piece] };
        flows.push(flow);
        open.push(flow);
      }
    });
  const told = flows.filter(({ pieces }) => {
    const text = pieces.map((one) => one.text).join(' ');
    const amounts = figuresOf(text, notation).filter(isMoney).length;
    return pieces.length > 1 ? wordsIn(text) >= 8 : amounts > 0 && wordsIn(text) >= 6;
  });
  for (const { pieces } of told) for (const piece of pieces) taken.add(piece);
  return { flows: told, taken };
};

/** Where one sentence ends and the next begins; a number, a date or a short form does not end one. */
const sentenceEnd = /(?<=[^\s.\d]{3}[.!?]|\d[\d.,'’]{2}[.!?]|\d[!?]|[;।])\s+(?=[\p{Lu}\p{Lo}¿¡\d€£$₹])/gu;

/** What a sentence without an amount says, a price or a quantity, belongs to the amount of the next. */
const joinedSentences = (whole: string, notation: Notation, isMoney: IsMoney): string[] => {
  const ends = [...whole.matchAll(sentenceEnd)].map(({ index, 0: gap }) => [index, index + gap.length]);
  const joined: string[] = [];
  let from = 0;
  for (const [end = 0, next = 0] of [...ends, [whole.length, whole.length]]) {
    const part = whole.slice(from, end);
    const figures = figuresOf(part, notation);
    const isNamed = part.length < 70 && figures.length === 0;
    const isCounted = figures.some((one) => one.unit !== undefined || one.per !== undefined);
    const isOpen = (isNamed || isCounted) && !figures.some(isMoney);
    if (isOpen && part.length < 200 && next < whole.length) continue;
    joined.push(part);
    from = next;
  }
  return joined;
};

const sentencesOf = ({ page, pieces }: Flow, notation: Notation, isMoney: IsMoney): Segment[] => {
  // Sentences of the whole text, and of each the pieces (or parts of them) that it runs over.
  const whole = pieces.map((one) => one.text).join(' ');
  const sentences = joinedSentences(whole, notation, isMoney);
  const segments: Segment[] = [];
  let at = 0;
  for (const sentence of sentences) {
    const begin = whole.indexOf(sentence, at);
    at = begin + sentence.length;
    const boxes: { start: number; end: number; piece: Piece }[] = [];
    let offset = 0;
    for (const piece of pieces) {
      boxes.push({ start: offset, end: offset + piece.text.length, piece });
      offset += piece.text.length + 1;
    }
    const placeOf = (start: number, end: number): Box => {
      const within = boxes.filter((one) => one.start < end && one.end > start);
      return around(
        within.map((one) =>
          partOf(one.piece, Math.max(0, start - one.start), Math.min(one.piece.text.length, end - one.start)),
        ),
      );
    };
    const figures = figuresOf(sentence, notation).map((figure) => ({
      ...figure,
      box: placeOf(begin + figure.start, begin + figure.end),
      at: figure.start,
    }));
    segments.push({ page, ...saidIn(sentence, notation), box: placeOf(begin, at), figures, isSentence: true });
  }
  return segments;
};

interface Ordered {
  readonly segment: Segment;
  /** Where its list begins, and which of those side by side it is of. */
  readonly top: number;
  readonly side: number;
}

/** Two lists side by side are read one after the other. */
const inLists = (rows: readonly (readonly Segment[])[]): Ordered[] => {
  const out: Ordered[] = [];
  let open: { page: number; at: number; top: number; bottom: number } | null = null;
  for (const parts of rows) {
    const [first, second] = parts;
    if (!first) continue;
    const y = first.box.y + first.box.height;
    const isBelow = open !== null && open.page === first.page && y - open.bottom < 40;
    if (second && parts.length === 2) {
      const at = second.box.x;
      if (!(open && isBelow && Math.abs(open.at - at) < 25)) open = { page: first.page, at, top: y, bottom: y };
    } else if (!(open && isBelow && (first.box.x >= open.at - 5 || first.box.x + first.box.width < open.at)))
      open = null;
    if (open) open.bottom = y;
    const { top = y, at = Number.POSITIVE_INFINITY } = open ?? {};
    for (const segment of parts) out.push({ segment, top, side: segment.box.x >= at - 5 ? 1 : 0 });
  }
  return out;
};

/** All that stands on the pages, from the top. */
export const segmentsOf = ({ rows }: TextLayer, notation: Notation, isMoney: IsMoney): Segment[] => {
  const { flows, taken } = flowsOf(rows, notation, isMoney);
  const tables = rows.map(({ page, pieces }) => ({ page, pieces: pieces.filter((piece) => !taken.has(piece)) }));
  const amountsIn: IsPiece = ({ text }) => figuresOf(text, notation).some(isMoney);
  const isBegin: IsPiece = (piece) => isText(piece) && !isGoingOn(piece.text, notation);
  const isEdge = edgesOf(tables, amountsIn, isBegin);
  const ofRows = tables.map((row) =>
    splitRow(row, amountsIn, isBegin, isEdge).map((part) => segmentOf(row.page, part, notation)),
  );
  const ofFlows = flows
    .flatMap((flow) => sentencesOf(flow, notation, isMoney))
    .map((segment): Ordered => ({ segment, top: segment.box.y + segment.box.height, side: 0 }));
  return [...inLists(ofRows), ...ofFlows]
    .sort(
      (a, b) =>
        a.segment.page - b.segment.page ||
        a.top - b.top ||
        a.side - b.side ||
        a.segment.box.y + a.segment.box.height - b.segment.box.y - b.segment.box.height ||
        a.segment.box.x - b.segment.box.x,
    )
    .map(({ segment }) => segment);
};
