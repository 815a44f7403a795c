import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#shell/parts/confirm-dialog.tsx';
import { removeRow, useAdminAct } from './admin-queries.ts';

const words = { faq_requests: 'request', faq_entries: 'entry', contact_messages: 'message' } as const;

interface RemoveRowDialogProps {
  table: keyof typeof words;
  /** What goes, and what it is called by. */
  row: { id: string } | undefined;
  name: string | undefined;
  onClose: () => void;
}

export function RemoveRowDialog({ table, row, name, onClose }: RemoveRowDialogProps) {
  const { t } = useTranslation('admin');
  const remove = useAdminAct({
    act: (id: string) => removeRow(table, id),
    done: t('done.deleted'),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      open={row !== undefined}
      title={t(`remove.${words[table]}Title`)}
      confirmLabel={t('remove.confirm')}
      isPending={remove.isPending}
      onConfirm={() => row && remove.mutate(row.id)}
      onClose={onClose}
    >
      <p className="mb-2 font-semibold [overflow-wrap:anywhere]">{name}</p>
      <p>{t(`remove.${words[table]}Text`)}</p>
    </ConfirmDialog>
  );
}
