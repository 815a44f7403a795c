import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { HomePage } from '#shell/home/home-page.tsx';
import { orReload } from '#shell/data/reload-after-update.ts';
import { Skeleton } from '#shell/ui/skeleton.tsx';

/** Home alone fetches nothing; whoever is in has their own figures first. */
const OwnFirst = lazy(orReload(() => import('./own-first.tsx')));

export default function HomeRoute({ preloadPage }: { preloadPage: (path: string) => void }) {
  return (
    <HomePage
      preloadDashboard={() => preloadPage('/dashboard')}
      own={
        <Suspense fallback={<OwnFirstSkeleton />}>
          <OwnFirst />
        </Suspense>
      }
    />
  );
}

/** As high as what comes; of parts that Home has at once. */
function OwnFirstSkeleton() {
  const { t } = useTranslation();
  return (
    <div aria-busy="true" className="pb-14">
      <div className="mb-5 min-h-11">
        <h1 tabIndex={-1} className="text-head outline-none">
          {t('nav.home')}
        </h1>
        <p className="mt-0.5 min-h-[1lh]" />
      </div>
      <div className="grid items-start gap-3 sm:gap-4 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        {['min-h-58 lang-hi:min-h-60', 'min-h-53.5 lg:min-h-58'].map((height) => (
          <div key={height} className="rounded-card border border-line bg-card p-4 sm:p-6">
            <Skeleton className="mb-3 h-6 w-24" />
            <Skeleton className={height} />
          </div>
        ))}
      </div>
      <div className="mt-4 h-11" />
    </div>
  );
}
