/** What a person sees before an import: the whole file counted, its first rows, and options that probably fit. */
import {
  firstUtility,
  flowsOf,
  type ImportKind,
  type ImportUnit,
  interchangeOf,
  isUnitOf,
  kindsOf,
  utilities,
  type Utility,
  usualUtilities,
  utilityOf,
} from '#catalogue/index.ts';
import { type OffsetAt, zoneOffsets } from '#catalogue/zone-clock.ts';
import {
  type ImportMapping,
  type ImportPreview,
  type ImportQuestion,
  returnedColumn,
} from '../../../contract/imports.ts';
import { endReading, FileError, type FileResult, type OpenFile } from '../open-file.ts';
import { openTable, type ReadPlan, withMeterColumn } from './open-table.ts';
import { type FileProblem, type Scan, scanTable, type SeriesScan } from './scan-table.ts';
import { hoursIn, type Layout, mentions, titleHints, type TitleHints } from './table-layout.ts';

/** What a file itself shows. */
export type TablePreview = Omit<ImportPreview, 'fileId' | 'bytes' | 'importedBefore'>;

const sampleRows = 10;

const instant = (at: number | null): string | null => (at === null ? null : new Date(at * 1000).toISOString());

const spanish = new Set(['Europe/Madrid', 'Africa/Ceuta', 'Atlantic/Canary']);
/** Supply points have such codes in Spain only. */
const isSpanish = ({ meterColumn = '' }: Layout): boolean => /^cups$/i.test(meterColumn);

const daySeconds = 86_400;

/** What its titles say of where in its row a time stands; null: nothing. */
const toldStamp = (layout: Layout, isHours: boolean): 'start' | 'end' | null => {
  const { timeColumn, clockColumn = '' } = layout;
  if (isHours || layout.isStatistics) return 'start';
  for (const title of [clockColumn, timeColumn]) {
    if (mentions(title, /\b(start|from|begin|beginning|desde|inicio|von|beginn)\b/)) return 'start';
    if (mentions(title, /\b(end|ending|until|to|bis|hasta|fin|ende)\b/)) return 'end';
  }
  return null;
};

/** A file whose first time is a row past midnight, and whose last one is midnight, names its rows by their end. */
const likelyStamp = ({ firstAt, lastAt, stepS }: Scan, offsetAt: OffsetAt): 'start' | 'end' => {
  if (firstAt === null || lastAt === null || stepS === null || daySeconds % stepS !== 0) return 'start';
  const clockOf = (at: number): number => (((at + offsetAt(at)) % daySeconds) + daySeconds) % daySeconds;
  return stepS < daySeconds && clockOf(firstAt) === stepS && clockOf(lastAt) === 0 ? 'end' : 'start';
};

const questionsOf = (suggested: readonly Suggested[], isStampOpen: boolean): ImportQuestion[] => [
  ...(isStampOpen && suggested.some(({ mapping: { target, kind } }) => !('skip' in target) && kind !== 'counter')
    ? [{ code: 'stamp' as const }]
    : []),
  ...suggested.flatMap(({ mapping: { column }, isKindOpen, isUnitOpen, series }): ImportQuestion[] => [
    ...(isKindOpen ? [{ code: 'kind' as const, column, asCounter: series.rose, asAmounts: series.sum }] : []),
    ...(isUnitOpen ? [{ code: 'unit' as const, column }] : []),
  ]),
];

/** What is left out, contradicts itself, or is no use, by name. */
const leftOut = (layout: Layout, suggested: readonly Suggested[]): FileProblem[] => {
  const problem = (column: string, flow: TitleHints['flow'], isSplit = false): FileProblem => ({
    line: 0,
    column,
    code: isSplit ? 'net-split' : flow === 'net' ? 'net-left-out' : 'returned-left-out',
    detail: '',
  });
  const { valueColumn, backColumn } = layout;
  const beside =
    layout.layout === 'wide'
      ? []
      : layout.valueColumns.filter((title) => title !== valueColumn && title !== backColumn);
  return [
    ...beside.flatMap((title) => {
      const { flow } = titleHints(title);
      return flow === null ? [] : [problem(title, flow)];
    }),
    ...suggested.flatMap(({ mapping: { column, target, isNet }, flow }) =>
      isNet === true || (flow !== null && 'skip' in target) ? [problem(column, flow, isNet)] : [],
    ),
    ...suggested.flatMap(({ mapping: { column, target }, series }): FileProblem[] =>
      'skip' in target || series.twice === 0
        ? []
        : [{ line: 0, column, code: 'time-twice', detail: `${series.twice} / ${series.count}` }],
    ),
    ...suggested.flatMap(({ mapping: { column, kind, target, isNet }, series }) =>
      'skip' in target || isNet === true
        ? []
        : series.firstNegatives.map(({ line, text }): FileProblem => {
            const code = kind === 'counter' ? 'negative-counter' : 'negative-amount';
            return { line, column, code, detail: text };
          }),
    ),
  ];
};

