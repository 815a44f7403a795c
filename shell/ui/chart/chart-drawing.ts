import type { EChartsCoreOption } from 'echarts/core';
import type { ChartPaint } from './chart-paint.ts';

export interface ChartSize {
  width: number;
  height: number;
}

/** How some data is drawn: the library's option, and how it shows that a place is being read. */
export interface ChartDrawing {
  option: (paint: ChartPaint, size: ChartSize) => EChartsCoreOption;
  /** The action that marks place `at`; by default the tooltip of the first series. */
  point?: (at: number) => Record<string, unknown> & { type: string };
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
