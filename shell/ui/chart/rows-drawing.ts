import type { EChartsCoreOption } from 'echarts/core';
import type { ChartData } from './series-look.ts';
import {
  baseOption,
  type ChartDrawing,
  type ChartPaint,
  type ChartSize,
  itemStyleOf,
  tooltipOption,
  tooltipText,
  wrapWords,
} from './chart-drawing.ts';

export interface RowsProps {
  data: ChartData;
  /** Side by side, each with a scale of its own. */
  panels: readonly string[];
}

const head = 30;
const gap = 14;

/** Lying bars with their names at the left and their figures at their ends: rooms, devices. */
export function rowsDrawing({ data, panels }: RowsProps): ChartDrawing {
  const option = (paint: ChartPaint, { width }: ChartSize): EChartsCoreOption => {
    const names = Math.min(160, Math.max(84, width * 0.27));
    const fontSize = width < 400 ? 13 : 14;
    const wrap = (label: string) => wrapWords(label, names - 10, (text) => paint.measure(text, fontSize)).join('\n');
    const panelWidth = (width - names - gap * (panels.length - 1)) / panels.length;
    const most = panels.map((_, panel) =>
      Math.max(
        0,
        ...data.series.filter((one) => one.panel === panel).flatMap(({ values }) => values.map((v) => v ?? 0)),
      ),
    );
    return {
      ...baseOption(paint),
      tooltip: {
        ...tooltipOption(paint),
        trigger: 'axis',
        axisPointer: { type: 'shadow', shadowStyle: { color: paint.line, opacity: 0.45 } },
        formatter: (params: unknown) => tooltipText(data, (params as { dataIndex: number }[])[0]?.dataIndex ?? 0),
      },
      axisPointer: { link: [{ yAxisIndex: 'all' }] },
      grid: panels.map((_, panel) => ({
        left: names + panel * (panelWidth + gap),
        width: panelWidth,
        top: head,
        bottom: 4,
        outerBoundsMode: 'none',
      })),
      xAxis: panels.map((_, panel) => ({
        type: 'value',
        gridIndex: panel,
        // Room at the end of the longest bar for its figure.
        max: (most[panel] ?? 0) === 0 ? 1 : (most[panel] ?? 0) * (1 + 72 / Math.max(60, panelWidth - 72)),
        show: false,
      })),
      yAxis: panels.map((title, panel) => ({
        type: 'category',
        gridIndex: panel,
        inverse: true,
        name: title,
        nameLocation: 'start',
        nameGap: 10,
        nameTextStyle: { align: 'left', color: paint.inkSoft, fontSize: 13 },
        data: data.places.map(({ label }) => wrap(label)),
        axisTick: { show: false },
        axisLine: { lineStyle: { color: paint.line } },
        axisLabel: {
          show: panel === 0,
          color: paint.ink,
          fontSize,
          lineHeight: 16,
          interval: 0,
          align: 'left',
          margin: names - 4,
        },
      })),
      series: data.series.map((one) => ({
        type: 'bar',
        xAxisIndex: one.panel,
        yAxisIndex: one.panel,
        barMaxWidth: 16,
        barGap: '20%',
        itemStyle: { ...itemStyleOf(one.look, paint), borderRadius: [0, 4, 4, 0] },
        emphasis: { disabled: true },
        label: {
          show: one.look.role === 'now',
          position: 'right',
          color: paint.ink,
          fontSize: 13,
          formatter: ({ dataIndex }: { dataIndex: number }) => one.texts[dataIndex] ?? '',
        },
        data: one.values.map((value) => (value === null ? null : Math.max(0, value))),
      })),
    };
  };
  return { option };
}
