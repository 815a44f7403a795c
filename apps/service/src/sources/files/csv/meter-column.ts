/** Which column tells meters apart where no title says it: the one without which many rows would speak of the same time. */
import { csvRows } from './csv-rows.ts';
import type { Layout, Table } from './table-layout.ts';
import { type OpenFile, unpackedChunks } from '../unpacked-chunks.ts';

/** Of so many times all rows are looked at; of longer files, of a share of the times. */
const maxTimes = 10_000;
const maxNames = 300;
const maxRowsPerTime = 400;
/** Of rows beyond the first of their time: fewer are mistakes, or autumn's repeated hour. */
const minShare = 0.01;

interface Candidate {
  readonly index: number;
  readonly title: string;
  readonly names: Set<string>;
}

const hashOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
};

/** All rows of a share of the file's times; the same row twice is one. */
const timeSample = (): { add(time: string, row: string): void; readonly times: ReadonlyMap<string, Set<string>> } => {
  const times = new Map<string, Set<string>>();
  let share = 1;
  return {
    times,
    add(time, row) {
      if (hashOf(time) % share !== 0) return;
      const rows = times.get(time);
      if (rows && rows.size < maxRowsPerTime) rows.add(row);
      if (rows) return;
      times.set(time, new Set([row]));
      if (times.size <= maxTimes) return;
      share *= 2;
      for (const one of times.keys()) if (hashOf(one) % share !== 0) times.delete(one);
    },
  };
};

export const meterColumnIn = async (open: OpenFile, table: Table, layout: Layout): Promise<string | null> => {
  const place = (title: string): number => table.columns.indexOf(title);
  const time = place(layout.timeColumn);
  const clock = layout.clockColumn === undefined ? -1 : place(layout.clockColumn);
  let candidates = layout.candidates.map((title): Candidate => ({ index: place(title), title, names: new Set() }));
  const sample = timeSample();
  for await (const some of csvRows(
    unpackedChunks(open, () => {}),
    table.delimiter,
  )) {
    for (const { line, cells } of some) {
      if (line <= table.titleLine) continue;
      for (const { index, names } of candidates) names.add(cells[index] ?? '');
      sample.add(`${cells[time]} ${cells[clock] ?? ''}`, cells.join('\t'));
    }
    candidates = candidates.filter(({ names }) => names.size <= maxNames);
    if (candidates.length === 0) return null;
  }
  let [rows, beyond] = [0, 0];
  const alike = new Map(candidates.map(({ title }) => [title, 0]));
  for (const some of sample.times.values()) {
    rows += some.size;
    beyond += some.size - 1;
    if (some.size === 1) continue;
    const all = [...some].map((row) => row.split('\t'));
    for (const { index, title } of candidates) {
      const names = new Set(all.map((cells) => cells[index]));
      alike.set(title, (alike.get(title) ?? 0) + some.size - names.size);
    }
  }
  if (beyond <= rows * minShare) return null;
  const apart = candidates
    .filter(({ title, names }) => names.size > 1 && (alike.get(title) ?? 0) * 10 <= beyond)
    .sort((a, b) => (alike.get(a.title) ?? 0) - (alike.get(b.title) ?? 0));
  return apart[0]?.title ?? null;
};
