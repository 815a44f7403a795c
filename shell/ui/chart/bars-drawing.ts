import type { EChartsCoreOption } from 'echarts/core';
import { type ChartData, type ChartSeries, estimatedLook, hueLooks } from './series-look.ts';
import {
  baseOption,
  type ChartDrawing,
  type ChartPaint,
  type ChartSize,
  decalOf,
  itemStyleOf,
  mix,
  tooltipOption,
  tooltipText,
} from './chart-drawing.ts';

export interface BarsProps {
  data: ChartData;
  /** One above the other, each with a scale of its own: what it measures, in words with its unit. */
  panels: readonly string[];
  kind: 'bars' | 'lines';
  /** Where a panel's scale ends, if what is looked at would be too low to see: what is higher is cut off. */
  tops?: readonly (number | undefined)[];
  writeNumber: (value: number, digits?: number) => string;
}

const side = { left: 52, right: 12 };
const axisFoot = 28;
const panelHead = 30;

/** Use over time: a panel for each utility, gaps left open, an earlier period pale beside. */
export function barsDrawing({ data, panels, kind, tops, writeNumber }: BarsProps): ChartDrawing {
  const option = (paint: ChartPaint, size: ChartSize): EChartsCoreOption => {
    const panelHeight = (size.height - axisFoot) / panels.length;
    const isLast = (panel: number) => panel === panels.length - 1;
    const series = data.series.flatMap((one) =>
      kind === 'lines' ? linesOf(one, paint) : barsOf(one, data, paint, panels.length, size.width),
    );
    return {
      ...baseOption(paint),
      tooltip: {
        ...tooltipOption(paint),
        trigger: 'axis',
        axisPointer: { type: kind === 'lines' ? 'line' : 'shadow', shadowStyle: { color: paint.line, opacity: 0.45 } },
        formatter: (params: unknown) => tooltipText(data, placeOf(params)),
      },
      axisPointer: { link: [{ xAxisIndex: 'all' }] },
      grid: panels.map((_, panel) => ({
        ...side,
        top: panel * panelHeight + panelHead,
        height: panelHeight - panelHead - (isLast(panel) ? 0 : 10),
        outerBoundsMode: 'none',
      })),
      xAxis: panels.map((_, panel) => ({
        type: 'category',
        gridIndex: panel,
        data: data.places.map(({ label }) => label),
        boundaryGap: kind === 'bars',
        axisTick: { show: false },
        axisLine: { lineStyle: { color: paint.inkSoft } },
        axisLabel: {
          show: isLast(panel),
          color: paint.inkSoft,
          hideOverlap: true,
          fontSize: 13,
          ...(kind === 'lines' && { interval: (i: number) => i % 36 === 0, alignMinLabel: 'left' }),
        },
      })),
      yAxis: panels.map((title, panel) => ({
        type: 'value',
        gridIndex: panel,
        name: title,
        nameLocation: 'end',
        nameGap: 12,
        nameTextStyle: { align: 'left', color: paint.inkSoft, fontSize: 13, padding: [0, 0, 0, -side.left + 4] },
        splitNumber: 3,
        ...(tops?.[panel] !== undefined && { max: tops[panel], interval: (tops[panel] ?? 0) / 3 }),
        axisLabel: { color: paint.inkSoft, fontSize: 13, formatter: (value: number) => writeNumber(value, 2) },
        splitLine: { lineStyle: { color: paint.line } },
      })),
      series,
    };
  };
  return { option };
}

function placeOf(params: unknown): number {
  const [first] = Array.isArray(params) ? (params as { dataIndex: number }[]) : [params as { dataIndex: number }];
  return first?.dataIndex ?? 0;
}

const unfinished = 0.5;

// Thinner bars than this show no pattern, only noise: there they are plain.
const patternFrom = 6;

function barsOf(one: ChartSeries, data: ChartData, paint: ChartPaint, panels: number, width: number): object[] {
  const isDense = data.places.length > 40;
  const beside = data.series.some(({ look }) => look.role === 'before') ? 2 : 1;
  const barWidth = ((width - side.left - side.right) / data.places.length / beside) * (isDense ? 0.88 : 0.72);
  const { decal, ...plain } = itemStyleOf(one.look, paint);
  const style =
    barWidth < patternFrom ? { ...plain, borderWidth: 0 } : { ...plain, ...(decal !== undefined && { decal }) };
  const shared = {
    type: 'bar',
    xAxisIndex: one.panel,
    yAxisIndex: one.panel,
    stack: `${one.panel} ${one.look.role}`,
    barMaxWidth: 32,
    barGap: '8%',
    barCategoryGap: isDense ? '12%' : '28%',
    emphasis: { disabled: true },
  };
  const isNow = one.look.role === 'now';
  const estimated = one.values.map((value, i) => (isNow ? partOf(value, one.estimated?.[i] ?? 0) : 0));
  const item = (value: number | null, i: number) => ({
    value,
    ...(isNow && data.places[i]?.isUnfinished === true && { itemStyle: { opacity: unfinished } }),
  });
  const isStacked =
    data.series.filter(({ panel, look }) => panel === one.panel && look.role === one.look.role).length > 1;
  return [
    {
      ...shared,
      itemStyle: { ...style, ...(isDense || isStacked ? {} : { borderRadius: [4, 4, 0, 0] }) },
      data: one.values.map((value, i) => item(value === null ? null : value - (estimated[i] ?? 0), i)),
    },
    ...(estimated.some((part) => part > 0)
      ? [
          {
            ...shared,
            itemStyle: itemStyleOf(estimatedLook(one.look), paint),
            data: estimated.map((part, i) => item(part === 0 ? null : part, i)),
          },
        ]
      : []),
    ...gapsOf(one, data, paint, shared, panels),
  ];
}

function partOf(value: number | null, part: number): number {
  return value === null || value <= 0 ? 0 : Math.max(0, Math.min(value, part));
}

/** A gap is a dotted foot where no series of the stack has anything, never a bar of no height. */
function gapsOf(one: ChartSeries, data: ChartData, paint: ChartPaint, shared: object, panels: number): object[] {
  const stack = data.series.filter(({ panel, look }) => panel === one.panel && look.role === one.look.role);
  if (stack[0] !== one || one.look.role === 'before') return [];
  const isGap = data.places.map(
    ({ isAhead }, i) => isAhead !== true && stack.every(({ values }) => values[i] === null),
  );
  if (!isGap.includes(true)) return [];
  const all = data.series.filter(({ panel }) => panel === one.panel).flatMap(({ values }) => values);
  const foot = Math.max(...all.map((value) => value ?? 0)) * 0.03 * panels;
  return [
    {
      ...shared,
      silent: true,
      itemStyle: { color: paint.card, borderColor: paint.inkSoft, borderWidth: 1, borderType: 'dashed' },
      data: isGap.map((gap) => (gap ? foot : null)),
    },
  ];
}

/** A curve with its ground: the pen is lifted at a gap, and a lone value between two gaps is a dot. */
function linesOf(one: ChartSeries, paint: ChartPaint): object[] {
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
