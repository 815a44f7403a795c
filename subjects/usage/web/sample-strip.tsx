import { FlaskConical } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useUserId } from '#shell/session/session.ts';
import { askToSignIn } from '#shell/session/sign-in-request.ts';
import { Button, buttonStyle } from '#shell/ui/button.tsx';

/** Says plainly that the figures are not this home's, and how they become so. */
export function SampleStrip() {
  const { t } = useTranslation('usage');
  const isVisitor = useUserId() === undefined;
  return (
    <section
      aria-labelledby="sample-title"
      className="mb-4 flex min-h-22 flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-dashed border-ink-soft/60 px-4 py-4 sm:px-6"
    >
      <FlaskConical className="size-5 shrink-0 text-leaf" aria-hidden />
      <div className="min-w-60 flex-1">
        <h2 id="sample-title" className="text-title">
          {t('sample.title')}
        </h2>
        <p className="text-small text-ink-soft">{isVisitor ? t('sample.visitor') : t('sample.member')}</p>
      </div>
      {isVisitor ? (
        <Button onClick={() => askToSignIn('sign-up')}>{t('sample.start')}</Button>
      ) : (
        <div className="flex flex-wrap gap-2">
          <Link to="/devices/connect" className={buttonStyle()}>
            {t('sample.connect')}
          </Link>
          <Link to="/devices/import" className={buttonStyle({ look: 'secondary' })}>
            {t('sample.import')}
          </Link>
        </div>
      )}
    </section>
  );
}
