import { type Flow, flows as catalogue, flowIds } from '#catalogue/index.ts';
import type { ChartData, ChartSeries, SeriesLook } from '#shell/ui/chart/series-look.ts';
import type { FlowsRow } from '../../../contract/usage.ts';
import { atLeastText } from '../../amount.ts';
import { instantOf } from '../period.ts';
import type { Cell } from '../view.ts';

interface OwnInput {
  rows: readonly FlowsRow[];
  starts: readonly string[];
  /** The first instant after the period. */
  end: number;
  now: number;
  timeZone: string;
  /** Those that the home has a meter of. */
  flows: ReadonlySet<Flow>;
  hue: SeriesLook['hue'];
  unit: string;
}

interface OwnWords {
  placeHeading: string;
  label: (start: string) => string;
  name: (start: string) => string;
  from: (flow: FlowIn) => string;
  to: (flow: FlowOut | 'used') => string;
  write: (amount: number | null) => Cell;
  ahead: string;
}

/** What comes into the home, and what leaves it. */
export type FlowIn = 'drawn' | 'produced' | 'discharged';
export type FlowOut = Exclude<Flow, FlowIn>;
const isIn = (flow: Flow): flow is FlowIn => catalogue[flow].inUse === 1;
export const flowsIn = flowIds.filter(isIn);
export const flowsOut = flowIds.filter((flow): flow is FlowOut => !isIn(flow));

/** Where it came from above, where it went below: of each bucket as much. */
export function ownData(input: OwnInput, words: OwnWords): ChartData {
  const { rows, starts, end, now, timeZone, flows, hue, unit } = input;
  const known = new Map(rows.map((row) => [row.start, row]));
  const places = starts.map((start, i) => {
    const following = starts[i + 1];
    const next = following === undefined ? end : instantOf(following, timeZone);
    const isAhead = instantOf(start, timeZone) > now;
    return {
      key: start,
      label: words.label(start),
      name: words.name(start),
      ...(isAhead && { isAhead }),
      ...(!isAhead && now < next && { isUnfinished: true }),
    };
  });
  const series = (
    key: Flow | 'used',
    name: string,
    panel: number,
    step: number,
    amountOf: (row: FlowsRow) => { used: number; estimated: number; atLeast?: boolean } | null,
  ): ChartSeries => {
    const amounts = starts.map((start) => {
      const row = known.get(start);
      return row === undefined ? null : amountOf(row);
    });
    const cells = amounts.map((amount) => {
      const { value, text } = words.write(amount?.used ?? null);
      return { value, text: atLeastText(text, amount?.atLeast) };
    });
    return {
      key,
      name,
      unit,
      panel,
      look: { hue, role: 'now', step },
      values: cells.map(({ value }) => value),
      estimated: amounts.map((amount) => amount && amount.estimated && words.write(amount.estimated).value),
      texts: cells.map(({ text }, i) => (places[i]?.isAhead === true ? words.ahead : text)),
    };
  };
  const partOf = (flow: Flow) => (row: FlowsRow) => row.flows[flow] ?? null;
  return {
    placeHeading: words.placeHeading,
    places,
    series: [
      ...flowsIn
        .filter((flow) => flows.has(flow))
        .map((flow, step) => series(flow, words.from(flow), 0, step, partOf(flow))),
      // No two of the six look alike.
      series('used', words.to('used'), 1, 3, usedOf),
      ...flowsOut
        .filter((flow) => flows.has(flow))
        .map((flow, i) => series(flow, words.to(flow), 1, i + 4, partOf(flow))),
    ],
  };
}

/** What was used of it, where what is drawn was measured; estimated as far as anything was that it is worked out from. */
function usedOf(row: FlowsRow): { used: number; estimated: number; atLeast: boolean } | null {
  if (row.flows.drawn === undefined) return null;
  const { used, atLeast = false } = row;
  const estimated = flowIds.reduce((sum, flow) => sum + (row.flows[flow]?.estimated ?? 0), 0);
  return { used, estimated: Math.max(0, Math.min(used, estimated)), atLeast };
}
