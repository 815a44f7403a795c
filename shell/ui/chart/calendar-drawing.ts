import type { EChartsCoreOption } from 'echarts/core';
import { addDays, daysBetween } from '#catalogue/local-day.ts';
import type { ChartData, Hue } from './series-look.ts';
import { baseOption, type ChartDrawing, type ChartPaint, type ChartSize, mix } from './chart-drawing.ts';

export interface CalendarProps {
  /** Places are days (their keys 2026-11-20), in order; one series. */
  data: ChartData;
  hue: Hue;
  /** Where one shade ends and the next begins, lowest first. */
  bounds: readonly number[];
  monthNames: readonly string[];
  /** Sunday first. */
  dayNames: readonly string[];
}

const left = 40;
const right = 6;
const head = 24;
const foot = 8;

/** One of the calendars below each other: its days, and where they lie. */
interface CalendarPart {
  first: string;
  last: string;
  top: number;
  cellWidth: number;
  cellHeight: number;
}

/** A year of days, a column a week; on a narrow screen half a year above the other. Days that were not measured are hatched. */
export function calendarDrawing({ data, hue, bounds, monthNames, dayNames }: CalendarProps): ChartDrawing {
  const { places, series } = data;
  const days = places.map(({ key }) => key);
  const [one] = series;
  const option = (paint: ChartPaint, size: ChartSize): EChartsCoreOption => {
    const parts = partsOf(days, size);
    return {
      ...baseOption(paint),
      visualMap: {
        type: 'piecewise',
        show: false,
        dimension: 1,
        pieces: shadesOf(hue, paint)
          .slice(0, bounds.length + 1)
          .map((color, i) => ({
            gte: i === 0 ? Number.MIN_SAFE_INTEGER : (bounds[i - 1] ?? 0),
            lt: bounds[i] ?? Number.MAX_SAFE_INTEGER,
            color,
          })),
      },
      calendar: parts.map(({ first, last, top, cellHeight }) => ({
        range: [first, last],
        left,
        right,
        top,
        height: cellHeight * 7,
        cellSize: ['auto', 'auto'],
        itemStyle: { color: paint.card, borderColor: paint.line, borderWidth: 1 },
        splitLine: { lineStyle: { color: paint.inkSoft, width: 1 } },
        yearLabel: { show: false },
        monthLabel: { nameMap: monthNames, color: paint.inkSoft, fontFamily: paint.font, fontSize: 14 },
        dayLabel: {
          firstDay: 1,
          nameMap: dayNames.map((name, day) => (day % 2 === 1 ? name : '')),
          color: paint.inkSoft,
          fontFamily: paint.font,
          fontSize: 14,
        },
      })),
      series: parts.map(({ first, last }, i) => ({
        type: 'heatmap',
        coordinateSystem: 'calendar',
        calendarIndex: i,
        itemStyle: { borderColor: paint.card, borderWidth: 1 },
        emphasis: { disabled: true },
        data: days.slice(days.indexOf(first), days.indexOf(last) + 1).map((day, at) => {
          const place = days.indexOf(first) + at;
          const value = one?.values[place] ?? null;
          const isGap = value === null && places[place]?.isAhead !== true;
          return isGap
            ? { value: [day, 0], visualMap: false, itemStyle: { color: hatched(paint) } }
            : { value: [day, value] };
        }),
      })),
    };
  };
  return {
    option,
    placeAt: (x, y, size) => {
      const part = partsOf(days, size).findLast(({ top }) => y >= top);
      if (part === undefined) return undefined;
      const [week, weekday] = [Math.floor((x - left) / part.cellWidth), Math.floor((y - part.top) / part.cellHeight)];
      const day = addDays(mondayOf(part.first), week * 7 + weekday);
      if (week < 0 || weekday > 6 || day < part.first || day > part.last) return undefined;
      return days.indexOf(day);
    },
    boxOf: (from, _, size) => {
      const day = days[from] ?? '';
      const part = partsOf(days, size).find(({ first, last }) => day >= first && day <= last);
      if (part === undefined) return { kind: 'ring', left: 0, top: 0, width: 0, height: 0 };
      const at = daysBetween(mondayOf(part.first), day);
      return {
        kind: 'ring',
        left: left + Math.floor(at / 7) * part.cellWidth,
        top: part.top + (at % 7) * part.cellHeight,
        width: part.cellWidth,
        height: part.cellHeight,
      };
    },
  };
}

const mondayOf = (day: string): string => addDays(day, -((new Date(day).getUTCDay() + 6) % 7));

function partsOf(days: readonly string[], { width, height }: ChartSize): CalendarPart[] {
  const split = splitYear(days, width < 640 ? 2 : 1);
  const partHeight = height / split.length;
  return split.map(([first, last], i) => ({
    first,
    last,
    top: i * partHeight + head,
    cellWidth: (width - left - right) / (Math.floor(daysBetween(mondayOf(first), last) / 7) + 1),
    cellHeight: (partHeight - head - foot) / 7,
  }));
}

/** [first, last] of each part, cut at the beginning of a month. */
export function splitYear(days: readonly string[], parts: number): [string, string][] {
  const months = [...new Set(days.map((day) => day.slice(0, 7)))];
  const size = Math.ceil(months.length / parts);
  return Array.from({ length: parts }, (_, i) => {
    const own = new Set(months.slice(i * size, (i + 1) * size));
    const inside = days.filter((day) => own.has(day.slice(0, 7)));
    return [inside[0] ?? '', inside.at(-1) ?? ''] as [string, string];
  }).filter(([first]) => first !== '');
}

/** How much of the card's white each shade has: usual days are quiet, and only what is far above them has the full colour. */
export const shadePaleness = [0.84, 0.66, 0.4, 0] as const;

/** From pale to full. */
export const shadesOf = (hue: Hue, paint: ChartPaint): string[] =>
  shadePaleness.map((paleness) => mix(paint.fill[hue], paint.card, paleness));

/** Stripes for a day of which nothing is known. */
function hatched(paint: ChartPaint): object | string {
  const pen = typeof document === 'undefined' ? null : document.createElement('canvas').getContext('2d');
  if (pen === null) return paint.line;
  const size = 6;
  pen.canvas.width = size;
  pen.canvas.height = size;
  pen.fillStyle = paint.card;
  pen.fillRect(0, 0, size, size);
  pen.strokeStyle = mix(paint.inkSoft, paint.card, 0.45);
  for (const at of [-size, 0, size]) {
    pen.moveTo(at, size);
    pen.lineTo(at + size, 0);
  }
  pen.stroke();
  return { image: pen.canvas, repeat: 'repeat' };
}
