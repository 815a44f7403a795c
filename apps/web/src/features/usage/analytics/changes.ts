import type { UsageRow, Utility } from '@wattershed/contracts';
import { addRow, type Amount, sumByStart } from '../amount.ts';
import type { AnalyticsFigures, EarlierFigures } from './analytics-figures.ts';
import { bucketOf, daysIn, instantOf, type Period, startsOf } from './period.ts';

export type Change =
  /** E.g. -0.06; `before`: what the earlier period had used when it had lasted as long. */
  | { kind: 'change'; share: number; before: number }
  /** `gap`: the earlier period was measured in part only; `nothing`: not at all, or nothing was used. */
  | { kind: 'gap' }
  | { kind: 'nothing' };

export function totalOf(rows: readonly UsageRow[], utility: Utility): Amount | null {
  return rows.filter((row) => row.utility === utility).reduce<Amount | null>(addRow, null);
}

/** This period against the earlier one, of which only as much counts as this one has lasted. */
export function changeOf(figures: AnalyticsFigures, utility: Utility): Change {
  const { earlier } = figures;
  const now = totalOf(figures.parts, utility);
  if (earlier === null || now === null || !hasAny(earlier, utility)) return { kind: 'nothing' };
  if (!isWhole(figures, earlier, utility)) return { kind: 'gap' };
  const before = totalOf(partsSoFar(earlier), utility)?.used ?? 0;
  return before <= 0 ? { kind: 'nothing' } : { kind: 'change', share: now.used / before - 1, before };
}

const hourMs = 3_600_000;

/** What of an earlier period counts: all of it, or as much as the shown one has lasted, its last hour in proportion. */
export function partsSoFar({ parts, toDate }: EarlierFigures): readonly UsageRow[] {
  if (toDate === null) return parts;
  const hours = toDate.hours.flatMap((row) => {
    const share = Math.min(1, (toDate.cutAt - Date.parse(row.start)) / hourMs);
    return share <= 0 ? [] : [scale(row, share)];
  });
  return [...toDate.days, ...hours];
}

function scale(row: UsageRow, share: number): UsageRow {
  if (share === 1) return row;
  const of = (value: number) => Math.round(value * share);
  return {
    ...row,
    used: of(row.used),
    estimated: of(row.estimated),
    imported: of(row.imported),
    coveredS: of(row.coveredS),
  };
}

const hasAny = ({ rows }: EarlierFigures, utility: Utility) => totalOf(rows, utility) !== null;

// An earlier period with more than a stray gap would make this one look thirstier than it is.
const enough = 0.9;

function isWhole(figures: AnalyticsFigures, earlier: EarlierFigures, utility: Utility): boolean {
  const { period } = figures.request;
  const bucket = bucketOf(period, figures.request.grouping !== 'utility');
  const until = earlier.toDate?.cutAt ?? Number.POSITIVE_INFINITY;
  const known = (rows: readonly UsageRow[], one: Period, end: number) => {
    const sums = sumByStart(rows);
    const starts = startsOf(one, bucket, figures.timeZone).filter((start) => instantOf(start, figures.timeZone) < end);
    const filled = starts.filter((start) => (sums.get(start)?.[utility] ?? null) !== null);
    return starts.length === 0 ? 1 : filled.length / starts.length;
  };
  return known(earlier.rows, earlier.period, until) >= enough * known(figures.rows, period, figures.now);
}

/** Whether the two periods differ in length, so that a sentence must say so. */
export function lengthsDiffer(figures: AnalyticsFigures): { own: number; before: number } | null {
  const { earlier, request } = figures;
  if (earlier === null || earlier.toDate !== null) return null;
  const own = daysIn(request.period);
  const before = daysIn(earlier.period);
  return own === before ? null : { own, before };
}
