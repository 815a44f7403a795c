import type { EChartsCoreOption } from 'echarts/core';
import { type ChartData, type ChartSeries, estimatedLook, type Hue, hueLooks } from './series-look.ts';
import {
  baseOption,
  type ChartDrawing,
  type ChartPaint,
  type ChartSize,
  decalOf,
  itemStyleOf,
  mix,
} from './chart-drawing.ts';

export interface ChartPanel {
  /** What it measures, in words with its unit. */
  title: string;
  /** Whose colour its title has. */
  hue?: Hue;
  /** Where its scale ends, if not above the largest value: what is higher is cut off. */
  top?: number | undefined;
}

export interface BarsProps {
  data: ChartData;
  /** One above the other, each with a scale of its own. */
  panels: readonly ChartPanel[];
  kind: 'bars' | 'lines';
  /** A figure of a scale. */
  writeNumber: (value: number, digits: number) => string;
}

const side = { left: 52, right: 12 };
const axisFoot = 28;
const panelHead = 32;

/** Use over time: a panel for each utility, gaps left open, an earlier period as a thin outline. */
export function barsDrawing({ data, panels, kind, writeNumber }: BarsProps): ChartDrawing {
  const isBars = kind === 'bars';
  const widthOf = ({ width }: ChartSize) => width - side.left - side.right;
  const option = (paint: ChartPaint, size: ChartSize): EChartsCoreOption => {
    const panelHeight = (size.height - axisFoot) / panels.length;
    const isLast = (panel: number) => panel === panels.length - 1;
    const slot = widthOf(size) / data.places.length;
    const axis = (panel: number) => ({
      type: 'category',
      gridIndex: panel,
      data: data.places.map(({ label }) => label),
      boundaryGap: isBars,
      axisTick: { show: false },
      axisLine: { lineStyle: { color: paint.inkSoft } },
    });
    return {
      ...baseOption(paint),
      grid: panels.map((_, panel) => ({
        ...side,
        top: panel * panelHeight + panelHead,
        height: panelHeight - panelHead - (isLast(panel) ? 0 : 8),
        outerBoundsMode: 'none',
      })),
      xAxis: [
        ...panels.map((_, panel) => ({
          ...axis(panel),
          axisLabel: {
            show: isLast(panel),
            color: paint.inkSoft,
            hideOverlap: true,
            fontSize: 14,
            ...(!isBars && { interval: (i: number) => i % 36 === 0, alignMinLabel: 'left' }),
          },
        })),
        // A second axis in the same place lets the outline be wider than its bar, around the same middle.
        ...panels.map((_, panel) => ({ ...axis(panel), show: false })),
      ],
      yAxis: panels.map(({ title, hue, top }, panel) => {
        const max = top ?? scaleTop(tallest(data, panel));
        const below = Math.ceil(-lowest(data, panel) / (max / 2));
        return {
          type: 'value',
          gridIndex: panel,
          name: title,
          nameLocation: 'end',
          nameGap: 12,
          nameTextStyle: {
            align: 'left',
            color: hue === undefined ? paint.inkSoft : paint.edge[hue],
            fontSize: 14,
            fontWeight: 600,
            padding: [0, 0, 0, -side.left + 2],
          },
          min: below * (-max / 2),
          max,
          interval: max / 2,
          axisLabel: {
            color: paint.inkSoft,
            fontSize: 14,
            formatter: (value: number) => writeNumber(value, digitsOf(max)),
          },
          splitLine: { lineStyle: { color: paint.line } },
        };
      }),
      series: data.series.flatMap((one) =>
        isBars ? barsOf(one, data, paint, slot, panels.length) : linesOf(one, paint),
      ),
    };
  };
  return {
    option,
    placeAt: (x, _, size) => {
      const share = (x - side.left) / widthOf(size);
      const at = isBars ? Math.floor(share * data.places.length) : Math.round(share * (data.places.length - 1));
      return at < 0 || at >= data.places.length ? undefined : Math.max(0, at);
    },
    boxOf: (from, to, size) => {
      const slot = widthOf(size) / (isBars ? data.places.length : Math.max(1, data.places.length - 1));
      const width = isBars ? (to - from + 1) * slot : Math.max(3, (to - from) * slot);
      const left = side.left + from * slot - (isBars ? 0 : 1.5);
      return { kind: 'ground', left, width, top: panelHead - 8, height: size.height - panelHead + 8 };
    },
  };
}

