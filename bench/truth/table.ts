/** Rows of what was expected of each meter and what came, and which of them are true. */
import { factsOf } from '#catalogue/index.ts';
import type { Taken, TruthService } from './doors.ts';
import { monthsOf, totalOf, type Trial } from './trial.ts';

export interface TruthRow {
  readonly source: string;
  readonly meter: string;
  readonly expected: number;
  readonly got: number;
  readonly unit: 'Wh' | 'mL';
  /** How far it is off, month by month where months are known. */
  readonly off: number;
  /** Spread over more than a row tells. */
  readonly estimated: number;
  readonly mark: string;
  readonly isTrue: boolean;
}

type Amounts = Awaited<ReturnType<NonNullable<Trial['used']>>>;

const rowOf = (trial: Trial, taken: Taken, meter: string, expected: Amounts, isShown: boolean): TruthRow => {
  const got = taken.meters.get(meter);
  const amount = expected[meter] ?? 0;
  const months = monthsOf(amount);
  const used = isShown ? (got?.shown ?? 0) : totalOf(got?.months ?? 0);
  const off =
    months === null
      ? Math.abs(used - totalOf(amount))
      : [...new Set([...Object.keys(months), ...Object.keys(got?.months ?? {})])].reduce(
          (sum, month) => sum + Math.abs((got?.months[month] ?? 0) - (months[month] ?? 0)),
          0,
        );
  const unsaid = trial.unsaid?.()[meter] ?? 0;
  const isUnsaid = off > 0 && off === unsaid;
  const isMarked = off > 0 && trial.mark !== undefined && taken.marks.get(meter) === trial.mark;
  const base = factsOf(got?.utility ?? taken.utilities.get(meter) ?? 'electricity').base;
  return {
    source: trial.name,
    meter,
    expected: totalOf(amount),
    got: used,
    unit: base === 'Wh' ? 'Wh' : 'mL',
    off,
    estimated: got?.estimated ?? 0,
    mark: isUnsaid ? 'before its first value' : isMarked ? (trial.mark ?? '') : '',
    isTrue: off === 0 || isUnsaid || isMarked,
  };
};

/** What is counted and was not expected is wrong too, and so is a door that does not open. */
export const tryOut = async (service: TruthService, trial: Trial): Promise<TruthRow[]> => {
  try {
    const taken = await service.take(trial);
    const used = (await trial.used?.()) ?? {};
    const shown = trial.shown?.() ?? {};
    const others = [...taken.meters].filter(
      ([name, { months }]) => !(name in used) && !(name in shown) && totalOf(months) !== 0,
    );
    const rows = [
      ...Object.keys(used).map((meter) => rowOf(trial, taken, meter, used, false)),
      ...Object.keys(shown).map((meter) => rowOf(trial, taken, meter, shown, true)),
      ...others.map(([meter]) => rowOf(trial, taken, meter, {}, false)),
    ];
    return rows.length > 0 ? rows : [rowOf(trial, taken, 'nothing', {}, false)];
  } catch (error) {
    const nothing = { expected: 0, got: 0, unit: 'Wh', off: 0, estimated: 0, mark: '' } as const;
    return [{ ...nothing, source: trial.name, meter: String(error), isTrue: false }];
  }
};

const figure = new Intl.NumberFormat('en');
const columns = ['', 'expected', 'got', 'Wh off', 'mL off', 'estimated', ''] as const;
const widths = [42, 16, 16, 10, 14, 14, 0] as const;
const aligned = (cells: readonly string[]): string =>
  cells
    .map((cell, i) =>
      i === 0 || i === widths.length - 1 ? ` ${cell}`.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0),
    )
    .join(' ')
    .trimEnd();

/** Each source once, and below it its meters. */
export const printRows = (rows: readonly TruthRow[]): void => {
  console.log(aligned(columns));
  let last = '';
  for (const { source, meter, expected, got, unit, off, estimated, mark, isTrue } of rows) {
    if (source !== last) console.log(source);
    last = source;
    const how = unit === 'Wh' ? [figure.format(off), ''] : ['', figure.format(off)];
    const spread = estimated === 0 ? '' : figure.format(estimated);
    const words = isTrue ? mark : 'WRONG';
    console.log(aligned([meter, figure.format(expected), figure.format(got), ...how, spread, words]));
  }
};
