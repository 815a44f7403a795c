import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ServiceError } from '../../../platform/service-error.ts';
import { TableError } from '../../../platform/tables.ts';
import { notify } from '../../../ui/notice.ts';

/** The database answered with no row: it is gone, or this person may not. */
export class NothingChanged extends Error {
  override name = 'NothingChanged';
}

interface AdminAct<V> {
  act: (value: V) => Promise<unknown>;
  /** What is told when it is done. */
  done: string;
  onDone?: () => void;
}

/** Does something, shows every list anew, and says how it went. */
export function useAdminAct<V>({ act, done, onDone }: AdminAct<V>) {
  const { t } = useTranslation(['admin', 'errors']);
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: () => {
      notify(done);
      onDone?.();
    },
    onError: (error) => notify(t('done.failed'), t(`errors:${codeOf(error)}`), 'alert'),
    onSettled: () => {
      for (const queryKey of [['admin'], ['faq'], ['asked-questions']])
        void queryClient.invalidateQueries({ queryKey });
    },
  });
}

function codeOf(error: unknown) {
  if (error instanceof ServiceError) return error.code;
  if (error instanceof NothingChanged) return 'not-found';
  if (error instanceof TableError) return error.code === '42501' ? 'forbidden' : 'body-malformed';
  return 'network';
}
