import { useMutation, useQueryClient } from '@tanstack/react-query';
import { undoImport } from '#subjects/readings/contract/imports.ts';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#shell/parts/confirm-dialog.tsx';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { callService } from '#shell/data/service.ts';
import { Button } from '#shell/ui/button.tsx';
import { notify } from '#shell/ui/notices/notice.ts';

export interface UndoImportProps {
  id: string;
  fileName: string;
  /** It was begun before, and broken off. */
  isBegun?: boolean;
  size?: 'small';
  onBegun?: () => void;
}

/** The button that takes an import back, after a question. */
export function UndoImport({ id, fileName, isBegun = false, size, onBegun }: UndoImportProps) {
  const { t } = useTranslation('devices');
  const [isAsking, setAsking] = useState(false);
  const undo = useUndoImport(id);
  return (
    <>
      <Button
        look="secondary"
        {...(size !== undefined && { size })}
        icon={<Undo2 className="size-5" aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {t(isBegun ? 'import.undoContinue' : 'import.undo')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={t('import.undoTitle', { name: fileName })}
        confirmLabel={t('import.undoConfirm')}
        isPending={undo.isPending}
        onConfirm={() =>
          undo.mutate(undefined, {
            onSuccess: () => onBegun?.(),
            onSettled: () => setAsking(false),
          })
        }
        onClose={() => setAsking(false)}
      >
        <p>{t('import.undoText')}</p>
      </ConfirmDialog>
    </>
  );
}

/** Begins to take an import back; how far it is, the report says. */
function useUndoImport(id: string) {
  const { t } = useTranslation('devices');
  const words = useFailureMessages();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => callService(undoImport, { params: { id } }),
    onError: (error) => notify(t('import.undoFailed'), words.ofThrown(error), 'alert'),
    onSettled: () => {
      for (const queryKey of [['import', id], ['imports']]) void queryClient.invalidateQueries({ queryKey });
    },
  });
}
