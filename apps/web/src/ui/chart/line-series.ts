import type { ChartSeries } from './chart-data.ts';
import { type ChartPaint, decalOf, mix } from './chart-paint.ts';
import { hueLooks } from './series-look.ts';

/** A curve with its ground: the pen is lifted at a gap, and a lone value between two gaps is a dot. */
export function linesOf(one: ChartSeries, paint: ChartPaint): object[] {
  if (one.look.role === 'floor') return [floorOf(one, paint)];
  const isBefore = one.look.role === 'before';
  const estimated = one.values.map((value, i) => isEstimated(value, one.estimated?.[i] ?? null));
  const shared = {
    type: 'line',
    xAxisIndex: one.panel,
    yAxisIndex: one.panel,
    symbol: 'none',
    showSymbol: true,
    showAllSymbol: true,
    connectNulls: false,
    // Taps open and close at once; a home's power comes and goes.
    ...(hueLooks[one.look.hue].curve === 'steps' && { step: 'middle' }),
    emphasis: { disabled: true },
    z: isBefore ? 1 : 2,
  };
  const color = isBefore ? mix(paint.edge[one.look.hue], paint.card, 0.35) : paint.edge[one.look.hue];
  const decal = decalOf(one.look, paint);
  return [
    {
      ...shared,
      lineStyle: { color, width: isBefore ? 1.25 : 1.75, type: isBefore ? 'dashed' : 'solid' },
      itemStyle: { color, ...(decal !== undefined && { decal }) },
      ...(isBefore ? {} : { areaStyle: { color: mix(paint.fill[one.look.hue], paint.card, 0.5), opacity: 0.8 } }),
      data: one.values.map((value, i) => {
        if (value === null || estimated[i] === true) return { value: null };
        const isAlone = (one.values[i - 1] ?? null) === null && (one.values[i + 1] ?? null) === null;
        return isAlone ? { value, symbol: 'circle', symbolSize: 5 } : { value };
      }),
    },
    ...(estimated.includes(true)
      ? [
          {
            ...shared,
            lineStyle: { color, width: 1.75, type: 'dotted' },
            itemStyle: { color },
            // One place more on either side, so that the dotted part meets the drawn one.
            data: one.values.map((value, i) =>
              estimated[i] === true || estimated[i - 1] === true || estimated[i + 1] === true ? value : null,
            ),
          },
        ]
      : []),
  ];
}

/** Shaded ground, with its name where it begins. */
function floorOf(one: ChartSeries, paint: ChartPaint): object {
  const color = paint.edge[one.look.hue];
  const first = one.values.findIndex((value) => value !== null);
  const isLate = first > one.values.length / 2;
  const begin = {
    symbol: 'circle',
    symbolSize: 9,
    label: {
      show: true,
      position: isLate ? 'left' : 'right',
      offset: [isLate ? -4 : 4, -14],
      formatter: one.name,
      color,
      fontSize: 13,
      fontWeight: 600,
      backgroundColor: paint.card,
      padding: [2, 4],
      borderRadius: 4,
    },
  };
  const decal = decalOf(one.look, paint);
  return {
    type: 'line',
    xAxisIndex: one.panel,
    yAxisIndex: one.panel,
    symbol: 'none',
    showSymbol: true,
    showAllSymbol: true,
    emphasis: { disabled: true },
    z: 3,
    lineStyle: { color, width: 2 },
    itemStyle: { color, ...(decal !== undefined && { decal }) },
    areaStyle: { color: mix(color, paint.card, 0.55), opacity: 0.75 },
    data: one.values.map((value, i) => (i === first ? { value, ...begin } : { value })),
  };
}

function isEstimated(value: number | null, part: number | null): boolean {
  return value !== null && part !== null && part > 0 && part >= value / 2;
}
