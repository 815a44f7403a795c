import type { SeriesLook } from './series-look.ts';

/** One place that a chart is read at: a day, a room, a branch of a flow. */
export interface ChartPlace {
  key: string;
  /** Short, at the axis. */
  label: string;
  /** In full, for reading. */
  name: string;
  /** Not over yet: drawn lighter. */
  isUnfinished?: boolean;
  /** Has not begun, or lies outside: nothing is drawn, not even a gap. */
  isAhead?: boolean;
}

export interface ChartSeries {
  key: string;
  name: string;
  unit: string;
  /** Which of the chart's panels it stands in, from 0. */
  panel: number;
  look: SeriesLook;
  /** In `unit`, rounded as it is written; null: nothing was measured there. */
  values: readonly (number | null)[];
  /** The part of each value that was estimated. */
  estimated?: readonly (number | null)[];
  /** Each value as it is written, with its unit; in words where there is none. */
  texts: readonly string[];
}

/** What a chart shows. The drawing, its table, its file and what is read aloud all come from here, so they cannot differ. */
export interface ChartData {
  /** What the places are: Day, Room. */
  placeHeading: string;
  places: readonly ChartPlace[];
  series: readonly ChartSeries[];
}

export function placeText({ places, series }: ChartData, at: number): string {
  const values = series.map(({ name, texts }) => `${name} ${texts[at] ?? ''}`);
  return `${places[at]?.name ?? ''}: ${values.join(', ')}`;
}
