/** What stands together on a page: a row of a table, or a sentence that runs over several rows; with its figures. */
import type { PageSize, Piece, Row, TextLayer } from './text-layer.ts';
import { type DecimalMark, type Figure, figuresOf } from './figures.ts';

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

const segmentOf = (page: number, pieces: readonly Piece[], mark: DecimalMark): Segment => {
  const text = pieces.map((piece) => piece.text).join(columnMark);
  const starts: number[] = [];
  pieces.reduce((start, piece) => (starts.push(start), start + piece.text.length + 1), 0);
  const figures = figuresOf(text, mark).map((figure) => {
    const i = starts.findLastIndex((start) => start <= figure.start);
    const [piece, start] = [pieces[i] as Piece, starts[i] ?? 0];
    const end = Math.min(piece.text.length, figure.end - start);
    return { ...figure, box: partOf(piece, figure.start - start, end), at: figure.start };
  });
  return { page, text: text.replaceAll(columnMark, ' '), box: around(pieces), figures, isSentence: false };
};

export const isMoneyLike = ({ decimals, isMoney, per, unit, isPercent, isMinor }: Figure): boolean =>
  per === undefined && unit === undefined && !isPercent && !isMinor && (isMoney || decimals === 2);

// Rows.

/** Two lists side by side: where a new text begins behind an amount, and has an amount of its own. */
const splitRow = (pieces: readonly Piece[], mark: DecimalMark): Piece[][] => {
  const parts: Piece[][] = [];
  let current: Piece[] = [];
  let [hasText, hasAmount] = [false, false];
  const amountsIn = (piece: Piece): boolean => figuresOf(piece.text, mark).some(isMoneyLike);
  pieces.forEach((piece, i) => {
    const last = pieces[i - 1];
    const gap = last ? piece.x - last.x - last.width : 0;
    const isText = /^\P{N}*\p{L}[\p{L}\p{M}]{2,}/u.test(piece.text) && wordsIn(piece.text) > 0;
    const isNewList =
      hasText &&
      hasAmount &&
      isText &&
      gap > 1.5 * piece.height &&
      pieces.slice(i).some(amountsIn) &&
      !/^(?:x|×|kwh|por|at|je|days?|€|eur)\b/i.test(piece.text);
    if (isNewList) {
      parts.push(current);
      current = [];
      hasText = hasAmount = false;
    }
    current.push(piece);
    hasText ||= isText;
    hasAmount ||= amountsIn(piece);
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
const flowsOf = (rows: readonly Row[], mark: DecimalMark): { flows: Flow[]; taken: Set<Piece> } => {
  const flows: Flow[] = [];
  const taken = new Set<Piece>();
  const open: Flow[] = [];
  for (const { page, pieces } of rows)
    pieces.forEach((piece, i) => {
      const next = pieces[i + 1];
      const isBesideNumber = next !== undefined && /^[^\p{L}]*\d/u.test(next.text) && wordsIn(next.text) < minWords;
      if (isBesideNumber) return;
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
    const amounts = figuresOf(text, mark).filter(isMoneyLike).length;
    return pieces.length > 1 ? wordsIn(text) >= 8 : amounts > 0 && wordsIn(text) >= 6;
  });
  for (const { pieces } of told) for (const piece of pieces) taken.add(piece);
  return { flows: told, taken };
};

/** Where one sentence ends and the next begins; a number, a date or a short form does not end one. */
const sentenceEnd = /(?<=[^\s.\d]{3}[.!?]|\d[.!?]|[;।])\s+(?=[\p{Lu}\p{Lo}¿¡\d€£$₹])/u;

const sentencesOf = ({ page, pieces }: Flow, mark: DecimalMark): Segment[] => {
  // Sentences of the whole text, and of each the pieces (or parts of them) that it runs over.
  const whole = pieces.map((one) => one.text).join(' ');
  const sentences = whole.split(sentenceEnd);
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
    const figures = figuresOf(sentence, mark).map((figure) => ({
      ...figure,
      box: placeOf(begin + figure.start, begin + figure.end),
      at: figure.start,
    }));
    segments.push({ page, text: sentence, box: placeOf(begin, at), figures, isSentence: true });
  }
  return segments;
};

/** All that stands on the pages, from the top. */
export const segmentsOf = ({ rows }: TextLayer, mark: DecimalMark): Segment[] => {
  const { flows, taken } = flowsOf(rows, mark);
  const ofRows = rows.flatMap(({ page, pieces }) => {
    const rest = pieces.filter((piece) => !taken.has(piece));
    return splitRow(rest, mark).map((part) => segmentOf(page, part, mark));
  });
  return [...ofRows, ...flows.flatMap((flow) => sentencesOf(flow, mark))].sort(
    (a, b) => a.page - b.page || a.box.y + a.box.height - b.box.y - b.box.height || a.box.x - b.box.x,
  );
};
