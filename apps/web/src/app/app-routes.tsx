import { lazy, type ReactNode, Suspense } from 'react';
import { Route, Routes, useLocation } from 'react-router';
import { ErrorBoundary } from './error-boundary.tsx';
import { PageArrival } from './page-arrival.tsx';
import { PageLoading } from './page-loading.tsx';
import { loadPage, pages } from './pages.ts';
import { NotFoundPage } from './routes/not-found.tsx';

const routes = Object.entries(pages).map(([path, page]) => ({ path, Page: lazy(() => loadPage(page)) }));

export function AppRoutes() {
  return (
    <Routes>
      {routes.map(({ path, Page }) => (
        <Route key={path} path={path} element={<PageFrame page={<Page />} />} />
      ))}
      <Route path="*" element={<PageFrame page={<NotFoundPage />} />} />
    </Routes>
  );
}

/** Each page fails, and waits, by itself: the navigation stays. */
function PageFrame({ page }: { page: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary key={pathname} inPage>
      <Suspense fallback={<PageLoading />}>
        {page}
        <PageArrival />
      </Suspense>
    </ErrorBoundary>
  );
}
