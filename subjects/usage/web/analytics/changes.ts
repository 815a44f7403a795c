import type { TFunction } from 'i18next';
import type { Utility } from '#catalogue/index.ts';
import type { Format } from '#shell/text/format.ts';
import { localDayOf } from '#shell/text/local-day.ts';
import { compareSpans, type MeasuredSpan, type SpanPair } from '#subjects/insight/domain/compare-spans.ts';
import type { UsageRow } from '../../contract/usage.ts';
import { addRow, type Amount } from '../amount.ts';
import { daySpans, rootMeters } from '../measured-time.ts';
import type { AnalyticsFigures, EarlierFigures } from './analytics-figures.ts';
import { bucketOfRequest } from './analytics-request.ts';
import { daysIn, instantOf, periodText, startsOf } from './period.ts';
import type { View } from './view.ts';

type Change =
  /** E.g. -0.06, of `now` from `before`: what both had used when they had lasted as long, without `skipped` days that were measured in part. */
  | { kind: 'change'; share: number; now: number; before: number; skipped: number }
  /** One of the two was measured in part only. */
  | { kind: 'gap'; in: 'now' | 'before' | 'both' }
  /** The earlier period was not measured at all, or nothing was used in it. */
  | { kind: 'nothing' };

/** This period against the earlier one, of which only as much counts as this one has lasted: what was measured in both. */
export function changeOf(figures: AnalyticsFigures, utility: Utility): Change {
  const { earlier } = figures;
  const now = totalOf(figures.parts, utility);
  if (earlier === null || now === null || !hasAny(earlier, utility)) return { kind: 'nothing' };
  const change = compareSpans(pairsOf(figures, earlier, utility));
  if (change.kind === 'unused') return { kind: 'nothing' };
  return change.kind === 'gap' ? { kind: 'gap', in: change.in } : change;
}

const hasAny = ({ rows }: EarlierFigures, utility: Utility) => totalOf(rows, utility) !== null;

export function totalOf(rows: readonly UsageRow[], utility: Utility): Amount | null {
  return rows.filter((row) => row.utility === utility).reduce<Amount | null>(addRow, null);
}

/** Day beside day where both periods are told by the day and are as long; else both as a whole. */
function pairsOf(figures: AnalyticsFigures, earlier: EarlierFigures, utility: Utility): SpanPair[] {
  const { request, timeZone, now, latest, rows } = figures;
  const { period, room } = request;
  const spanOf = spansOf(figures, utility);
  const end = instantOf(period.to, timeZone);
  const until = earlier.toDate?.cutAt ?? instantOf(earlier.period.to, timeZone);
  const isByDay = bucketOfRequest(request) === 'day';
  if (!isByDay || (earlier.toDate === null && daysIn(period) !== daysIn(earlier.period)))
    return [
      {
        now: spanOf(figures.parts, instantOf(period.from, timeZone), Math.min(now, end)),
        before: spanOf(partsSoFar(earlier), instantOf(earlier.period.from, timeZone), until),
      },
    ];
  const today = localDayOf(now, timeZone);
  const days = startsOf(period, 'day', timeZone);
  const before = startsOf(earlier.period, 'day', timeZone);
  const wholeOf = (all: readonly UsageRow[]) => daySpans(all, latest, utility, timeZone, room);
  const [ownDay, earlierDay] = [wholeOf(rows), wholeOf(earlier.rows)];
  return days.flatMap((day, i): SpanPair[] => {
    const other = before[i];
    if (other === undefined || day > today) return [];
    if (day < today) return [{ now: ownDay(day), before: earlierDay(other) }];
    const own = rows.filter(({ start }) => start === day);
    const hours = partsSoFar({ ...earlier, toDate: earlier.toDate && { ...earlier.toDate, days: [] } });
    return [
      {
        now: spanOf(own, instantOf(day, timeZone), now),
        before: spanOf(hours, instantOf(other, timeZone), until),
      },
    ];
  });
}

