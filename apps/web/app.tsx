import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { BrowserRouter, NavigationType, Route, Routes, useLocation, useNavigationType } from 'react-router';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { SessionProvider } from '#shell/session/session-provider.tsx';
import { ErrorBoundary } from '#shell/frame/error-boundary.tsx';
import { firstLoad } from '#shell/parts/first-load.ts';
import { type FrameParts, Shell } from '#shell/frame/shell.tsx';
import { AssistantButton } from './assistant-button.tsx';
import { type FirstPage, loadPage, notFoundPage, pages, preloadPage } from './pages.ts';
import { base } from '#shell/data/base.ts';

const parts: FrameParts = {
  SignInDialog: lazy(() => import('./sign-in-dialog.tsx')),
  HomeStep: lazy(() => import('./home-step.tsx')),
  ArrivalNotice: lazy(() => import('./arrival-notice.tsx')),
  AssistantButton,
  Bell: lazy(() => import('./bell.tsx')),
  // Without a network and never loaded before: it is asked with another visit.
  UnreadPosts: lazy<FrameParts['UnreadPosts']>(() =>
    firstLoad.then(() => import('./unread-posts.tsx')).catch(() => ({ default: () => null })),
  ),
  preloadPage,
};

/** `first`: the page that is there before the rest, if it is. */
export function App({ first }: { first?: FirstPage | undefined }) {
  return (
    <ErrorBoundary>
      <SessionProvider>
        <BrowserRouter basename={base}>
          <Frame>
            <AppRoutes first={first} />
          </Frame>
        </BrowserRouter>
      </SessionProvider>
    </ErrorBoundary>
  );
}

/** Around every page but those that stand alone. */
function Frame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return pages[pathname]?.isBare ? children : <Shell parts={parts}>{children}</Shell>;
}

const routes = Object.entries(pages).map(([path, page]) => ({ path, page, LaterPage: lazy(() => loadPage(page)) }));

const NotFound = lazy(() => loadPage(notFoundPage));

export function AppRoutes({ first }: { first?: FirstPage | undefined }) {
  return (
    <Routes>
      {routes.map(({ path, page, LaterPage }) => {
        const Page = first?.path === path ? first.Page : LaterPage;
        const waiting = page.isBare ? null : <PageLoading />;
        const shown = <Page preloadPage={preloadPage} />;
        return <Route key={path} path={path} element={<PageFrame path={path} page={shown} waiting={waiting} />} />;
      })}
      <Route path="*" element={<PageFrame page={<NotFound preloadPage={preloadPage} />} waiting={<PageLoading />} />} />
    </Routes>
  );
}

/** Each page fails, and waits, by itself: the navigation stays. A part of its path that varies leaves the page, and the focus, in place. */
function PageFrame({ path, page, waiting }: { path?: string; page: ReactNode; waiting: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary key={path ?? pathname} inPage>
      <Suspense fallback={waiting}>
        {page}
        <PageArrival />
      </Suspense>
    </ErrorBoundary>
  );
}

/** Stands in the page's place while it loads; says so for those who cannot see it. */
function PageLoading() {
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

// The router's key for the place at which the app was opened.
const firstKey = 'default';

/**
 * Once a page is shown: to its top, or to the part the address names, with the focus on its heading for keyboards and readers.
 * Going back leaves the place to the browser, which knows it. A change within a page (a tab, a search) says `stays` and moves nothing.
 */
function PageArrival() {
  const { hash, key, state } = useLocation();
  const cameBack = useNavigationType() === NavigationType.Pop;
  const stays = (state as { stays?: boolean } | null)?.stays === true;

  useEffect(() => {
    const target = hash === '' ? null : document.getElementById(decodeURIComponent(hash.slice(1)));
    if (target !== null) return target.scrollIntoView();
    if (key === firstKey || stays) return;
    if (!cameBack) window.scrollTo(0, 0);
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, [hash, key, stays, cameBack]);

  return null;
}
