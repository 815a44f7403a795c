import { utilities, type Utility, utilityIds } from '#catalogue/index.ts';

/** A utility's own, what no room accounts for grey, what is likely to come green, what must stop red; never told by colour alone. */
export type Hue = UtilityHue | 'rest' | 'likely' | 'alert';
type UtilityHue = (typeof utilities)[Utility]['look']['hue'];

interface HueLook {
  tokens: { fill: string; edge: string; mark: string; markPaleness: number };
  /** Where in the row of patterns its own one stands: 0 is solid. */
  pattern: number;
  curve: 'line' | 'steps';
}

const ownLooks = Object.fromEntries<HueLook>(
  utilityIds.map((utility) => [utilities[utility].look.hue, utilities[utility].look]),
) as Record<UtilityHue, HueLook>;

export const hueLooks: Record<Hue, HueLook> = {
  ...ownLooks,
  rest: {
    tokens: { fill: '--color-line', edge: '--color-ink-soft', mark: '--color-off', markPaleness: 0.3 },
    pattern: 1,
    curve: 'steps',
  },
  likely: {
    tokens: { fill: '--color-leaf-soft', edge: '--color-leaf', mark: '--color-leaf', markPaleness: 0 },
    pattern: 1,
    curve: 'steps',
  },
  alert: {
    tokens: { fill: '--color-alert-soft', edge: '--color-alert', mark: '--color-alert', markPaleness: 0 },
    pattern: 1,
    curve: 'steps',
  },
};

export const hues = Object.keys(hueLooks) as Hue[];

export interface SeriesLook {
  hue: Hue;
  /** `before`: what this period is compared with, a thin outline around it. `floor`: the ground of what is drawn, shaded, with a word where it begins. */
  role: 'now' | 'before' | 'floor';
  /** 0 is the utility's own look; groups within it take the following ones. */
  step: number;
  isEstimated?: boolean;
  /** Of a day that is not over: the same pattern, lighter. */
  isUnfinished?: boolean;
}

export const patterns = ['solid', 'rising', 'dots', 'falling', 'lying', 'standing'] as const;
export type Pattern = (typeof patterns)[number];

/** Neighbouring steps differ in pattern and in depth of colour. */
export function patternOf({ hue, step, role }: SeriesLook): Pattern {
  if (role === 'before') return 'solid';
  if (role === 'floor') return 'rising';
  return patterns[(step + hueLooks[hue].pattern) % patterns.length] ?? 'solid';
}

/** How much of the card's white is mixed into the colour, 0 to 1. */
export function palenessOf({ hue, step, isEstimated, isUnfinished }: SeriesLook): number {
  if (isEstimated === true || isUnfinished === true) return 0.55;
  return hue === 'rest' ? 0.3 : ([0, 0.3, 0.12, 0.5, 0.22, 0.6][step % 6] ?? 0);
}

/** The line around it: dotted where it was estimated, dashed where no meter below the main one saw it. */
export function edgeOf({ hue, isEstimated }: SeriesLook): 'solid' | 'dotted' | 'dashed' {
  return isEstimated === true ? 'dotted' : hue === 'rest' ? 'dashed' : 'solid';
}

/** The estimated part of a series: lighter, in a dotted line. */
export function estimatedLook(look: SeriesLook): SeriesLook {
  return { ...look, isEstimated: true };
}

/** One place that a chart is read at: a day, a room, a branch of a flow. */
export interface ChartPlace {
  key: string;
  /** Short, at the axis. */
  label: string;
  /** In full, for reading. */
  name: string;
  /** Shown inside of so many others. */
  depth?: number;
  /** The place of the earlier period that it is held against, in full. */
  before?: string;
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
  /** The same in the other measure, as it is written: what it cost, or what was used for it. */
  also?: readonly string[];
  /** Each against the earlier period's, with its sign; nothing where that says nothing. */
  changes?: readonly string[];
}

/** What a chart shows. The drawing, its table, its file and what is read aloud all come from here, so they cannot differ. */
export interface ChartData {
  /** What the places are: Day, Room. */
  placeHeading: string;
  places: readonly ChartPlace[];
  series: readonly ChartSeries[];
  /** The earlier period, for the legend. */
  before?: string;
}

/** The place that has begun last: what is read where nobody has chosen one. */
export const lastBegun = ({ places }: ChartData): number =>
  Math.max(
    0,
    places.findLastIndex(({ isAhead }) => isAhead !== true),
  );

export function placeText({ places, series }: ChartData, at: number): string {
  const values = series.map(({ name, texts, also, changes }) =>
    [name, texts[at] ?? '', also?.[at] ?? '', changes?.[at] ?? ''].filter((part) => part !== '').join(' '),
  );
  return `${places[at]?.name ?? ''}: ${values.join(', ')}`;
}
