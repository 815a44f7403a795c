import { useTranslation } from 'react-i18next';
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
