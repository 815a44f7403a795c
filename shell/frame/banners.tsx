import { CloudOff } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { environment } from '../data/env.ts';
import { loadWords } from '../text/i18n.ts';
import { useConnection } from '../data/online.ts';
import { useOutbox } from '../data/outbox-state.ts';
import { useSession } from '../session/session.ts';
import { Banner } from './banner.tsx';
import { LaterPart } from './error-boundary.tsx';

// Never opened before with a connection: the plain sentence has to do.
const ConnectionStrip = lazy(async () => {
  try {
    return (await Promise.all([import('../offline/connection-strip.tsx'), loadWords(['offline'])]))[0];
  } catch {
    return { default: PlainOffline };
  }
});

const Setup = lazy(async () => (await Promise.all([import('./setup-banner.tsx'), loadWords(['health'])]))[0]);
const ConfirmBanner = lazy(() => import('./confirm-banner.tsx'));

/** What concerns every page, above it: no connection, an unfinished installation. */
export function Banners() {
  return (
    <>
      <ConnectionBanner />
      <SetupBanner />
      <AddressBanner />
    </>
  );
}

/** Where mails are sent from here. On the profile the same is asked at length. */
function AddressBanner() {
  const session = useSession();
  const { pathname } = useLocation();
  const isAsked = environment().asksToConfirm && session.status === 'signed-in' && !session.user.isGuest;
  if (!isAsked || session.user.email === '' || pathname === '/profile' || pathname === '/join') return null;
  return (
    <LaterPart>
      <ConfirmBanner email={session.user.email} />
    </LaterPart>
  );
}

function ConnectionBanner() {
  const connection = useConnection();
  const changes = useOutbox();
  if (connection === 'online' && changes.length === 0) return null;
  return (
    <Suspense fallback={connection === 'offline' ? <PlainOffline /> : null}>
      <ConnectionStrip />
    </Suspense>
  );
}

function PlainOffline() {
  const { t } = useTranslation();
  return (
    <Banner icon={<CloudOff className="size-4.5" aria-hidden />} tint="bg-power-soft text-ink">
      {t('offline')}
    </Banner>
  );
}

function SetupBanner() {
  if (environment().missing.length === 0) return null;
  return (
    <LaterPart>
      <Setup />
    </LaterPart>
  );
}
