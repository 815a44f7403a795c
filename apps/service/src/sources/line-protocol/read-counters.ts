/** What lines say about use: a counter's value for each field of energy or volume whose meter is named. */
import type { LinePrecision } from '@wattershed/contracts';
import { type CounterUnit, counterUnitOf, meterKeyOf, toBaseUnits } from '@wattershed/domain';
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
}

/** Tags that name the meter, the most telling first: ours, Home Assistant's, Telegraf's. */
const namingTags = ['meter', 'entity_id', 'device', 'sensor', 'host'];
const unitTags = ['unit', 'unit_of_measurement'];

/** A line without a time holds for `now`, in seconds since 1970. Other figures than counters are passed over: senders tell much more. */
export function readCounters(body: string, precision: LinePrecision, now: number): LinesRead {
  const { points, faults } = parseLines(body);
  return {
    counters: points.flatMap((point) => countersOf(point, precision, now)),
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
    if (unit === null || typeof value !== 'number') return [];
    return [{ line, meter: meterKeyOf(name), at, value: Math.round(toBaseUnits(value, unit)) }];
  });
}

/** From a tag, from the end of the field's name (`total_kwh`), or from the measurement: Home Assistant calls it by the unit. */
function unitOf({ measurement, tags }: Point, field: string): CounterUnit | null {
  const tagged = unitTags.map((tag) => tags.get(tag)).find((unit) => unit !== undefined);
  return counterUnitOf(tagged ?? '') ?? counterUnitOf(field.split('_').at(-1) ?? '') ?? counterUnitOf(measurement);
}
