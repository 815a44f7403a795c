import type { EChartsType } from 'echarts/core';
import { ChartColumn, Download, Table2 } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { Card } from '../layout.tsx';
import { classNames } from '../class-names.ts';
import { Menu, type MenuItem } from '../menu.tsx';
import { saveFile } from '../file-transfer.tsx';
import { ChartCanvas, type ChartReading } from './chart-canvas.tsx';
import type { ChartDrawing, ChartSize } from './chart-drawing.ts';
import { ChartLegend } from './chart-legend.tsx';
import { chartPicture } from './chart-picture.ts';
import { chartCsv, ChartTable } from './chart-table.tsx';
import { ChartPanel, ChartTooltip } from './chart-tooltip.tsx';
import { type ChartData, lastBegun, placeText } from './series-look.ts';

/** All that a chart's frame says; `ui` has no language of its own. */
export interface ChartLabels {
  showTable: string;
  showChart: string;
  save: string;
  savePicture: string;
  saveTable: string;
  /** How the chart is read with keys. */
  keys: string;
  /** The same of one whose places can be opened. */
  keysOpen: string;
  /** On a button that says what it opens to who hears it. */
  open: string;
  /** What kind of thing it is, to a screen reader. */
  chart: string;
  failed: string;
  soFar: string;
  estimated: string;
}

/** What lies behind a chart's places. */
export interface ChartOpening {
  /** Shows what `[from, to]` holds. */
  open: (from: number, to: number) => void;
  /** What a press opens, in words; undefined where there is nothing behind it. */
  name: (at: number) => string | undefined;
}

interface ChartFrameProps {
  title: string;
  /** The sentence that the chart proves. */
  sentence: string;
  data: ChartData;
  words: ChartLabels;
  /** Without its ending. */
  fileName: string;
  /** What the figures rest on; written below the saved picture. */
  note: string;
  /** Keep it between renders: a new one is drawn anew. */
  drawing?: ChartDrawing;
  /** In place of a drawing: what says its figures by itself. */
  children?: ReactNode;
  /** The height of the drawing, as classes: it is kept from the first moment. */
  heightClass: string;
  badge?: ReactNode;
  /** Its leading figures, before or after the chart. */
  lead?: ReactNode;
  after?: ReactNode;
  /** Choices of this chart alone, above it. */
  controls?: ReactNode;
  /** Says how the shades are meant, where the series' names do not. */
  legend?: ReactNode;
  stride?: number;
  /** The place that is read when the chart comes. */
  firstRead?: number;
  opening?: ChartOpening | undefined;
  onSweep?: (by: -1 | 1) => void;
  /** What can be done with it; or the way back. */
  hint?: ReactNode;
  className?: string;
}

// A long table scrolls by itself, with keys too.
const scrollable = { tabIndex: 0, role: 'group' };