const valuesIn = ({ series }: ChartData, panel: number) =>
  series.filter((one) => one.panel === panel).map(({ values, look }) => ({ values, role: look.role }));

/** The highest stack of a panel. */
export function tallest(data: ChartData, panel: number): number {
  const rows = valuesIn(data, panel);
  const at = (i: number, role: string) =>
    rows.filter((row) => row.role === role).reduce((sum, { values }) => sum + Math.max(0, values[i] ?? 0), 0);
  return Math.max(0, ...data.places.flatMap((_, i) => [at(i, 'now'), at(i, 'before'), at(i, 'floor')]));
}

/** Of a remainder below nothing. */
const lowest = (data: ChartData, panel: number): number =>
  Math.min(0, ...valuesIn(data, panel).flatMap(({ values }) => values.map((value) => value ?? 0)));

const steps = [1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10];

/** The smallest round number that holds `value` and whose half is round as well. */
export function scaleTop(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return Number(((steps.find((step) => step * power >= value * 0.999) ?? 10) * power).toPrecision(6));
}

const digitsOf = (top: number): number => (top < 2 ? 2 : top < 10 ? 1 : 0);

// Thinner bars than this show no pattern, only noise: there they are plain.
const patternFrom = 6;

function barsOf(one: ChartSeries, data: ChartData, paint: ChartPaint, slot: number, panels: number): object[] {
  const isNow = one.look.role === 'now';
  const overhang = Math.max(1, Math.min(5, slot * 0.11));
  const barWidth = Math.max(1, Math.min(50, slot * 0.56));
  const shared = {
    type: 'bar',
    xAxisIndex: isNow ? one.panel : one.panel + panels,
    yAxisIndex: one.panel,
    stack: `${one.panel} ${one.look.role}`,
    barWidth: isNow ? barWidth : barWidth + 2 * overhang,
    emphasis: { disabled: true },
    z: isNow ? 2 : 3,
  };
  const estimated = one.values.map((value, i) => (isNow ? partOf(value, one.estimated?.[i] ?? 0) : 0));
  const styleOf = (look: ChartSeries['look']) => {
    const { decal, ...plain } = itemStyleOf(look, paint);
    if (isNow && barWidth < patternFrom) return { ...plain, borderWidth: 0 };
    return decal === undefined ? plain : { ...plain, decal };
  };
  const isStacked = data.series.filter(({ panel, look }) => panel === one.panel && look.role === 'now').length > 1;
  const round = isStacked || barWidth < patternFrom ? {} : { borderRadius: [3, 3, 0, 0] };
  const item = (look: ChartSeries['look'], value: number | null, i: number) => ({
    value,
    ...(isNow && data.places[i]?.isUnfinished === true && { itemStyle: styleOf({ ...look, isUnfinished: true }) }),
  });
  return [
    {
      ...shared,
      itemStyle: { ...styleOf(one.look), ...(isNow ? round : {}) },
      data: one.values.map((value, i) => item(one.look, value === null ? null : value - (estimated[i] ?? 0), i)),
    },
    ...(estimated.some((part) => part > 0)
      ? [
          {
            ...shared,
            itemStyle: { ...styleOf(estimatedLook(one.look)), ...round },
            data: estimated.map((part, i) => item(estimatedLook(one.look), part === 0 ? null : part, i)),
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
  if (stack[0] !== one || one.look.role !== 'now') return [];
  const isGap = data.places.map(
    ({ isAhead }, i) => isAhead !== true && stack.every(({ values }) => values[i] === null),
  );
  if (!isGap.includes(true)) return [];
  const all = data.series.filter(({ panel }) => panel === one.panel).flatMap(({ values }) => values);
  const foot = Math.max(0, ...all.map((value) => value ?? 0)) * 0.03 * panels;
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
  const color = isBefore ? paint.inkSoft : paint.edge[one.look.hue];
  const decal = decalOf(one.look, paint);
  return [
    {
      ...shared,
      lineStyle: { color, width: isBefore ? 1.4 : 1.75 },
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
      fontSize: 14,
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
