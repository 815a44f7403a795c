import type { EChartsCoreOption } from 'echarts/core';
import type { ChartData, Hue } from './series-look.ts';
import {
  baseOption,
  type ChartDrawing,
  type ChartPaint,
  type ChartSize,
  mix,
  tooltipOption,
  tooltipText,
} from './chart-drawing.ts';

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

const side = 34;

/** A year of days, a column a week; on a narrow screen half a year above the other. Days that were not measured stay white. */
export function calendarDrawing({ data, hue, bounds, monthNames, dayNames }: CalendarProps): ChartDrawing {
  const { places, series } = data;
  const [one] = series;
  let parts: [string, string][] = [];
  const option = (paint: ChartPaint, { width, height }: ChartSize): EChartsCoreOption => {
    const days = places.map(({ key }) => key);
    parts = splitYear(days, width < 640 ? 2 : 1);
    const rowHeight = height / parts.length;
    return {
      ...baseOption(paint),
      tooltip: {
        ...tooltipOption(paint),
        trigger: 'item',
        formatter: (params: unknown) => {
          const { value } = params as { value: [string, number] };
          return tooltipText(
            data,
            places.findIndex(({ key }) => key === value[0]),
          );
        },
      },
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
      calendar: parts.map(([first, last], i) => ({
        range: [first, last],
        left: side,
        right: 6,
        top: i * rowHeight + 24,
        height: rowHeight - 32,
        cellSize: ['auto', 'auto'],
        itemStyle: { color: paint.card, borderColor: paint.line, borderWidth: 1 },
        splitLine: { lineStyle: { color: paint.inkSoft, width: 1 } },
        yearLabel: { show: false },
        monthLabel: { nameMap: monthNames, color: paint.inkSoft, fontFamily: paint.font, fontSize: 13 },
        dayLabel: {
          firstDay: 1,
          nameMap: dayNames.map((name, day) => (day % 2 === 1 ? name : '')),
          color: paint.inkSoft,
          fontFamily: paint.font,
          fontSize: 12,
        },
      })),
      series: parts.map(([first, last], i) => ({
        type: 'heatmap',
        coordinateSystem: 'calendar',
        calendarIndex: i,
        itemStyle: { borderColor: paint.card, borderWidth: 1 },
        emphasis: { itemStyle: { borderColor: paint.ink, borderWidth: 2 } },
        data: days
          .slice(days.indexOf(first), days.indexOf(last) + 1)
          .map((day, at) => [day, one?.values[days.indexOf(first) + at] ?? null]),
      })),
    };
  };
  return {
    option,
    point: (at) => {
      const day = places[at]?.key ?? '';
      const seriesIndex = parts.findIndex(([first, last]) => day >= first && day <= last);
      const begin = places.findIndex(({ key }) => key === parts[seriesIndex]?.[0]);
      return { type: 'showTip', seriesIndex, dataIndex: at - begin };
    },
  };
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

/** From pale to deep, five shades. */
export function shadesOf(hue: Hue, paint: ChartPaint): string[] {
  const deep = mix(paint.edge[hue], paint.ink, 0.1);
  const full = paint.fill[hue];
  return [mix(full, paint.card, 0.82), mix(full, paint.card, 0.5), full, mix(full, deep, 0.5), deep];
}
