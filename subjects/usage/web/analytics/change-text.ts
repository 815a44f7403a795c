import type { Utility } from '#catalogue/index.ts';
import type { TFunction } from 'i18next';
import type { Format } from '#shell/text/format.ts';
import type { AnalyticsFigures } from './analytics-figures.ts';
import { changeOf, lengthsDiffer } from './changes.ts';
import { periodText } from './period-text.ts';

type T = TFunction<['analytics', 'usage']>;

/** "Compared with 7–13 Nov up to the same hour: 6% less electricity and 11% more water." Undefined where nothing can be compared. */
export function comparisonText(
  t: T,
  format: Format,
  figures: AnalyticsFigures,
  utilities: readonly Utility[],
): string | undefined {
  const { earlier } = figures;
  if (earlier === null) return undefined;
  let isPartly = false;
  const changes = utilities.flatMap((utility) => {
    const change = changeOf(figures, utility);
    isPartly ||= change.kind === 'change' && change.skipped > 0;
    if (change.kind !== 'change') return [];
    if (Math.abs(change.share) < 0.005) return [t(`usage:week.same.${utility}`)];
    const direction = change.share < 0 ? 'less' : 'more';
    return [t(`usage:week.${direction}.${utility}`, { change: format.percent(Math.abs(change.share)) })];
  });
  const period = periodText(earlier.period, format);
  if (changes.length === 0) return t('compared.not', { period });
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
