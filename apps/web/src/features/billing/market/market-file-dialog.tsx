import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/dialog.tsx';
import { MarketFileForm, type MarketFileFormProps } from './market-file-form.tsx';

export interface MarketFileDialogProps extends Omit<MarketFileFormProps, 'onDone'> {
  open: boolean;
  onClose: () => void;
}

/** Where prices or colours are brought: looked at first, then taken in. */
export function MarketFileDialog({ open, onClose, ...form }: MarketFileDialogProps) {
  const { t } = useTranslation(['billing-market', 'billing']);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      closeLabel={t('billing:close')}
      title={t('file.title')}
      description={t('file.text')}
    >
      <MarketFileForm {...form} onDone={onClose} />
    </Dialog>
  );
}