/** `timeZone`: of times without an offset, until the person chooses another. */
export const previewTable = (open: OpenFile, fileName: string, timeZone: string): Promise<FileResult<TablePreview>> =>
  endReading(async () => {
    const { head, ...opened } = await openTable(open);
    const layout = await withMeterColumn(open, head, opened.layout);
    const { layout: shape, timeColumn, clockColumn, meterColumn, valueColumn, backColumn } = layout;
    const hours = hoursIn(head, clockColumn);
    // A Spanish supply point's hours are those of Spain's clocks, wherever the household says that it is.
    const zone = isSpanish(layout) && !spanish.has(timeZone) ? 'Europe/Madrid' : timeZone;
    const plan: ReadPlan = {
      ...opened,
      ...layout,
      // There the day comes first.
      isFormatChosen: isSpanish(layout),
      series: shape === 'wide' ? layout.valueColumns : null,
      offsetAt: zoneOffsets(zone),
      hours,
      mark: '.',
    };
    const scan = await scanTable(open, plan);
    const suggested = suggestMappings(layout, scan, head.unit, fileName);
    if (suggested.length === 0) throw new FileError('empty');
    const stamp = toldStamp(layout, hours !== null);
    const isOfHours = hours !== null || layout.isStatistics;
    return {
      format: 'csv',
      rows: scan.rows,
      layout: shape,
      columns: [...opened.table.columns],
      suggestion: {
        layout: shape,
        timeColumn,
        ...(clockColumn === undefined ? {} : { clockColumn }),
        timeFormat: scan.plan.timeFormat,
        ...(meterColumn === undefined ? {} : { meterColumn }),
        ...(valueColumn === undefined ? {} : { valueColumn }),
        ...(backColumn === undefined || !suggested.some(({ isBack }) => isBack) ? {} : { backColumn }),
        timeZone: zone,
        stamp: stamp ?? likelyStamp(scan, scan.plan.offsetAt),
        counterStamp: layout.isStatistics ? 'start' : 'instant',
        ...(isOfHours ? { rowS: 3600 } : {}),
        mappings: suggested.map(({ mapping }) => mapping),
      },
      sample: head.rows.slice(0, sampleRows).map(({ cells }) => [...cells]),
      firstTime: instant(scan.firstAt),
      lastTime: instant(scan.lastAt),
      stepS: scan.stepS,
      problems: [...scan.problems, ...leftOut(layout, suggested)].sort((a, b) => a.line - b.line),
      costs: [],
      questions: questionsOf(suggested, stamp === null),
    };
  });

// Options to begin with: what titles, the file's name and the numbers themselves suggest.

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

interface Suggested {
  readonly mapping: ImportMapping;
  readonly series: SeriesScan;
  /** The kind is a guess. */
  readonly isKindOpen: boolean;
  /** So is the unit, and a wrong one would be wrong a thousand times. */
  readonly isUnitOpen: boolean;
  readonly flow: TitleHints['flow'];
  /** What a meter of a long file gave back. */
  readonly isBack: boolean;
  /** As which it would be made. */
  readonly device: Extract<ImportMapping['target'], { newDevice: unknown }>['newDevice'];
  readonly utility: Utility;
  readonly name: string;
}

/** Cells below zero in more than this share of its rows: a column that nets. */
const netShare = 0.05;

