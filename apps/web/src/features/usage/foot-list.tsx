import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Format } from '../../platform/format.ts';
import type { UsageFigures } from './usage-figures.ts';

/** What a page's figures rest on, the origin first. */
export function FootList({ origin, parts }: { origin: UsageFigures['origin']; parts: readonly string[] }) {
  const { t } = useTranslation('usage');
  return (
    <ul
      className="mt-4 flex min-h-12 flex-wrap content-start gap-x-6 gap-y-1 pr-16 text-small text-ink-soft"
      aria-label={t('foot.label')}
    >
      {parts.map((part, i) => (
        <li key={part} className="inline-flex items-center gap-2">
          {i === 0 && (
            <span
              aria-hidden="true"
              className={
                origin === 'measured'
                  ? 'size-2 rounded-full bg-leaf'
                  : 'size-2 rounded-full border border-dashed border-ink-soft'
              }
            />
          )}
          {part}
        </li>
      ))}
    </ul>
  );
}

/** Shares of all that was used. */
export interface Provenance {
  estimated: number;
  imported: number;
}

/** Where figures come from: measured by the home's own meters only where they were; what came from files or was estimated by its share. */
export function provenanceTexts(
  t: TFunction<'usage'>,
  format: Format,
  origin: UsageFigures['origin'],
  { estimated, imported }: Provenance,
): string[] {
  if (origin !== 'measured') return [t(`foot.${origin}`)];
  const share = (part: number) => format.percent(part, 1);
  const isAll = (part: number) => part >= 0.9995;
  if (isAll(imported))
    return [t('foot.allImported'), ...(estimated < 0.001 ? [] : [t('foot.estimated', { share: share(estimated) })])];
  if (isAll(estimated)) return [t('foot.allEstimated')];
  const measured = Math.max(0, 1 - imported - estimated);
  return [
    imported < 0.001 && estimated < 0.001
      ? t('foot.measured')
      : measured >= 0.001 && t('foot.measuredShare', { share: share(measured) }),
    imported >= 0.001 && t('foot.imported', { share: share(imported) }),
    estimated >= 0.001 && t('foot.estimated', { share: share(estimated) }),
  ].filter((text) => text !== false);
}
