import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../platform/confirm-dialog.tsx';
import { notify } from '../../../ui/notice.ts';
import { type BillDocument, deleteDocument, documentsQuery, failureOf } from './documents-api.ts';
import { useDocumentWords } from './use-document-words.ts';

export interface DeleteDocumentProps {
  document: BillDocument | undefined;
  householdId: string;
  onClose: () => void;
  onDeleted: () => void;
}

export function DeleteDocument({ document, householdId, onClose, onDeleted }: DeleteDocumentProps) {
  const { t } = useTranslation('documents');
  const words = useDocumentWords();
  const queryClient = useQueryClient();
  const removal = useMutation({
    mutationFn: deleteDocument,
    onSuccess: async (_, { name }) => {
      await queryClient.invalidateQueries({ queryKey: documentsQuery(householdId).queryKey });
      notify(t('deleted'), name);
      onDeleted();
      onClose();
    },
    onError: (error, { name }) => notify(t('deleteFailed', { name }), words(failureOf(error)), 'alert'),
  });
  return (
    <ConfirmDialog
      open={document !== undefined}
      title={t('deleteTitle')}
      confirmLabel={t('deleteConfirm')}
      isPending={removal.isPending}
      onConfirm={() => document !== undefined && removal.mutate(document)}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        <bdi className="font-semibold">{document?.name}</bdi>
      </p>
      <p className="mt-2">{t('deleteText')}</p>
    </ConfirmDialog>
  );
}
