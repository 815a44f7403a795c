import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { loadBackend } from '../../platform/backend.ts';
import { useSession } from '../../platform/session.ts';
import { useLanguage } from '../../platform/use-language.ts';
import { Button, buttonStyle } from '../../ui/button.tsx';
import { exploreDemo } from './explore-demo.ts';

/** One press to the live demo; whoever is signed in goes to their own figures. */
export function ExploreButton({ preload }: { preload: () => void }) {
  const { t } = useTranslation('home');
  const session = useSession();
  const language = useLanguage();
  const navigate = useNavigate();
  const [pending, setPending] = useState(false);

  if (session.status === 'signed-in') {
    return (
      <Link to="/dashboard" className={buttonStyle({ size: 'large' })} onPointerEnter={preload} onFocus={preload}>
        {t('hero.open')}
        <ArrowRight className="size-5" aria-hidden />
      </Link>
    );
  }

  const prepare = () => {
    preload();
    loadBackend().catch(() => undefined);
  };
  const explore = async () => {
    setPending(true);
    preload();
    const entered = await exploreDemo(language);
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
