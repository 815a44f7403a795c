import type { EChartsCoreOption } from 'echarts/core';
import {
  type ChartData,
  type Hue,
  hueLooks,
  hues,
  isMarkedInGround,
  palenessOf,
  type Pattern,
  patternOf,
  type SeriesLook,
} from './series-look.ts';

/** How some data is drawn: the library's option, and how it shows that a place is being read. */
export interface ChartDrawing {
  option: (paint: ChartPaint, size: ChartSize) => EChartsCoreOption;
  /** The action that marks place `at`; by default the tooltip of the first series. */
  point?: (at: number) => Record<string, unknown> & { type: string };
}

export interface ChartSize {
  width: number;
  height: number;
}

/** The design's tokens as plain colours, which is all that a canvas understands. */
export interface ChartPaint {
  ink: string;
  inkSoft: string;
  line: string;
  card: string;
  leaf: string;
  fill: Record<Hue, string>;
  edge: Record<Hue, string>;
  mark: Record<Hue, string>;
  font: string;
  /** How wide a text is in that font, at a size in pixels; its letters must be there. */
  measure: (text: string, size: number) => number;
  /** Motion is unwanted. */
  isCalm: boolean;
}

export function readPaint(): ChartPaint {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => toHex(style.getPropertyValue(name).trim());
  const ofHues = (part: 'fill' | 'edge' | 'mark') =>
    Object.fromEntries(hues.map((hue) => [hue, token(hueLooks[hue].tokens[part])])) as Record<Hue, string>;
  const font = getComputedStyle(document.body).fontFamily;
  return {
    ink: token('--color-ink'),
    inkSoft: token('--color-ink-soft'),
    line: token('--color-line'),
    card: token('--color-card'),
    leaf: token('--color-leaf'),
    fill: ofHues('fill'),
    edge: ofHues('edge'),
    mark: ofHues('mark'),
    font,
    measure: measureIn(font),
    isCalm: matchMedia('(prefers-reduced-motion: reduce)').matches,
  };
}

function measureIn(font: string): ChartPaint['measure'] {
  const pen = document.createElement('canvas').getContext('2d');
  return (text, size) => {
    if (pen === null) return 0;
    pen.font = `${size}px ${font}`;
    return pen.measureText(text).width;
  };
}

function toHex(color: string): string {
  return color.length === 4 ? color.replace(/[0-9a-f]/gi, '$&$&') : color;
}

/** What all charts share: no outside styles in tooltips (the content policy refuses them), and little motion. */
export function baseOption(paint: ChartPaint): EChartsCoreOption {
  return {
    animation: !paint.isCalm,
    animationDuration: 160,
    animationDurationUpdate: 160,
    animationEasing: 'cubicOut',
    backgroundColor: paint.card,
    textStyle: { fontFamily: paint.font, color: paint.inkSoft, fontSize: 13 },
    stateAnimation: { duration: paint.isCalm ? 0 : 120 },
  };
}

export function tooltipOption(paint: ChartPaint) {
  return {
    show: true,
    renderMode: 'richText' as const,
    confine: true,
    transitionDuration: 0,
    backgroundColor: paint.card,
    borderColor: paint.inkSoft,
    borderWidth: 1,
    padding: [8, 10],
    textStyle: { fontFamily: paint.font, color: paint.ink, fontSize: 14, lineHeight: 20 },
  };
}

/** The same figures as everywhere, one to a line. */
export function tooltipText({ places, series }: ChartData, at: number): string {
  return [places[at]?.name ?? '', ...series.map(({ name, texts }) => `${name}  ${texts[at] ?? ''}`)].join('\n');
}

// Colours and patterns of series.

/** Colour and pattern of a series, as an item style of the chart. */
export function itemStyleOf(look: SeriesLook, paint: ChartPaint) {
  const decal = decalOf(look, paint);
  return {
    color: mix(paint.fill[look.hue], paint.card, palenessOf(look)),
    borderColor: paint.edge[look.hue],
    borderWidth: 1,
    borderType: look.role === 'before' || look.isInvented === true ? ('dotted' as const) : ('solid' as const),
    ...(decal !== undefined && { decal }),
  };
}

export function decalOf(look: SeriesLook, paint: ChartPaint) {
  return decals[patternOf(look)]?.(
    isMarkedInGround(look) ? paint.card : mix(paint.mark[look.hue], paint.card, hueLooks[look.hue].tokens.markPaleness),
  );
}

const hatch = (rotation: number) => (color: string) => ({
  symbol: 'rect',
  dashArrayX: [1, 0],
  dashArrayY: [2, 4],
  rotation,
  color,
});

const decals: Partial<Record<Pattern, (color: string) => object>> = {
  rising: hatch(-Math.PI / 4),
  falling: hatch(Math.PI / 4),
  lying: hatch(0),
  standing: hatch(Math.PI / 2),
  dots: (color) => ({
    symbol: 'circle',
    symbolSize: 0.55,
    dashArrayX: [
      [5, 5],
      [0, 5, 5, 0],
    ],
    dashArrayY: [5, 0],
    color,
  }),
};

/** Of two colours written #rrggbb, `share` of the second. */
export function mix(one: string, other: string, share: number): string {
  const channel = (text: string, at: number) => Number.parseInt(text.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) => Math.round(channel(one, at) * (1 - share) + channel(other, at) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

// Texts in the room that there is.

/** In pixels. */
type MeasureText = (text: string) => number;

/** Lines of whole words, none wider than `width`: a word that is too long by itself is cut between letters, which ends in an ellipsis. */
export function wrapWords(text: string, width: number, measure: MeasureText): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ').filter((part) => part !== '')) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && measure(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(cutWord(word, width, measure));
  }
  return lines;
}

// As letters are read: a vowel sign of Devanagari stays with its consonant.
const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

function cutWord(word: string, width: number, measure: MeasureText): string {
  if (measure(word) <= width) return word;
  const parts = [...letters.segment(word)].map(({ segment }) => segment);
  while (parts.length > 1 && measure(`${parts.join('')}…`) > width) parts.pop();
  return `${parts.join('')}…`;
}
