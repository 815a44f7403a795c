import type { EChartsCoreOption } from 'echarts/core';
import {
  edgeOf,
  type Hue,
  hueLooks,
  hues,
  palenessOf,
  type Pattern,
  patternOf,
  type SeriesLook,
} from './series-look.ts';

/** How some data is drawn: the library's option, and where its places stand. */
export interface ChartDrawing {
  option: (paint: ChartPaint, size: ChartSize) => EChartsCoreOption;
  /** The place that a point lies in; undefined beside all of them. */
  placeAt: (x: number, y: number, size: ChartSize) => number | undefined;
  /** What is marked of places `[from, to]` while they are read. */
  boxOf: (from: number, to: number, size: ChartSize) => ChartBox;
}

/** In pixels of the drawing; `ring` lies over what is drawn, `ground` below it. */
export interface ChartBox {
  kind: 'ground' | 'ring';
  left: number;
  top: number;
  width: number;
  height: number;
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

/** What all charts share: little motion, and the card's own ground. */
export function baseOption(paint: ChartPaint): EChartsCoreOption {
  return {
    animation: !paint.isCalm,
    animationDuration: 160,
    animationDurationUpdate: 160,
    animationEasing: 'cubicOut',
    backgroundColor: 'transparent',
    textStyle: { fontFamily: paint.font, color: paint.inkSoft, fontSize: 14 },
    stateAnimation: { duration: paint.isCalm ? 0 : 120 },
  };
}

// Colours and patterns of series.

interface ItemStyle {
  color: string;
  borderColor: string;
  borderWidth: number;
  borderType?: 'solid' | 'dotted' | 'dashed';
  decal?: object;
}

/** Colour and pattern of a series, as an item style of the chart; an earlier period is but a line. */
export function itemStyleOf(look: SeriesLook, paint: ChartPaint): ItemStyle {
  if (look.role === 'before') return { color: 'transparent', borderColor: paint.inkSoft, borderWidth: 1.4 };
  const decal = decalOf(look, paint);
  return {
    color: mix(paint.fill[look.hue], paint.card, palenessOf(look)),
    borderColor: mix(paint.edge[look.hue], paint.card, look.isUnfinished === true ? 0.4 : 0),
    borderWidth: 1,
    borderType: edgeOf(look),
    ...(decal !== undefined && { decal }),
  };
}

export function decalOf(look: SeriesLook, paint: ChartPaint) {
  const { markPaleness } = hueLooks[look.hue].tokens;
  return decals[patternOf(look)]?.(mix(paint.mark[look.hue], paint.card, Math.max(markPaleness, palenessOf(look))));
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
