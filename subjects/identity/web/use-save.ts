import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { AuthRefusal } from '#shell/session/provider/failure.ts';
import { ServiceError } from '#shell/data/service-error.ts';
import { notify } from '#shell/ui/notices/notice.ts';

/** Saves, and says whether it worked. */
export function useSave<T>(save: (value: T) => Promise<unknown>) {
  const { t } = useTranslation(['account', 'errors']);
  return useMutation({
    mutationFn: save,
    onSuccess: () => notify(t('profile.saved')),
    onError: (error) => {
      const code = error instanceof ServiceError ? error.code : 'internal';
      const reason = error instanceof AuthRefusal ? t(`failure.${error.failure.code}`) : t(`errors:${code}`);
      notify(t('profile.saveFailed'), reason, 'alert');
    },
  });
}
