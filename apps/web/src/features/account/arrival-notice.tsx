import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOfBackendCode } from '../../platform/identity/auth-failure.ts';
import { retryLink } from '../../platform/session.ts';
import { type SessionNews, tellNews } from '../../platform/session-news.ts';
import { notify, notifyLasting } from '../../ui/notice.ts';
import { OtherPersonDialog } from './other-person-dialog.tsx';

type Told = Exclude<SessionNews, { about: 'other-person' }>;

/** What a link from a mail, or the way back from elsewhere, brought: an error, a new address, a session, a question. */
export function ArrivalNotice({ news }: { news: SessionNews }) {
  if (news.about === 'other-person') return <OtherPersonDialog who={news.who} tokens={news.tokens} />;
  return <Telling news={news} />;
}

/** Once: another language is no reason to tell it again. */
function Telling({ news }: { news: Told }) {
  const { t, ready } = useTranslation(['account', 'shell']);
  useEffect(() => {
    if (!ready) return;
    if (news.about === 'new-email') notify(t('done.newEmail'), news.isHere ? undefined : t('done.newEmailText'));
    else if (news.about === 'signed-in') notify(t('done.signedIn'), news.who);
    else if (news.about === 'unanswered') {
      const action = { label: t('shell:load.retry'), onSelect: () => void retryLink() };
      notifyLasting({ title: t(`failure.${news.code}`), action });
    } else {
      const code = news.about === 'link' ? failureOfBackendCode(news.errorCode).code : news.code;
      notify(t(`failure.${code}`), undefined, 'alert');
    }
    tellNews(undefined);
  }, [t, ready, news]);
  return null;
}
