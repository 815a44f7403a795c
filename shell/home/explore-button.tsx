import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { signInAsGuest } from '../session/auth.ts';
import { loadBackend } from '../data/backend.ts';
import { i18n } from '../text/i18n.ts';
import { useSession } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { notify } from '../ui/notices/notice.ts';

/** One press to the live demo. */
export function ExploreButton({ preload }: { preload: () => void }) {
  const { t } = useTranslation('home');
  const session = useSession();
  const navigate = useNavigate();
  const [pending, setPending] = useState(false);

  const prepare = () => {
    preload();
    loadBackend().catch(() => undefined);
  };
  const explore = async () => {
    setPending(true);
    preload();
    const entered = await exploreDemo();
    setPending(false);
    if (entered) void navigate('/dashboard');
  };
  return (
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
  );
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
