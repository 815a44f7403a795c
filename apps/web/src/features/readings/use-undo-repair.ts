import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFailureWords } from '../../platform/failure-words.ts';
import { notify } from '../../ui/notice.ts';
import { undoRepair, useReloadFigures } from './readings-queries.ts';

/** Takes a repair back, and says so. */
export function useUndoRepair() {
  const { t } = useTranslation('readings');
  const words = useFailureWords();
  const reload = useReloadFigures();
  return useMutation({
    mutationFn: (id: string | number) => undoRepair(id),
    onSuccess: () => notify(t('undone')),
    onError: (error) => notify(t('failed'), words.ofThrown(error), 'alert'),
    onSettled: reload,
  });
}
