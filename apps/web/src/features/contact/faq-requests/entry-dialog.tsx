import type { FaqEntry, FaqRequest } from '@wattershed/database';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/dialog.tsx';
import { EntryForm } from './entry-form.tsx';

export interface EntryDialogProps {
  open: boolean;
  /** What is being answered. */
  request?: FaqRequest | undefined;
  /** What is being changed. */
  entry?: FaqEntry | undefined;
  onClose: () => void;
}

export function EntryDialog({ open, request, entry, onClose }: EntryDialogProps) {
  const { t } = useTranslation('admin');
  const title = entry !== undefined ? 'editTitle' : request !== undefined ? 'answerTitle' : 'addTitle';
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t(`form.${title}`)}
      closeLabel={t('form.close')}
      className="sm:w-[min(46rem,calc(100vw-2rem))]"
    >
      <EntryForm request={request} entry={entry} onClose={onClose} />
    </Dialog>
  );
}
