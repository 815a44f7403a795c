import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';

export interface TitleBarProps {
  /** An answer is under way, or the last deletion still is. */
  isBusy: boolean;
  onClear: () => void;
  onClose: () => void;
}

export function TitleBar({ isBusy, onClear, onClose }: TitleBarProps) {
  const { t } = useTranslation('assistant');
  return (
    <div className="flex shrink-0 items-center gap-1 py-1 pr-1.5 pl-4">
      <h2 id="assistant-title" className="min-w-0 flex-1 text-title">
        {t('title')}
      </h2>
      <Button look="quiet" size="small" disabled={isBusy} onClick={onClear}>
        {t('clear')}
      </Button>
      <IconButton label={t('close')} icon={<X className="size-5" aria-hidden />} onClick={onClose} />
    </div>
  );
}
