import { lazy, Suspense } from 'react';
import { HomePage } from '#shell/home/home-page.tsx';
import { orReload } from '#shell/data/reload-after-update.ts';
import { PageLoading } from '#shell/frame/page-loading.tsx';

/** Home alone fetches nothing; whoever is in has their own figures first. */
const OwnFirst = lazy(orReload(() => import('./own-first.tsx')));

export default function HomeRoute({ preloadPage }: { preloadPage: (path: string) => void }) {
  return (
    <HomePage
      preloadDashboard={() => preloadPage('/dashboard')}
      own={
        <Suspense fallback={<PageLoading />}>
          <OwnFirst />
        </Suspense>
      }
    />
  );
}
