import type { EChartsType } from 'echarts/core';
import { Download } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { Card } from '../layout.tsx';
import { classNames } from '../class-names.ts';
import { Menu } from '../menu.tsx';
import { saveFile } from '../file-transfer.tsx';
import { Cell, HeaderCell, Table } from '../table.tsx';
import { ChartCanvas } from './chart-canvas.tsx';
import type { ChartDrawing } from './chart-drawing.ts';
import { ChartLegend } from './chart-legend.tsx';
import { chartPicture } from './chart-picture.ts';
import { type ChartData, placeText } from './series-look.ts';

/** All that a chart's frame says; `ui` has no language of its own. */
export interface ChartLabels {
  showTable: string;
  showChart: string;
  save: string;
  savePicture: string;
  saveTable: string;
  /** How the chart is read with keys, for those who hear it. */
  keys: string;
  /** What kind of thing it is, to a screen reader. */
  chart: string;
  failed: string;
  soFar: string;
  estimated: string;
}

interface ChartFrameProps {
  title: string;
  /** The sentence that the chart proves. */
  sentence: string;
  data: ChartData;
  /** Keep it between renders: a new one is drawn anew. */
  drawing: ChartDrawing;
  words: ChartLabels;
  /** Without its ending. */
  fileName: string;
  /** What the figures rest on; written below the saved picture. */
  note: string;
  /** The height of the drawing, as classes: it is kept from the first moment. */
  heightClass: string;
  badge?: ReactNode;
  /** Choices of this chart alone, above it. */
  controls?: ReactNode;
  /** Says how the shades are meant, where the series' names do not. */
  legend?: ReactNode;
  stride?: number;
  /** The place that is read when the chart comes. */
  firstRead?: number;
  className?: string;
}

// A long table scrolls by itself, with keys too.
const scrollable = { tabIndex: 0, role: 'group' };

/** A sentence, the chart that proves it, and the same figures to read, to hear and to take away. */
export function ChartFrame(props: ChartFrameProps) {
  const { title, sentence, data, drawing, words, fileName, note, heightClass, badge, controls, legend, className } =
    props;
  const [view, setView] = useState<'chart' | 'table'>(isForcedColours() ? 'table' : 'chart');
  const [hasFailed, setFailed] = useState(false);
  const [at, setAt] = useState(props.firstRead);
  const chart = useRef<EChartsType>(undefined);
  const id = useId();
  const isTable = view === 'table';
  const saveTable = () =>
    saveFile(new Blob(['\ufeff', chartCsv(data)], { type: 'text/csv;charset=utf-8' }), `${fileName}.csv`);
  const savePicture = async () => {
    if (chart.current === undefined) return;
    saveFile(await chartPicture(chart.current, data, { title, sentence, note }), `${fileName}.png`);
  };
  const switchView = () => {
    setFailed(false);
    setAt(undefined);
    setView(isTable ? 'chart' : 'table');
  };

  return (
    <Card
      title={title}
      aside={
        <span className="-my-2 flex flex-wrap items-center gap-x-1">
          {badge}
          <button
            type="button"
            aria-pressed={isTable}
            className="inline-flex min-h-11 items-center rounded-control px-2 font-semibold text-leaf hover:bg-leaf-soft"
            onClick={switchView}
          >
            {isTable ? words.showChart : words.showTable}
          </button>
          <Menu
            label={`${words.save}: ${title}`}
            trigger={<Download className="size-5 text-leaf" aria-hidden />}
            className="justify-center border-transparent px-3 text-small"
            items={[
              ...(isTable ? [] : [{ key: 'png', label: words.savePicture, onSelect: () => void savePicture() }]),
              { key: 'csv', label: words.saveTable, onSelect: saveTable },
            ]}
          />
        </span>
      }
      className={classNames('flex min-w-0 flex-col', className)}
    >
      <p id={`${id}-sentence`} className="mb-3 min-h-[2lh] sm:min-h-[1lh]">
        {sentence}
      </p>
      {controls !== undefined && <div className="mb-3 flex flex-wrap items-center gap-2">{controls}</div>}
      {legend !== undefined && !isTable ? legend : <ChartLegend data={data} at={at} estimated={words.estimated} />}
      {isTable ? (
        <div {...scrollable} aria-label={title} className={classNames('overflow-y-auto', heightClass)}>
          <ChartTable caption={title} data={data} soFar={words.soFar} />
        </div>
      ) : (
        // At least so high; beside a taller card it grows with it.
        <div className={classNames('relative w-full flex-auto', heightClass)}>
          <ChartCanvas
            drawing={drawing}
            label={title}
            roleName={words.chart}
            describedBy={`${id}-sentence ${id}-keys`}
            count={data.places.length}
            stride={props.stride ?? 7}
            at={at}
            onRead={setAt}
            onReady={(ready) => {
              chart.current = ready;
            }}
            onFail={() => {
              setFailed(true);
              setView('table');
            }}
          />
        </div>
      )}
      {hasFailed && (
        <p role="status" className="mt-2 text-small text-ink-soft">
          {words.failed}
        </p>
      )}
      <p id={`${id}-keys`} hidden>
        {words.keys}
      </p>
      <p aria-live="polite" className="sr-only" data-read={at}>
        {at === undefined ? '' : placeText(data, at)}
      </p>
    </Card>
  );
}

/** The chart's figures as a table: the same words in the same order. */
function ChartTable({ caption, data, soFar }: { caption: string; data: ChartData; soFar: string }) {
  return (
    <Table caption={caption}>
      <thead className="sticky top-0 bg-card">
        <tr>
          <HeaderCell>{data.placeHeading}</HeaderCell>
          {data.series.map(({ key, name }) => (
            <HeaderCell key={key} numeric>
              {name}
            </HeaderCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.places.map((place, at) => (
          <tr key={place.key}>
            <th scope="row" className="border-b border-line py-2.5 pr-2 text-left font-normal">
              {place.name}
              {place.isUnfinished === true && `, ${soFar}`}
            </th>
            {data.series.map(({ key, texts }) => (
              <Cell key={key} numeric className="whitespace-nowrap">
                {texts[at]}
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Where the system replaces all colours a drawing would lose its meaning: the table is shown first. */
function isForcedColours(): boolean {
  return typeof matchMedia === 'function' && matchMedia('(forced-colors: active)').matches;
}

/** The table as a file: plain numbers with a point, empty where nothing was measured. */
export function chartCsv({ placeHeading, places, series }: ChartData): string {
  const head = [placeHeading, ...series.map(({ name, unit }) => `${name} (${unit})`)];
  const rows = places.map(({ name }, at) => [name, ...series.map(({ values }) => values[at] ?? null)]);
  return [head, ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  // A spreadsheet would run a name that begins like a formula.
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
