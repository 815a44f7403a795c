import { utilities, type Utility, utilityIds } from '#catalogue/index.ts';

/** A utility's own, what no room accounts for grey, what must stop red; never told by colour alone. */
export type Hue = UtilityHue | 'rest' | 'alert';
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
    tokens: { fill: '--color-off', edge: '--color-ink-soft', mark: '--color-paper', markPaleness: 0 },
    pattern: 2,
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
  /** `before`: what this period is compared with, pale beside it. `floor`: the ground of what is drawn, shaded, with a word where it begins. */
  role: 'now' | 'before' | 'floor';
  /** 0 is the utility's own look; groups within it take the following ones. */
  step: number;
  /** Simulated or sample figures: lighter and dotted. */
  isInvented?: boolean;
  isEstimated?: boolean;
}

export const patterns = ['solid', 'rising', 'dots', 'falling', 'lying', 'standing'] as const;
export type Pattern = (typeof patterns)[number];

/** Neighbouring steps differ in pattern and in depth of colour. */
export function patternOf({ hue, step, role, isInvented, isEstimated }: SeriesLook): Pattern {
  if (isEstimated === true) return 'dots';
  if (role === 'before') return 'solid';
  if (role === 'floor') return 'rising';
  if (hue === 'rest') return 'dots';
  const own = hueLooks[hue].pattern;
  if (step === 0 && own === 0 && isInvented === true) return 'dots';
  return patterns[(step + own) % patterns.length] ?? 'solid';
}

/** What is solid by itself is marked in the ground's colour: a mark of its own would look like another group of it. */
export const isMarkedInGround = ({ hue, step }: SeriesLook): boolean => step === 0 && hueLooks[hue].pattern === 0;

/** How much of the card's white is mixed into the colour, 0 to 1. */
export function palenessOf({ step, role, isInvented, isEstimated }: SeriesLook): number {
  if (isEstimated === true) return 0.55;
  if (role === 'before') return 0.78;
  const ofStep = [0, 0.3, 0.12, 0.5, 0.22, 0.6][step % 6] ?? 0;
  return isInvented === true ? Math.max(ofStep, 0.22) : ofStep;
}

/** The estimated part of a series: lighter and dotted, as all that no meter has said. */
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
