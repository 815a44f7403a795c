import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { type SessionState, sessionState, subscribeSession, useSession } from '#shell/session/session.ts';
import { askToSignIn } from '#shell/session/session-prompts.ts';
import { Button, buttonStyle } from '#shell/ui/button.tsx';
import { Card } from '#shell/ui/layout.tsx';

type Standing = 'loading' | 'visitor' | 'guest' | 'member';

function standingOf(session: SessionState): Standing {
  if (session.status === 'loading') return 'loading';
  if (session.status === 'signed-out') return 'visitor';
  return session.user.isGuest ? 'guest' : 'member';
}

/** Whether one may write here. The database decides again at every call. */
export const useStanding = (): Standing => standingOf(useSession());

/** Lets a member through; shows anybody else the way to become one. Before it is known who is in, it waits for that. */
export function useMembersOnly(): (act: () => void) => void {
  const navigate = useNavigate();
  const pass = (act: () => void, standing: Standing) => {
    if (standing === 'member') act();
    if (standing === 'visitor') askToSignIn('sign-in');
    if (standing === 'guest') void navigate('/profile');
  };
  return (act) => {
    const standing = standingOf(sessionState());
    if (standing !== 'loading') return pass(act, standing);
    const stop = subscribeSession(() => {
      const known = standingOf(sessionState());
      if (known === 'loading') return;
      stop();
      pass(act, known);
    });
  };
}

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

/** Three sentences, wherever one reads or writes. */
export function ConductCard() {
  const { t } = useTranslation('community');
  return (
    <Card title={t('conduct.title')}>
      <ol className="space-y-2.5 text-ink-soft">
        {(['kind', 'private', 'safe'] as const).map((rule) => (
          <li key={rule}>{t(`conduct.${rule}`)}</li>
        ))}
      </ol>
    </Card>
  );
}
