/** One column's numbers as readings: whole Wh or mL, each over the part of time that its row speaks of. */
import type { ImportMapping } from '@wattershed/contracts';
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
const maxStretch = 1.5;

export interface SeriesShape {
  readonly mapping: ImportMapping;
  readonly stepS: number;
  readonly stamp: 'start' | 'end';
  readonly newestFirst: boolean;
}

const spanTo = (at: number, neighbour: number | null, stepS: number): number => {
  const distance = neighbour === null ? 0 : Math.abs(neighbour - at);
  return distance > 0 && distance <= stepS * maxStretch ? distance : stepS;
};

export const seriesReadings = (shape: SeriesShape, give: (reading: FileReading) => void): SeriesReadings => {
  const { mapping, stepS, stamp, newestFirst } = shape;
  const { column, unit, kind } = mapping;
  if (kind === 'counter') {
    return {
      take: (line, at, value) => give({ line, column, at, value: counterValue(value, unit), spanS: null }),
      end: () => {},
    };
  }
  const toWhole = wholeAmounts();
  const giveOver = (line: number, at: number, value: number, spanS: number): void =>
    give({
      line,
      column,
      at: stamp === 'end' ? at - spanS : at,
      value: toWhole(amountOver(value, unit, kind, spanS)),
      spanS,
    });
  if ((stamp === 'end') !== newestFirst) {
    let last: number | null = null;
    return {
      take(line, at, value) {
        giveOver(line, at, value, spanTo(at, last, stepS));
        last = at;
      },
      end: () => {},
    };
  }
  let waiting: { line: number; at: number; value: number } | null = null;
  const release = (next: number | null): void => {
    if (waiting) giveOver(waiting.line, waiting.at, waiting.value, spanTo(waiting.at, next, stepS));
    waiting = null;
  };
  return {
    take(line, at, value) {
      release(at);
      waiting = { line, at, value };
    },
    end: () => release(null),
  };
};
