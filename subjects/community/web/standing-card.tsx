import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { askToSignIn } from '#shell/session/sign-in-request.ts';
import { Button, buttonStyle } from '#shell/ui/button.tsx';
import { Card } from '#shell/ui/card.tsx';
import { useStanding } from './standing.ts';

/** Tells those who cannot write yet why, and what to do. Members see nothing. */
export function StandingCard() {
  const { t } = useTranslation(['community', 'shell']);
  const standing = useStanding();
  if (standing === 'visitor')
    return (
      <Card title={t('standing.visitorTitle')}>
        <p className="mb-4 text-ink-soft">{t('standing.visitorText')}</p>
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => askToSignIn('sign-in')}>{t('shell:account.signIn')}</Button>
          <Button look="secondary" onClick={() => askToSignIn('sign-up')}>
            {t('shell:account.signUp')}
          </Button>
        </div>
      </Card>
    );
  if (standing === 'guest')
    return (
      <Card title={t('standing.guestTitle')}>
        <p className="mb-4 text-ink-soft">{t('standing.guestText')}</p>
        <Link to="/profile" className={buttonStyle()}>
          {t('standing.keep')}
        </Link>
      </Card>
    );
  return null;
}
