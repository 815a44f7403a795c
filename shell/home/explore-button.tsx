import { ArrowRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { signInAsGuest } from '../session/auth.ts';
import { loadBackend } from '../data/backend.ts';
import { environment } from '../data/env.ts';
import { i18n } from '../text/i18n.ts';
import { useSession } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { notify } from '../ui/notices/notice.ts';

/** One press to the live demo; where it is still being made, the press waits for it and says so. */
export function ExploreButton({ preload }: { preload: () => void }) {
  const { t } = useTranslation('home');
  const session = useSession();
  const navigate = useNavigate();
  const [pending, setPending] = useState(false);
  const [isBeingMade, setBeingMade] = useState(false);
  const left = useRef<AbortController>(undefined);
  useEffect(() => () => left.current?.abort(), []);

  const prepare = () => {
    preload();
    loadBackend().catch(() => undefined);
  };
  const explore = async () => {
    setPending(true);
    preload();
    const leaving = (left.current = new AbortController());
    const isThere = environment().demo !== 'being-made' || (await waitForDemo(leaving.signal, setBeingMade));
    const entered = isThere && (await exploreDemo());
    setPending(false);
    if (entered) void navigate('/dashboard');
  };
  return (
    <>
      <Button
        size="large"
        pending={pending}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => void explore()}
        disabled={session.status === 'loading'}
      >
        {t('hero.explore')}
        <ArrowRight className="size-5" aria-hidden />
      </Button>
      {isBeingMade && (
        <p role="status" className="order-last basis-full text-small">
          {t('hero.beingMade')}
        </p>
      )}
    </>
  );
}

/** Answers whether it is there; whoever has left the page meanwhile is told nothing more. */
async function waitForDemo(left: AbortSignal, tell: (isBeingMade: boolean) => void): Promise<boolean> {
  const { untilDemo } = await import('./until-demo.ts');
  const isThere = await untilDemo(left, () => tell(true));
  if (left.aborted) return false;
  tell(false);
  if (!isThere) notify(i18n.t('home:hero.late'), undefined, 'alert');
  return isThere;
}

/** Signs in as a guest. What went wrong is told; the answer is whether one is in. */
async function exploreDemo(): Promise<boolean> {
  const outcome = await signInAsGuest();
  if (!outcome.ok) {
    await i18n.loadNamespaces('account');
    notify(i18n.t(`account:failure.${outcome.failure.code}`), undefined, 'alert');
  }
  return outcome.ok;
}
