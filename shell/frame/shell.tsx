import { Search } from 'lucide-react';
import { type ComponentType, lazy, type ReactNode, Suspense, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { orReload } from '../data/reload-after-update.ts';
import { useSession } from '../session/session.ts';
import { type SessionNews, type SignInView, useSessionNews, useSignInRequest } from '../session/session-prompts.ts';
import { Notices } from '../ui/notices/notices.tsx';
import { AccountMenu } from './account-menu.tsx';
import { Banners } from './banners.tsx';
import { ErrorBoundary, LaterPart } from './error-boundary.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { BottomBar, Brand, GuestNote, SideRail } from './navigation.tsx';
import { Footer } from './footer.tsx';

/** What subjects put into the frame, and how a page is fetched before it is asked for. */
export interface FrameParts {
  SignInDialog: ComponentType<{ view: SignInView }>;
  HomeStep: ComponentType;
  ArrivalNotice: ComponentType<{ news: SessionNews }>;
  AssistantButton: ComponentType;
  /** What the household was told of, for who is signed in. */
  Bell: ComponentType;
  /** Tells whether others have posted in the community since this person looked. */
  UnreadPosts: ComponentType<{ onTold: (hasUnread: boolean) => void }>;
  preloadPage: (path: string) => void;
}

/** What stands around every page. */
export function Shell({ parts, children }: { parts: FrameParts; children: ReactNode }) {
  const { SignInDialog, HomeStep, ArrivalNotice, AssistantButton, Bell, UnreadPosts, preloadPage } = parts;
  const { t } = useTranslation();
  const signInView = useSignInRequest();
  const news = useSessionNews();
  const session = useSession();
  const [hasUnread, setHasUnread] = useState(false);
  return (
    <div className="flex min-h-dvh">
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-control bg-leaf px-4 py-3 font-semibold text-white focus:translate-y-0"
      >
        {t('skip')}
      </a>
      <SideRail hasUnread={hasUnread} preloadPage={preloadPage} />
      <div className="flex min-w-0 flex-1 flex-col pb-18 rail:pb-0">
        <div className="mx-auto w-full max-w-content flex-1 px-4 rail:pr-beside-button rail:pl-8">
          <Banners />
          <div className="relative">
            <header className="flex min-h-15 items-center justify-between gap-2 rail:min-h-18 rail:justify-end lg:absolute lg:top-0 lg:right-0 lg:z-10">
              <div className="rail:hidden">
                <Brand />
              </div>
              <div className="flex items-center gap-2">
                <SearchButton />
                {session.status === 'signed-in' && (
                  <ErrorBoundary fallback={null}>
                    <Suspense fallback={<span className="size-11 rounded-control border border-line bg-card" />}>
                      <Bell key={session.user.id} />
                    </Suspense>
                  </ErrorBoundary>
                )}
                <LanguageMenu />
                <AccountMenu />
              </div>
            </header>
            <main id="content" tabIndex={-1} className="min-h-dvh outline-none lg:pt-5">
              {session.status === 'signed-in' && !session.user.isGuest && (
                <LaterPart>
                  <HomeStep key={session.user.id} />
                </LaterPart>
              )}
              {children}
            </main>
            <GuestNote isShort className="mt-4 rail:hidden" />
          </div>
        </div>
        <Footer />
      </div>
      <BottomBar hasUnread={hasUnread} preloadPage={preloadPage} />
      {session.status === 'signed-in' && (
        <LaterPart>
          <UnreadPosts key={session.user.id} onTold={setHasUnread} />
        </LaterPart>
      )}
      <AssistantButton />
      <Notices label={t('notices')} closeLabel={t('close')} />
      {news !== undefined && (
        <LaterPart>
          <ArrivalNotice news={news} />
        </LaterPart>
      )}
      {signInView !== undefined && (
        <Suspense fallback={null}>
          <SignInDialog view={signInView} />
        </Suspense>
      )}
    </div>
  );
}

const load = () => import('../search/search-panel.tsx');
const SearchDialog = lazy(orReload(load));
const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Opens the search, from the header or by Ctrl/⌘ K; what it needs is loaded then. */
function SearchButton() {
  const { t } = useTranslation();
  const [open, setOpen] = useState<boolean>();

  // Before the button is painted: who sees it can press its keys.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);

  return (
    <>
      <button
        type="button"
        aria-keyshortcuts="Control+K Meta+K"
        className="inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-control border border-line bg-card px-3 text-ink-soft transition-colors duration-150 hover:border-ink-soft/50"
        onPointerEnter={() => void load().catch(() => undefined)}
        onClick={() => setOpen(true)}
      >
        <Search className="size-[18px]" aria-hidden />
        <span className="max-xl:sr-only">{t('nav.search')}</span>
        <kbd className="hidden rounded-md border border-line bg-paper px-1.5 text-[0.8125rem] xl:inline" aria-hidden>
          {isApple ? '⌘ K' : 'Ctrl K'}
        </kbd>
      </button>
      {open !== undefined && (
        <Suspense fallback={null}>
          <SearchDialog open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
