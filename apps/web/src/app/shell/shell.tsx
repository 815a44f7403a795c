import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSessionNews } from '../../platform/session-news.ts';
import { useSession } from '../../platform/session.ts';
import { useSignInRequest } from '../../platform/sign-in-request.ts';
import { Notices } from '../../ui/notices.tsx';
import { AccountMenu } from './account-menu.tsx';
import { AssistantButton } from './assistant-button.tsx';
import { Banners } from './banners.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { Brand } from './brand.tsx';
import { Footer } from './footer.tsx';
import { GuestNote } from './guest-note.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { SearchButton } from './search-button.tsx';
import { SideRail } from './side-rail.tsx';

const SignInDialog = lazy(() => import('./sign-in-dialog.tsx'));
const HomeStep = lazy(() => import('./home-step.tsx'));
const ArrivalNotice = lazy(() => import('./arrival-notice.tsx'));

/** What stands around every page. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const signInView = useSignInRequest();
  const news = useSessionNews();
  const session = useSession();
  return (
    <div className="flex min-h-dvh">
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-control bg-leaf px-4 py-3 font-semibold text-white focus:translate-y-0"
      >
        {t('skip')}
      </a>
      <SideRail />
      <div className="flex min-w-0 flex-1 flex-col pb-18 rail:pb-0">
        <div className="mx-auto w-full max-w-content flex-1 px-4 rail:pr-beside-button rail:pl-8">
          <Banners />
          <div className="relative">
            <header className="flex min-h-18 items-center justify-between gap-2 rail:justify-end lg:absolute lg:top-0 lg:right-0 lg:z-10">
              <div className="rail:hidden">
                <Brand />
              </div>
              <div className="flex items-center gap-2">
                <SearchButton />
                <LanguageMenu />
                <AccountMenu />
              </div>
            </header>
            <main id="content" tabIndex={-1} className="min-h-dvh outline-none lg:pt-5">
              {session.status === 'signed-in' && !session.user.isGuest && (
                <Suspense fallback={null}>
                  <HomeStep key={session.user.id} />
                </Suspense>
              )}
              {children}
            </main>
            <GuestNote className="mt-8 rail:hidden" />
          </div>
        </div>
        <Footer />
      </div>
      <BottomBar />
      <AssistantButton />
      <Notices label={t('notices')} closeLabel={t('close')} />
      {news !== undefined && (
        <Suspense fallback={null}>
          <ArrivalNotice news={news} />
        </Suspense>
      )}
      {signInView !== undefined && (
        <Suspense fallback={null}>
          <SignInDialog view={signInView} />
        </Suspense>
      )}
    </div>
  );
}
