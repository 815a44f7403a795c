import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOfBackendCode } from '../../platform/auth-failure.ts';
import { notify } from '../../ui/notice.ts';

/** A link from a mail, or the way back from Google, that brought an error instead of a session. */
export function ArrivalNotice({ errorCode }: { errorCode: string }) {
  const { t, ready } = useTranslation('account');
  useEffect(() => {
    if (ready) notify(t(`failure.${failureOfBackendCode(errorCode).code}`), undefined, 'alert');
  }, [t, ready, errorCode]);
  return null;
}
