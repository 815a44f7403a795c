import type { EChartsType } from 'echarts/core';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNearView } from '../../parts/near-view.tsx';
import { Skeleton } from '../skeleton.tsx';
import { type ChartDrawing, readPaint } from './chart-drawing.ts';

interface ChartCanvasProps {
  drawing: ChartDrawing;
  label: string;
  roleName: string;
  describedBy: string;
  /** How many places there are to read. */
  count: number;
  /** How many places one Page key passes. */
  stride: number;
  /** The place that is read with keys. */
  at: number | undefined;
  onRead: (at: number | undefined) => void;
  onReady: (chart: EChartsType | undefined) => void;
  onFail: () => void;
}

// It is read with the arrow keys.
const reachable = { tabIndex: 0 };

/** The drawing itself, in a place whose size its parent has set. It is made when it comes into view; the library is fetched for the first of them. */
export function ChartCanvas(props: ChartCanvasProps) {
  const { drawing, label, roleName, describedBy, count, stride, at, onRead, onReady, onFail } = props;
  const box = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<EChartsType>();
  const isNear = useNearView(box);
  const ready = useEffectEvent(onReady);
  const letters = useEffectEvent(() => waitForLetters(label));
  const fail = useEffectEvent(onFail);

  useEffect(() => {
    if (!isNear) return;
    let isGone = false;
    let made: EChartsType | undefined;
    const begin = async () => {
      if (typeof ResizeObserver === 'undefined') throw new Error('this browser is too old for drawings');
      const [{ init }] = await Promise.all([import('./echarts.ts'), letters()]);
      if (isGone || box.current === null) return;
      made = init(box.current, undefined, { renderer: 'canvas' });
      setChart(made);
      ready(made);
    };
    begin().catch(() => !isGone && fail());
    return () => {
      isGone = true;
      ready(undefined);
      made?.dispose();
    };
  }, [isNear]);

  useEffect(() => {
    const node = box.current;
    if (chart === undefined || chart.isDisposed() || node === null) return;
    const draw = () => {
      if (node.clientWidth === 0) return;
      const size = { width: node.clientWidth, height: node.clientHeight };
      chart.resize({ ...size, silent: true });
      chart.setOption(drawing.option(readPaint(), size), { notMerge: true });
    };
    draw();
    const observer = new ResizeObserver(() => {
      if (node.clientWidth !== chart.getWidth() || node.clientHeight !== chart.getHeight()) draw();
    });
    observer.observe(node);
    return () => observer.disconnect();
  }, [chart, drawing]);

  useEffect(() => {
    if (chart === undefined || chart.isDisposed()) return;
    chart.dispatchAction({ type: 'downplay', seriesIndex: 0 });
    if (at === undefined) chart.dispatchAction({ type: 'hideTip' });
    else chart.dispatchAction(drawing.point?.(at) ?? { type: 'showTip', seriesIndex: 0, dataIndex: at });
  }, [chart, drawing, at]);

  const onKeyDown = (event: KeyboardEvent) => {
    const from = at ?? (event.key === 'ArrowLeft' ? count : -1);
    const target = {
      ArrowLeft: from - 1,
      ArrowRight: from + 1,
      PageUp: from - stride,
      PageDown: from + stride,
      Home: 0,
      End: count - 1,
    }[event.key];
    if (event.key === 'Escape') onRead(undefined);
    if (target === undefined || count === 0) return;
    event.preventDefault();
    onRead(Math.max(0, Math.min(count - 1, target)));
  };

  return (
    <div
      role="application"
      aria-roledescription={roleName}
      aria-label={label}
      aria-describedby={describedBy}
      {...reachable}
      className="absolute inset-0 rounded-control outline-offset-4"
      onKeyDown={onKeyDown}
      onBlur={() => onRead(undefined)}
    >
      {chart === undefined && <Skeleton className="absolute inset-0 h-full rounded-control" />}
      <div ref={box} aria-hidden="true" className="size-full" data-drawn={chart !== undefined} />
    </div>
  );
}

const maxWaitMs = 2000;

/** The library keeps how wide a text was when it first measured it, so the letters of its script must be there before: they come when asked for. */
async function waitForLetters(text: string): Promise<unknown> {
  const late = new Promise((resolve) => setTimeout(resolve, maxWaitMs));
  const letters = document.fonts
    .load(`14px ${getComputedStyle(document.body).fontFamily}`, text)
    .catch(() => undefined);
  return Promise.race([letters, late]);
}
