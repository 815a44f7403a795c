import type { EChartsType } from 'echarts/core';
import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNearView } from '../../parts/near-view.tsx';
import { Skeleton } from '../skeleton.tsx';
import { type ChartBox, type ChartDrawing, type ChartSize, readPaint } from './chart-drawing.ts';

/** The places that are read, from where reading them began: the same where it is one. */
export interface ChartReading {
  from: number;
  at: number;
  by: 'pointer' | 'touch' | 'keys';
}

interface ChartCanvasProps {
  drawing: ChartDrawing;
  label: string;
  roleName: string;
  describedBy: string;
  /** How many places there are to read. */
  count: number;
  /** How many places one Page key passes. */
  stride: number;
  reading: ChartReading | undefined;
  onRead: (reading: ChartReading | undefined) => void;
  /** Pressed, or chosen by dragging and with Shift: the first and the last place. */
  onChoose: ((from: number, to: number) => void) | undefined;
  /** A finger has swept over it: -1 for what came before, 1 for what comes after. */
  onSweep: ((by: -1 | 1) => void) | undefined;
  onSize: (size: ChartSize) => void;
  onReady: (chart: EChartsType | undefined) => void;
  onFail: () => void;
}

// It is read with the arrow keys.
const reachable = { tabIndex: 0 };

/** The drawing itself, in a place whose size its parent has set. It is made when it comes into view; the library is fetched for the first of them. */
export function ChartCanvas(props: ChartCanvasProps) {
  const { drawing, label, roleName, describedBy, reading, onSize, onReady, onFail } = props;
  const box = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<EChartsType>();
  const [size, setSize] = useState<ChartSize>();
  const isNear = useNearView(box);
  const ready = useEffectEvent(onReady);
  const letters = useEffectEvent(() => waitForLetters(label));
  const fail = useEffectEvent(onFail);
  const told = useEffectEvent((now: ChartSize) => {
    setSize(now);
    onSize(now);
  });

  useEffect(() => {
    if (!isNear) return;
    let isGone = false;
    let made: EChartsType | undefined;
    const begin = async () => {
      if (typeof ResizeObserver === 'undefined') throw new Error('this browser is too old for drawings');
      // What stands around it is painted first: the library must not take the network from it.
      await new Promise((go) => setTimeout(go, 100));
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
    const draw = (isResized = false) => {
      if (node.clientWidth === 0) return;
      const now = { width: node.clientWidth, height: node.clientHeight };
      chart.resize({ ...now, silent: true });
      const option = drawing.option(readPaint(), now);
      // What only has another size does not move to it.
      chart.setOption(isResized ? { ...option, animation: false } : option, { notMerge: true });
      told(now);
    };
    let isGone = false;
    void ownTurn().then(() => !isGone && draw());
    const observer = new ResizeObserver(() => {
      if (node.clientWidth !== chart.getWidth() || node.clientHeight !== chart.getHeight()) draw(true);
    });
    observer.observe(node);
    return () => {
      isGone = true;
      observer.disconnect();
    };
  }, [chart, drawing]);

  const pointing = usePointing(props, size);
  const onKeyDown = useKeys(props);
  const mark = reading && size && drawing.boxOf(...ends(reading), size);

  return (
    <div
      role="application"
      aria-roledescription={roleName}
      aria-label={label}
      aria-describedby={describedBy}
      {...reachable}
      className="absolute inset-0 touch-pan-y rounded-control outline-offset-4 select-none"
      onKeyDown={onKeyDown}
      {...pointing}
    >
      {mark?.kind === 'ground' && <Mark box={mark} className="rounded-[6px] bg-line/60" />}
      {chart === undefined && <Skeleton className="absolute inset-0 h-full rounded-control" />}
      <div ref={box} aria-hidden="true" className="size-full" data-drawn={chart !== undefined} />
      {mark?.kind === 'ring' && <Mark box={mark} className="rounded-[2px] border-2 border-ink" />}
    </div>
  );
}

function Mark({ box: { left, top, width, height }, className }: { box: ChartBox; className: string }) {
  return (
    <span
      aria-hidden="true"
      className={`pointer-events-none absolute ${className}`}
      style={{ left, top, width, height }}
    />
  );
}

export const ends = ({ from, at }: ChartReading): [number, number] => [Math.min(from, at), Math.max(from, at)];

/** A finger that moves less has pressed. */
const maxPressPx = 10;
const minSweepPx = 48;

/** With a mouse: what lies below it is read, a press opens it, and dragging chooses several. With a finger: a press reads, a sweep leads on. */
function usePointing({ drawing, reading, onRead, onChoose, onSweep }: ChartCanvasProps, size: ChartSize | undefined) {
  const pressed = useRef<{ x: number; y: number; at: number | undefined }>(undefined);
  const placeOf = (event: PointerEvent) => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return size && drawing.placeAt(event.clientX - left, event.clientY - top, size);
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      pressed.current = { x: event.clientX, y: event.clientY, at: placeOf(event) };
      if (event.pointerType === 'mouse') event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent) => {
      if (event.pointerType !== 'mouse') return;
      const at = placeOf(event);
      const from = pressed.current?.at;
      if (from === undefined) onRead(at === undefined ? undefined : { from: at, at, by: 'pointer' });
      else if (at !== undefined) onRead({ from: onChoose === undefined ? at : from, at, by: 'pointer' });
    },
    onPointerUp: (event: PointerEvent) => {
      const begun = pressed.current;
      pressed.current = undefined;
      if (begun === undefined) return;
      const moved = { x: event.clientX - begun.x, y: event.clientY - begun.y };
      if (event.pointerType !== 'mouse') {
        const { at } = begun;
        if (Math.hypot(moved.x, moved.y) < maxPressPx)
          onRead(at === undefined ? undefined : { from: at, at, by: 'touch' });
        else if (Math.abs(moved.x) > minSweepPx && Math.abs(moved.x) > 2 * Math.abs(moved.y))
          onSweep?.(moved.x < 0 ? 1 : -1);
        return;
      }
      if (begun.at !== undefined && reading !== undefined) onChoose?.(...ends({ ...reading, from: begun.at }));
    },
    onPointerCancel: () => {
      pressed.current = undefined;
    },
    onPointerLeave: (event: PointerEvent) => {
      if (event.pointerType === 'mouse' && pressed.current === undefined) onRead(undefined);
    },
  };
}

