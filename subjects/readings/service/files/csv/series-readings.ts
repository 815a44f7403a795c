/** One column's numbers as readings: whole Wh or mL, each over the part of time that its row speaks of. */
import type { ImportMapping } from '../../../contract/imports.ts';
import type { OffsetAt } from '#catalogue/zone-clock.ts';
import { amountOver, counterValue, wholeAmounts } from '../whole-amounts.ts';

export interface FileReading {
  readonly line: number;
  readonly column: string;
  /** Seconds since 1970; of an interval its start. */
  readonly at: number;
  readonly value: number;
  readonly spanS: number | null;
}

export interface SeriesReadings {
  take(line: number, at: number, value: number): void;
  /** The last row has no next one to end it: gives it the usual step. */
  end(): void;
}

/** Rows further apart than this many steps have a silence between them, which is nobody's use. */
const maxWidening = 1.5;

export interface SeriesShape {
  readonly mapping: ImportMapping;
  readonly stepS: number;
  readonly stamp: 'start' | 'end';
  /** A counter's value stands at its row's time, or at the end of the interval that begins then. */
  readonly counterStamp: 'instant' | 'start';
  /** Rows last as long, unless the next one begins earlier; null: until the next one. */
  readonly rowS: number | null;
  readonly offsetAt: OffsetAt;
}

const dayS = 86_400;

/** How long the usual row at `at` lasts: where rows are days, a local one. */
const usualSpan = (at: number, stepS: number, direction: 1 | -1, offsetAt: OffsetAt): number => {
  if (stepS % dayS !== 0) return stepS;
  return stepS + direction * (offsetAt(at) - offsetAt(at + direction * stepS));
};

interface Row {
  readonly line: number;
  readonly at: number;
  readonly value: number;
}

/**
 * Rows come in order of time. Of several for one time the one with the least value counts, whichever came first; the others are
 * given on as what they are, repeats or contradictions.
 */
export const seriesReadings = (
  shape: SeriesShape,
  give: (reading: FileReading) => void,
  contradicts: (line: number, value: number) => void,
): SeriesReadings => {
  const { mapping, stepS, stamp, counterStamp, rowS, offsetAt } = shape;
  const { column, unit, kind } = mapping;
  const toWhole = wholeAmounts();
  const looksAhead = kind === 'counter' ? counterStamp === 'start' : stamp === 'start';

  const spanTo = (at: number, neighbour: number | null): number => {
    const distance = neighbour === null ? 0 : Math.abs(neighbour - at);
    if (rowS !== null) return distance > 0 ? Math.min(distance, rowS) : rowS;
    const usual = usualSpan(at, stepS, looksAhead ? 1 : -1, offsetAt);
    return distance > 0 && distance <= usual * maxWidening ? distance : usual;
  };
  const readingOf = ({ line, at, value }: Row, neighbour: number | null): FileReading => {
    if (kind === 'counter') {
      const after = counterStamp === 'start' ? spanTo(at, neighbour) : 0;
      return { line, column, at: at + after, value: counterValue(value, unit), spanS: null };
    }
    const spanS = spanTo(at, neighbour);
    const start = stamp === 'end' ? at - spanS : at;
    return { line, column, at: start, value: toWhole(amountOver(value, unit, kind, spanS)), spanS };
  };

  let alike: Row[] = [];
  let before: number | null = null;
  const release = (next: number | null): void => {
    if (alike.length > 1) alike.sort((a, b) => a.value - b.value || a.line - b.line);
    const [first, ...others] = alike;
    if (!first) return;
    const reading = readingOf(first, looksAhead ? next : before);
    give(reading);
    for (const { line, value } of others) {
      if (value === first.value) give({ ...reading, line });
      else contradicts(line, value);
    }
    before = first.at;
    alike = [];
  };
  return {
    take(line, at, value) {
      if (alike.length > 0 && (alike[0] as Row).at !== at) release(at);
      alike.push({ line, at, value });
    },
    end: () => release(null),
  };
};