/** What rows say of `[from, until)`: their sum, and for how long the meters were heard that it is made of. */
function spansOf({ latest, request }: AnalyticsFigures, utility: Utility) {
  const roots = rootMeters(latest, utility, request.room);
  const devices = new Set(roots.map(({ deviceId }) => deviceId));
  return (rows: readonly UsageRow[], from: number, until: number): MeasuredSpan => {
    const own = rows.filter((row) => row.utility === utility);
    const heard = own.filter((row) => !row.atLeast && (row.deviceId === undefined || devices.has(row.deviceId)));
    const sum = (some: readonly UsageRow[], of: (row: UsageRow) => number) =>
      some.reduce((all, row) => all + of(row), 0);
    return {
      used: sum(own, ({ used }) => used),
      coveredS: sum(heard, ({ coveredS }) => coveredS),
      expectedS: (Math.max(1, roots.length) * (until - from)) / 1000,
    };
  };
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

// A change in words.

type T = TFunction<['analytics', 'usage']>;

/** "Compared with 7–13 Nov up to the same hour: 6% less electricity and 11% more water." Undefined where nothing can be compared. */
export function comparisonText(
  t: T,
  format: Format,
  { figures, measure, other }: Pick<View, 'figures' | 'measure' | 'other'>,
  utilities: readonly Utility[],
): string | undefined {
  const { earlier } = figures;
  const isMoney = measure === 'money';
  if (earlier === null) return undefined;
  let isPartly = false;
  const changes = utilities.flatMap((utility) => {
    const change = changeOf(figures, utility);
    isPartly ||= change.kind === 'change' && change.skipped > 0;
    if (change.kind !== 'change') return [];
    const same = Math.abs(change.share) < 0.005;
    const direction = same ? 'same' : change.share < 0 ? 'less' : 'more';
    const values = { change: format.percent(Math.abs(change.share)) };
    return [isMoney ? t(`money.${direction}.${utility}`, values) : t(`usage:week.${direction}.${utility}`, values)];
  });
  const period = periodText(earlier.period, format);
  if (changes.length === 0) {
    // Where use can be compared, it is a price that is missing.
    const isUnpriced =
      isMoney && other !== undefined && utilities.some((one) => changeOf(other, one).kind === 'change');
    return t(isUnpriced ? 'money.notCompared' : 'compared.not', { period });
  }
  const differ = lengthsDiffer(figures);
  const values = { period, changes: format.list(changes) };
  const compared =
    earlier.toDate !== null
      ? t('compared.soFar', values)
      : differ === null
        ? t('compared.whole', values)
        : t('compared.lengths', { ...values, ...differ });
  return isPartly ? `${compared} ${t('usage:week.partly')}` : compared;
}

/** Whether the two periods differ in length, so that a sentence must say so. */
export function lengthsDiffer(figures: AnalyticsFigures): { own: number; before: number } | null {
  const { earlier, request } = figures;
  if (earlier === null || earlier.toDate !== null) return null;
  const own = daysIn(request.period);
  const before = daysIn(earlier.period);
  return own === before ? null : { own, before };
}

/** What stands below a leading figure: the change, and what it is measured by. */
export function changeLines(
  t: T,
  format: Format,
  figures: AnalyticsFigures,
  utility: Utility,
): [string, string] | null {
  const { earlier } = figures;
  if (earlier === null) return null;
  const period = periodText(earlier.period, format);
  const change = changeOf(figures, utility);
  if (change.kind === 'gap') return ['', t(change.in === 'before' ? 'change.gap' : 'change.ownGap', { period })];
  if (change.kind === 'nothing') return ['', t('change.nothing', { period })];
  const [now, before] = [change.now, change.before].map((used) => format.amount(utility, used).text);
  const until = earlier.toDate === null ? 'before' : 'beforeSoFar';
  const by = format.percent(Math.abs(change.share));
  const direction = Math.abs(change.share) < 0.005 ? 'same' : change.share < 0 ? 'less' : 'more';
  return [
    t(`change.${direction}`, { change: by }),
    // Beside a total with all of its days, the earlier one without some would belie the percentage.
    change.skipped === 0
      ? t(`change.${until}`, { before, period })
      : t(`change.measured.${until}`, { now, before, period }),
  ];
}
