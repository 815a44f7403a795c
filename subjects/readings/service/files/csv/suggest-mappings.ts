/** Options to begin with: what titles, the file's name and the numbers themselves suggest. */
import {
  interchangeOf,
  firstUtility,
  type ImportKind,
  type ImportUnit,
  kindsOf,
  type Utility,
  utilities,
  utilityOf,
  isUnitOf,
} from '#catalogue/index.ts';
import type { ImportMapping } from '../../../contract/imports.ts';
import type { Layout } from './table-layout.ts';
import type { Scan, SeriesScan } from './scan-table.ts';
import { type TitleHints, titleHints } from './title-hints.ts';

/** Rises nearly always, from a number larger than its steps: what a counter does and an amount seldom does. */
const looksLikeCounter = ({ count, falls, rises, max }: SeriesScan): boolean =>
  count > 3 && rises > 0 && falls * 500 <= count && rises > falls * 10 && max > 0;

/** Falls too often for a counter. */
const looksLikeAmounts = ({ count, falls, rises }: SeriesScan): boolean =>
  falls > rises / 4 || (falls > 0 && falls * 500 > count);

/** In fewer rows, amounts may well have risen by chance. */
const minDay = 24;

interface Meaning {
  readonly kind: ImportKind;
  /** Title and numbers contradict each other, or neither decides. */
  readonly isOpen: boolean;
}

/** `isStatistics`: its titles are Home Assistant's, and mean what they say. */
const meaningOf = (unit: ImportUnit, hinted: ImportKind | null, series: SeriesScan, isStatistics: boolean): Meaning => {
  const kinds = kindsOf(unit);
  const [usual = 'interval'] = kinds;
  if (kinds.length === 1) return { kind: usual, isOpen: false };
  const told = hinted !== null && kinds.includes(hinted) ? hinted : null;
  if (told !== null && isStatistics) return { kind: told, isOpen: false };
  const isCounter = looksLikeCounter(series);
  if (told === 'counter') {
    const contradicts = series.falls > series.rises / 4;
    return { kind: contradicts ? 'interval' : 'counter', isOpen: contradicts };
  }
  if (told !== null) return { kind: isCounter && series.count >= minDay ? 'counter' : told, isOpen: isCounter };
  // What never changes is a device that draws evenly; a counter that stands still would have used nothing.
  return { kind: isCounter ? 'counter' : usual, isOpen: series.rises > 0 && !looksLikeAmounts(series) };
};

export interface Suggested {
  readonly mapping: ImportMapping;
  readonly series: SeriesScan;
  /** The kind is a guess. */
  readonly isKindOpen: boolean;
  /** So is the unit, and a wrong one would be wrong a thousand times. */
  readonly isUnitOpen: boolean;
  readonly flow: TitleHints['flow'];
  readonly utility: Utility;
  readonly name: string;
}

/** Cells below zero in more than this share of its rows: a column that nets. */
const netShare = 0.05;

const suggestOne = (series: SeriesScan, around: readonly TitleHints[], isStatistics: boolean): Suggested => {
  const own = titleHints(series.name);
  const hints = [own, titleHints(series.unitText), ...around];
  const first = <T>(pick: (hint: TitleHints) => T | null): T | null =>
    hints.map(pick).find((one) => one !== null) ?? null;
  const unitHint = first((hint) => hint.unit);
  // Several are counted in cubic metres: the title says which.
  const named = first((hint) => hint.utility);
  const isNamed = named !== null && (unitHint === null || isUnitOf(unitHint, named));
  const utility: Utility = isNamed ? named : unitHint ? utilityOf(unitHint) : firstUtility;
  const unit = unitHint ?? utilities[utility].usualUnit;
  // A meter's own name says what it measures; which of its numbers a row holds, the column's title says.
  const hinted = isStatistics ? (around[0]?.kind ?? null) : first((hint) => hint.kind);
  const { kind, isOpen } = meaningOf(unit, hinted, series, isStatistics);
  const isNet = kind !== 'counter' && series.negatives > series.count * netShare;
  const flow = own.flow ?? (isNet ? 'net' : null);
  const isUnitOpen = unitHint === null && hinted === 'mean';
  const device = { name: (own.name || interchangeOf(utility).meterName).slice(0, 80), room: own.room, utility };
  // A unit that is told and that we do not know is something else: °C, %, money.
  const isForeign = series.unitText !== '' && titleHints(series.unitText).unit === null;
  const isOther = own.other || isForeign || series.count === 0;
  const isLeft = isOther || flow !== null || isUnitOpen;
  const target = isLeft ? { skip: true as const } : { newDevice: device };
  return {
    mapping: { column: series.name, target, unit, kind },
    series,
    isKindOpen: isOpen && !isLeft,
    isUnitOpen: isUnitOpen && !isOther && flow === null,
    flow: isOther ? null : flow,
    utility,
    name: own.name,
  };
};

/** The same use told twice (a counter and its steps) would count twice: the counter is kept. */
const tellsTheSame = (one: Suggested, all: readonly Suggested[]): boolean =>
  one.mapping.kind === 'interval' &&
  all.some((other) => other.mapping.kind === 'counter' && other.utility === one.utility && other.name === one.name);

export const suggestMappings = (layout: Layout, scan: Scan, fileName: string): Suggested[] => {
  const file = titleHints(fileName.replace(/(\.(csv|tsv|txt|gz))+$/i, ''));
  const around = layout.valueColumn === undefined ? [file] : [titleHints(layout.valueColumn), file];
  const names = layout.layout === 'wide' ? layout.valueColumns : [...scan.series.keys()];
  const suggested = names.flatMap((name) => {
    const series = scan.series.get(name);
    return series ? [suggestOne(series, around, layout.isStatistics)] : [];
  });
  return suggested.map((one) =>
    tellsTheSame(one, suggested)
      ? { ...one, isKindOpen: false, mapping: { ...one.mapping, target: { skip: true } } }
      : one,
  );
};