/** Arrows move over the places, with Shift they choose several; Enter opens what is chosen. */
function useKeys({ count, stride, reading, onRead, onChoose }: ChartCanvasProps) {
  return (event: KeyboardEvent) => {
    if (event.key === 'Escape') onRead(undefined);
    if (event.key === 'Enter' && reading !== undefined && onChoose !== undefined) {
      event.preventDefault();
      onChoose(...ends(reading));
    }
    const begin = reading?.at ?? (event.key === 'ArrowLeft' ? count : -1);
    const target = {
      ArrowLeft: begin - 1,
      ArrowRight: begin + 1,
      PageUp: begin - stride,
      PageDown: begin + stride,
      Home: 0,
      End: count - 1,
    }[event.key];
    if (target === undefined || count === 0) return;
    event.preventDefault();
    const at = Math.max(0, Math.min(count - 1, target));
    const isChoosing = event.shiftKey && onChoose !== undefined;
    onRead({ from: isChoosing ? (reading?.from ?? at) : at, at, by: 'keys' });
  };
}

let lastTurn: Promise<unknown> = Promise.resolve();

/** Several charts of a page are drawn one after the other, so that a slow phone can answer a touch between them. */
function ownTurn(): Promise<unknown> {
  lastTurn = lastTurn.then(() => new Promise((next) => setTimeout(next)));
  return lastTurn;
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
