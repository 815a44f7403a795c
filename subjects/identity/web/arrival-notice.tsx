import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import type { AuthFailure } from '#shell/session/provider/auth-provider.ts';
import { failureOfBackendCode } from '#shell/session/provider/backend-failure.ts';
import { leaveLink, takeLink } from '#shell/session/provider/mail-link.ts';
import { useSession } from '#shell/session/session.ts';
import { retryLink } from '#shell/session/arrival.ts';
import { type SessionNews, tellNews } from '#shell/session/session-prompts.ts';
import type { LinkTokens } from '#shell/session/stored-session.ts';
import { Button } from '#shell/ui/button.tsx';
import { Dialog } from '#shell/ui/dialog.tsx';
import { notify, notifyLasting } from '#shell/ui/notices/notice.ts';
import { FailureMessage } from './failure-message.tsx';

type Told = Exclude<SessionNews, { about: 'other-person' }>;

/** What a link from a mail, or the way back from elsewhere, brought: an error, a new address, a session, a question. */
export function ArrivalNotice({ news }: { news: SessionNews }) {
  if (news.about === 'other-person') return <OtherPersonDialog who={news.who} tokens={news.tokens} />;
  return <Telling news={news} />;
}

interface OtherPersonDialogProps {
  /** Whom the link signs in. */
  who: string;
  tokens: LinkTokens;
}

/** A link signs in as somebody else than who is signed in: they choose, and until then nothing changes. */
function OtherPersonDialog({ who, tokens }: OtherPersonDialogProps) {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const present = usePresent();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<AuthFailure>();

  const change = async () => {
    setPending(true);
    const outcome = await takeLink(tokens, who);
    setPending(false);
    if (outcome.ok) tellNews(outcome.value);
    else setFailure(outcome.failure);
  };
  const stay = () => {
    leaveLink(tokens);
    tellNews(undefined);
    // The link led there for the other account's password.
    if (pathname === '/reset-password') void navigate('/', { replace: true });
  };

  return (
    <Dialog
      open
      onClose={stay}
      closeLabel={t('dialog.close')}
      title={<span className="wrap-anywhere">{t('link.title', { who })}</span>}
      description={present && <span className="wrap-anywhere">{present}</span>}
    >
      <p>{t('link.care')}</p>
      {failure !== undefined && (
        <div className="mt-4">
          <FailureMessage failure={failure} />
        </div>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button look="secondary" pending={pending} onClick={() => void change()}>
          {t('link.change')}
        </Button>
        <Button data-first-focus onClick={stay}>
          {t('link.stay')}
        </Button>
      </div>
    </Dialog>
  );
}

/** Who is signed in here; undefined where that session turned out to have ended. */
function usePresent(): string | undefined {
  const { t } = useTranslation('account');
  const session = useSession();
  if (session.status !== 'signed-in') return undefined;
  const { isGuest, email, displayName } = session.user;
  return isGuest ? t('link.guest') : t('link.present', { who: email || displayName });
}

/** Once: another language is no reason to tell it again. */
function Telling({ news }: { news: Told }) {
  const { t, ready } = useTranslation(['account', 'shell']);
  const navigate = useNavigate();
  const isAtHome = useLocation().pathname === '/';
  useEffect(() => {
    if (!ready) return;
    if (news.about === 'new-email') notify(t('done.newEmail'), news.isHere ? undefined : t('done.newEmailText'));
    else if (news.about === 'half-way') notify(t('done.halfWay'), t('done.halfWayText'));
    else if (news.about === 'lost-factor') notify(t('done.lostFactor'), t('done.lostFactorText'));
    else if (news.about === 'signed-in') {
      notify(t('done.signedIn'), news.who);
      // Links lead to the site's root; whoever has come in goes on at their own home.
      if (isAtHome) void navigate('/dashboard', { replace: true });
    } else if (news.about === 'unanswered') {
      const action = { label: t('shell:load.retry'), onSelect: () => void retryLink() };
      notifyLasting({ title: t(`failure.${news.code}`), action });
    } else {
      const code = news.about === 'link' ? failureOfBackendCode(news.errorCode).code : news.code;
      notify(t(`failure.${code}`), undefined, 'alert');
    }
    tellNews(undefined);
  }, [t, ready, news, isAtHome, navigate]);
  return null;
}
