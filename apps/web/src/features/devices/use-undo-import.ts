import { useMutation, useQueryClient } from '@tanstack/react-query';
import { undoImport } from '@wattershed/contracts/imports';
import { useTranslation } from 'react-i18next';
import { callService } from '../../platform/service.ts';
import { useFailureWords } from '../../platform/failure-words.ts';
import { notify } from '../../ui/notice.ts';

/** Begins to take an import back; how far it is, the report says. */
export function useUndoImport(id: string) {
  const { t } = useTranslation('devices');
  const words = useFailureWords();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => callService(undoImport, { params: { id } }),
    onError: (error) => notify(t('import.undoFailed'), words.ofThrown(error), 'alert'),
    onSettled: () => {
      for (const queryKey of [['import', id], ['imports']]) void queryClient.invalidateQueries({ queryKey });
    },
  });
}
