import { useTranslation } from 'react-i18next';
import { Skeleton } from '../ui/skeleton.tsx';

/** Stands in the page's place while it loads; says so for those who cannot see it. */
export function PageLoading() {
  const { t } = useTranslation();
  return (
    <div aria-busy="true">
      <p role="status" className="mb-1 text-small text-ink-soft">
        {t('loading')}
      </p>
      <Skeleton className="mb-6 h-8 w-56" />
      <div className="grid gap-4 md:grid-cols-[3fr_2fr]">
        <Skeleton className="h-64 rounded-card" />
        <Skeleton className="h-64 rounded-card" />
        <Skeleton className="h-80 rounded-card md:col-span-2" />
      </div>
    </div>
  );
}