/** `back`: the title of the column of what its meter gave back, where the series is that. */
const suggestOne = (
  series: SeriesScan,
  around: readonly TitleHints[],
  isStatistics: boolean,
  back: string | null,
): Suggested => {
  const titled = titleHints(series.name);
  const own = back === null ? titled : { ...titled, flow: titleHints(back).flow, other: false };
  const hints = [own, titleHints(series.unitText), ...around];
  const first = <T>(pick: (hint: TitleHints) => T | null): T | null =>
    hints.map(pick).find((one) => one !== null) ?? null;
  const unitHint = first((hint) => hint.unit);
  const fits = (one: Utility): boolean => unitHint === null || isUnitOf(unitHint, one);
  // Several are counted in cubic metres, and in kilowatt hours: a word says which, in the title or in the file's name.
  const named = first((hint) => (hint.utility !== null && fits(hint.utility) ? hint.utility : null));
  const utility: Utility = named ?? (unitHint === null ? firstUtility : utilityOf(unitHint));
  const unit = unitHint ?? utilities[utility].usualUnit;
  // A meter's own name says what it measures; which of its numbers a row holds, the column's title says.
  const hinted = isStatistics ? (around[0]?.kind ?? null) : first((hint) => hint.kind);
  const { kind, isOpen } = meaningOf(unit, hinted, series, isStatistics);
  const isNet = kind !== 'counter' && series.negatives > series.count * netShare;
  const told = own.flow ?? (isNet ? 'net' : null);
  const isTwoWay = flowsOf(utility).length > 1;
  const flow = told !== null && !isTwoWay && told !== 'net' ? 'own' : told;
  const isUnitOpen = unitHint === null && hinted === 'mean';
  const passes = flow === null || flow === 'net' || flow === 'own' ? {} : { flow };
  const beside = back === null ? '' : titleHints(back).name;
  const name = [own.name || (beside === '' ? interchangeOf(utility).meterName : ''), beside].filter(Boolean).join(' ');
  const device = { name: name.slice(0, 80), room: own.room, utility, ...passes };
  // A unit that is told and that we do not know is something else: °C, %, money.
  const isForeign = series.unitText !== '' && titleHints(series.unitText).unit === null;
  // Water that ran through a heat meter, energy of gas.
  const isBeside = own.utility !== null && !usualUtilities.includes(own.utility) && !fits(own.utility);
  const isOther = own.other || isForeign || isBeside || series.count === 0;
  const isLeft = isOther || flow === 'net' || flow === 'own' || isUnitOpen;
  const target = isLeft ? { skip: true as const } : { newDevice: device };
  return {
    mapping: { column: series.name, target, unit, kind },
    series,
    isKindOpen: isOpen && !isLeft,
    isUnitOpen: isUnitOpen && !isOther && flow !== 'net' && flow !== 'own',
    flow: isOther ? null : flow,
    isBack: back !== null,
    device,
    utility,
    name: own.name,
  };
};

/** The same use told twice (a counter and its steps) would count twice: the counter is kept. */
const tellsTheSame = (one: Suggested, all: readonly Suggested[]): boolean =>
  one.mapping.kind === 'interval' &&
  all.some(
    (other) =>
      other.mapping.kind === 'counter' &&
      other.utility === one.utility &&
      other.name === one.name &&
      other.flow === one.flow,
  );

const suggestMappings = (layout: Layout, scan: Scan, unit: string, fileName: string): Suggested[] => {
  const file = titleHints(fileName.replace(/(\.(csv|tsv|txt|gz))+$/i, ''));
  const around = [...(layout.valueColumn === undefined ? [] : [layout.valueColumn]), unit].map(titleHints).concat(file);
  const names = layout.layout === 'wide' ? layout.valueColumns : [...scan.series.keys()];
  const backs = new Set(layout.backColumn === undefined ? [] : names.map(returnedColumn));
  const suggested = names.flatMap((name) => {
    const series = scan.series.get(name);
    const back = backs.has(name) ? (layout.backColumn ?? null) : null;
    // Who never gave anything back has no roof.
    const isTold = series !== undefined && (back === null || series.max > 0);
    return isTold ? [suggestOne(series, around, layout.isStatistics, back)] : [];
  });
  const chosen = suggested.map((one) =>
    tellsTheSame(one, suggested)
      ? { ...one, isKindOpen: false, mapping: { ...one.mapping, target: { skip: true as const } } }
      : one,
  );
  return splitNets(chosen);
};

/** A column that is called net tells all where no other column tells what was drawn: it is split. Else it would count twice. */
const splitNets = (suggested: readonly Suggested[]): Suggested[] => {
  const nets = suggested.filter(({ flow, mapping: { kind } }) => flow === 'net' && kind !== 'counter');
  const [only] = nets;
  if (only === undefined || nets.length > 1 || !isCalledNet(only)) return [...suggested];
  const others = suggested.filter(({ utility }) => utility === only.utility);
  if (others.some(({ flow, mapping: { target } }) => flow === null && !('skip' in target))) return [...suggested];
  return suggested.map((one): Suggested => {
    if (one === only) return { ...one, mapping: { ...one.mapping, isNet: true, target: { newDevice: one.device } } };
    const isInIt = one.flow === 'returned' && others.includes(one);
    return isInIt ? { ...one, isKindOpen: false, mapping: { ...one.mapping, target: { skip: true } } } : one;
  });
};

const isCalledNet = ({ mapping: { column }, utility }: Suggested): boolean =>
  titleHints(column).flow === 'net' && flowsOf(utility).length > 1;
