import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOfBackendCode } from '../../platform/identity/auth-failure.ts';
import type { SessionNews } from '../../platform/session.ts';
import { notify } from '../../ui/notice.ts';

/** A link from a mail, or the way back from elsewhere, that brought an error instead of a session, or a new address. */
export function ArrivalNotice({ news }: { news: SessionNews }) {
  const { t, ready } = useTranslation('account');
  useEffect(() => {
    if (!ready) return;
    if (news.about === 'new-email') return notify(t('done.newEmail'));
    const code = news.about === 'link' ? failureOfBackendCode(news.errorCode).code : news.code;
    notify(t(`failure.${code}`), undefined, 'alert');
  }, [t, ready, news]);
  return null;
}