/** A sentence, the chart that proves it, and the same figures to read, to hear and to take away. */
export function ChartFrame(props: ChartFrameProps) {
  const { title, sentence, data, drawing, words, fileName, note, heightClass, badge, lead, controls, legend } = props;
  const [view, setView] = useState<'chart' | 'table'>(isForcedColours() ? 'table' : 'chart');
  const [hasFailed, setFailed] = useState(false);
  const chart = useRef<EChartsType>(undefined);
  const id = useId();
  const isTable = view === 'table';
  const ViewIcon = isTable ? ChartColumn : Table2;
  const saveTable = () =>
    saveFile(
      new Blob(['\ufeff', chartCsv(data, words.estimated)], { type: 'text/csv;charset=utf-8' }),
      `${fileName}.csv`,
    );
  const savePicture = async () => {
    if (chart.current === undefined) return;
    saveFile(await chartPicture(chart.current, data, { title, sentence, note }), `${fileName}.png`);
  };
  const files: MenuItem[] = [
    ...(isTable || drawing === undefined
      ? []
      : [{ key: 'png', label: words.savePicture, onSelect: () => void savePicture() }]),
    { key: 'csv', label: words.saveTable, onSelect: saveTable },
  ];

  const tools = (
    <span className="flex shrink-0 items-center text-small">
      <button
        type="button"
        aria-pressed={isTable}
        className="inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-control px-2 font-semibold text-leaf hover:bg-leaf-soft"
        onClick={() => {
          setFailed(false);
          setView(isTable ? 'chart' : 'table');
        }}
      >
        <ViewIcon className="size-5" aria-hidden />
        <span className="max-sm:sr-only">{isTable ? words.showChart : words.showTable}</span>
      </button>
      <Menu
        label={`${words.save}: ${title}`}
        trigger={<Download className="size-5 text-leaf" aria-hidden />}
        className="justify-center border-transparent px-3"
        items={files}
      />
    </span>
  );

  return (
    <Card
      title={title}
      aside={
        controls === undefined ? (
          <span className="-my-2.5 flex items-center gap-2">
            {badge}
            {tools}
          </span>
        ) : (
          badge
        )
      }
      className={classNames('flex min-w-0 flex-col', props.className)}
    >
      {lead}
      <p id={`${id}-sentence`} className="mb-3 min-h-[2lh] sm:min-h-[1lh]">
        {sentence}
      </p>
      {controls !== undefined && (
        <div className="mb-2 flex items-center justify-between gap-2">
          <div className="flex min-w-0 flex-wrap items-center gap-2">{controls}</div>
          {tools}
        </div>
      )}
      {drawing !== undefined &&
        (legend !== undefined && !isTable ? legend : <ChartLegend data={data} estimated={words.estimated} />)}
      {isTable ? (
        <div {...scrollable} aria-label={title} className={classNames('overflow-y-auto', heightClass)}>
          <ChartTable caption={title} data={data} soFar={words.soFar} />
        </div>
      ) : drawing === undefined ? (
        props.children
      ) : (
        <ReadChart
          {...props}
          drawing={drawing}
          describedBy={`${id}-sentence ${id}-keys`}
          onReady={(ready) => {
            chart.current = ready;
          }}
          onFail={() => {
            setFailed(true);
            setView('table');
          }}
        />
      )}
      {props.after}
      {hasFailed && (
        <p role="status" className="mt-2 text-small text-ink-soft">
          {words.failed}
        </p>
      )}
      <p id={`${id}-keys`} hidden>
        {props.opening === undefined ? words.keys : words.keysOpen}
      </p>
      {props.hint && <div className="mt-auto flex items-center pt-2 text-small text-ink-soft">{props.hint}</div>}
    </Card>
  );
}

interface ReadChartProps extends ChartFrameProps {
  drawing: ChartDrawing;
  describedBy: string;
  onReady: (chart: EChartsType | undefined) => void;
  onFail: () => void;
}

/** The drawing, and what of it is read: in a box above it, in a panel below it on a narrow screen, and aloud. */
function ReadChart(props: ReadChartProps) {
  const { title, data, drawing, words, heightClass, opening } = props;
  const [reading, setReading] = useState<ChartReading | undefined>(
    props.firstRead === undefined ? undefined : { from: props.firstRead, at: props.firstRead, by: 'keys' },
  );
  const [size, setSize] = useState<ChartSize>();
  // Fewer places may have come since.
  const isThere = reading !== undefined && Math.max(reading.from, reading.at) < data.places.length;
  const read = isThere ? reading : undefined;
  const at = read?.at;
  const shown = at ?? lastBegun(data);
  const behind = opening?.name(shown);
  return (
    <div
      className="@container flex flex-auto flex-col"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (read?.by === 'keys' && !currentTarget.contains(relatedTarget)) setReading(undefined);
      }}
    >
      {/* At least so high; beside a taller card it grows with it. */}
      <div className={classNames('relative w-full flex-auto', heightClass)}>
        {at !== undefined && size !== undefined && (
          <ChartTooltip data={data} at={at} box={drawing.boxOf(at, at, size)} width={size.width} />
        )}
        <ChartCanvas
          drawing={drawing}
          label={title}
          roleName={words.chart}
          describedBy={props.describedBy}
          count={data.places.length}
          stride={props.stride ?? 7}
          reading={read}
          onRead={setReading}
          onChoose={
            opening &&
            ((from, to) => {
              if (opening.name(from) === undefined) return;
              setReading(undefined);
              opening.open(from, to);
            })
          }
          onSweep={props.onSweep}
          onSize={setSize}
          onReady={props.onReady}
          onFail={props.onFail}
        />
      </div>
      <ChartPanel
        data={data}
        at={shown}
        action={
          behind !== undefined && (
            <button
              type="button"
              aria-label={behind}
              className="inline-flex min-h-11 items-center px-2 text-small font-semibold text-leaf"
              onClick={() => opening?.open(shown, shown)}
            >
              {words.open}
            </button>
          )
        }
      />
      <p aria-live="polite" className="sr-only" data-read={at}>
        {at === undefined ? '' : placeText(data, at)}
      </p>
    </div>
  );
}

/** Where the system replaces all colours a drawing would lose its meaning: the table is shown first. */
function isForcedColours(): boolean {
  return typeof matchMedia === 'function' && matchMedia('(forced-colors: active)').matches;
}
