/** What lines say about use: a counter's value for each field of energy or volume whose meter is named. */
import type { CounterUnit } from '@wattershed/catalogue';
import type { LinePrecision } from '@wattershed/contracts';
import { counterUnitOf, isReturned, meterKeyOf, toBaseUnits } from '@wattershed/domain';
import { lineFaults, parseLines, type Point } from './parse-lines.ts';

/** Parts of a second; a time in nanoseconds is more than a number holds. */
const partsOfSecond: Record<LinePrecision, bigint> = { ns: 1_000_000_000n, us: 1_000_000n, ms: 1000n, s: 1n };

export interface LineCounter {
  /** Of the body, from 1. */
  readonly line: number;
  readonly meter: string;
  /** Seconds since 1970. */
  readonly at: number;
  /** Whole Wh or mL since the counter's beginning. */
  readonly value: number;
}

export interface LinesRead {
  readonly counters: LineCounter[];
  readonly faults: { readonly line: number; readonly words: string }[];
  /** Lines with figures of energy or volume of which none is a counter of a meter: no meter is named, or they tell what goes back. */
  readonly missed: { readonly line: number; readonly reason: 'not-understood' | 'returned' }[];
}

/** Tags that name the meter, the most telling first: ours, Home Assistant's, Telegraf's. */
const namingTags = ['meter', 'entity_id', 'device', 'sensor', 'host'];
const unitTags = ['unit', 'unit_of_measurement'];

/** A line without a time holds for `now`, in seconds since 1970. Other figures than counters are passed over: senders tell much more. */
export function readCounters(body: string, precision: LinePrecision, now: number): LinesRead {
  const { points, faults } = parseLines(body);
  const read = points.map((point) => ({ point, counters: countersOf(point, precision, now) }));
  return {
    counters: read.flatMap(({ counters }) => counters),
    missed: read.flatMap(({ point, counters }) => (counters.length === 0 ? missedOf(point) : [])),
    faults: faults.map(({ line, code }) => ({ line, words: lineFaults[code] })),
  };
}

function countersOf(point: Point, precision: LinePrecision, now: number): LineCounter[] {
  const name = namingTags.map((tag) => point.tags.get(tag)).find((value) => value !== undefined);
  if (name === undefined) return [];
  const at = point.time === null ? now : Number(BigInt(point.time) / partsOfSecond[precision]);
  const { line } = point;
  return [...point.fields].flatMap(([field, value]) => {
    const unit = unitOf(point, field);
    // What goes back to the grid is no use of the meter that the line names.
    if (unit === null || typeof value !== 'number' || isReturned(field)) return [];
    return [{ line, meter: meterKeyOf(name), at, value: Math.round(toBaseUnits(value, unit)) }];
  });
}

/** From a tag, from the end of the field's name (`total_kwh`), or from the measurement: Home Assistant calls it by the unit. */
function unitOf({ measurement, tags }: Point, field: string): CounterUnit | null {
  const tagged = unitTags.map((tag) => tags.get(tag)).find((unit) => unit !== undefined);
  return counterUnitOf(tagged ?? '') ?? counterUnitOf(field.split('_').at(-1) ?? '') ?? counterUnitOf(measurement);
}

function missedOf(point: Point): LinesRead['missed'] {
  const figures = [...point.fields].filter(
    ([field, value]) => typeof value === 'number' && unitOf(point, field) !== null,
  );
  if (figures.length === 0) return [];
  const { line } = point;
  return [{ line, reason: figures.every(([field]) => isReturned(field)) ? 'returned' : 'not-understood' }];
}
