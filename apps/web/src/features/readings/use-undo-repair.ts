import { useMutation } from '@tanstack/react-query';
import { undoRepair } from '@wattershed/contracts/repairs';
import { useTranslation } from 'react-i18next';
import { callService } from '../../platform/service.ts';
import { useFailureWords } from '../../platform/failure-words.ts';
import { notify } from '../../ui/notice.ts';
import { useReloadFigures } from './readings-queries.ts';

/** Takes a repair back, and says so. */
export function useUndoRepair() {
  const { t } = useTranslation('readings');
  const words = useFailureWords();
  const reload = useReloadFigures();
  return useMutation({
    mutationFn: (id: string | number) => callService(undoRepair, { params: { id } }),
    onSuccess: () => notify(t('undone')),
    onError: (error) => notify(t('failed'), words.ofThrown(error), 'alert'),
    onSettled: reload,
  });
}
