import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSession } from '../../platform/session.ts';
import { askToSignIn } from '../../platform/sign-in-request.ts';
import { Button, buttonStyle } from '../../ui/button.tsx';
import { ExploreButton } from './explore-button.tsx';
import { SamplePanel } from './sample-panel.tsx';

export function Hero({ preloadDashboard }: { preloadDashboard: () => void }) {
  const { t } = useTranslation('home');
  const session = useSession();
  return (
    <section className="grid items-center gap-x-12 gap-y-10 pt-4 pb-16 xl:grid-cols-[1.05fr_1fr] lg:pt-16 xl:pt-22 xl:pb-20">
      <div>
        <h1
          tabIndex={-1}
          className="max-w-[14em] text-[clamp(2.25rem,1.4rem+3vw,3.5rem)] leading-[1.08] font-[680] tracking-[-0.015em] outline-none lang-hi:leading-[1.3]"
        >
          {t('hero.title')}
        </h1>
        <p className="mt-5 max-w-[34em] text-[1.1875rem] text-ink-soft">{t('hero.text')}</p>
        <div className="mt-8 flex flex-wrap gap-3">
          <ExploreButton preload={preloadDashboard} />
          {session.status === 'signed-in' ? (
            <Link to="/devices" className={buttonStyle({ look: 'secondary', size: 'large' })}>
              {t('hero.devices')}
            </Link>
          ) : (
            <Button look="secondary" size="large" onClick={() => askToSignIn('sign-up')}>
              {t('hero.create')}
            </Button>
          )}
        </div>
        <p className="mt-4 max-w-[34em] text-small text-ink-soft">{t('hero.note')}</p>
      </div>
      <SamplePanel />
    </section>
  );
}
