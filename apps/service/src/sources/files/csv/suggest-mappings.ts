/** Options to begin with: what titles, the file's name and the numbers themselves suggest. */
import { type ImportKind, type ImportMapping, type ImportUnit, importUnits, type Utility } from '@wattershed/contracts';
import type { Layout } from './table-layout.ts';
import type { Scan, SeriesScan } from './scan-table.ts';
import { type TitleHints, titleHints } from './title-hints.ts';

/** Rises nearly always, from a number larger than its steps: what a counter does and an amount does not. */
const looksLikeCounter = ({ count, falls, rises, max }: SeriesScan): boolean =>
  count > 3 && rises > 0 && falls * 500 <= count && rises > falls * 10 && max > 0;

const kindFor = (unit: ImportUnit, hinted: ImportKind | null, series: SeriesScan): ImportKind => {
  const kinds: readonly ImportKind[] = importUnits[unit].kinds;
  const kind = looksLikeCounter(series)
    ? 'counter'
    : hinted === 'counter' && series.falls > series.rises / 4
      ? 'interval'
      : hinted;
  return kind && kinds.includes(kind) ? kind : (kinds[0] ?? 'interval');
};

const usualUnit: Record<Utility, ImportUnit> = { electricity: 'kWh', water: 'L' };
const usualName: Record<Utility, string> = { electricity: 'Electricity', water: 'Water' };

interface Suggested {
  readonly mapping: ImportMapping;
  readonly utility: Utility;
  readonly name: string;
}

const suggestOne = (series: SeriesScan, around: readonly TitleHints[]): Suggested => {
  const own = titleHints(series.name);
  const hints = [own, titleHints(series.unitText), ...around];
  const first = <T>(pick: (hint: TitleHints) => T | null): T | null =>
    hints.map(pick).find((one) => one !== null) ?? null;
  const unitHint = first((hint) => hint.unit);
  const utility: Utility = unitHint ? importUnits[unitHint].utility : (first((hint) => hint.utility) ?? 'electricity');
  const unit = unitHint ?? usualUnit[utility];
  const kind = kindFor(
    unit,
    first((hint) => hint.kind),
    series,
  );
  const device = { name: (own.name || usualName[utility]).slice(0, 80), room: own.room, utility };
  // A unit that is told and that we do not know is something else: °C, %, money.
  const isForeign = series.unitText !== '' && titleHints(series.unitText).unit === null;
  const isOther = own.other || isForeign || series.count === 0;
  const target = isOther ? { skip: true as const } : { newDevice: device };
  return { mapping: { column: series.name, target, unit, kind }, utility, name: own.name };
};

/** The same use told twice (a counter and its steps) would count twice: the counter is kept. */
const tellsTheSame = (one: Suggested, all: readonly Suggested[]): boolean =>
  one.mapping.kind === 'interval' &&
  all.some((other) => other.mapping.kind === 'counter' && other.utility === one.utility && other.name === one.name);

export const suggestMappings = (layout: Layout, scan: Scan, fileName: string): ImportMapping[] => {
  const file = titleHints(fileName.replace(/(\.(csv|tsv|txt|gz))+$/i, ''));
  const around = layout.valueColumn === undefined ? [file] : [titleHints(layout.valueColumn), file];
  const names = layout.layout === 'wide' ? layout.valueColumns : [...scan.series.keys()];
  const suggested = names.flatMap((name) => {
    const series = scan.series.get(name);
    return series ? [suggestOne(series, around)] : [];
  });
  return suggested.map((one) =>
    tellsTheSame(one, suggested) ? { ...one.mapping, target: { skip: true } } : one.mapping,
  );
};
