import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#shell/ui/button.tsx';

export interface MoveButtonsProps {
  /** What they act on, for those who hear them. */
  name: string;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

/** Up, down and away. */
export function MoveButtons({ name, isFirst, isLast, onMove, onRemove }: MoveButtonsProps) {
  const { t } = useTranslation('billing-charges');
  return (
    <div className="-mt-2 -mr-2 flex shrink-0">
      <IconButton
        label={t('moveUp', { name })}
        icon={<ArrowUp className="size-5" aria-hidden />}
        disabled={isFirst}
        onClick={() => onMove(-1)}
      />
      <IconButton
        label={t('moveDown', { name })}
        icon={<ArrowDown className="size-5" aria-hidden />}
        disabled={isLast}
        onClick={() => onMove(1)}
      />
      <IconButton label={t('remove', { name })} icon={<Trash2 className="size-5" aria-hidden />} onClick={onRemove} />
    </div>
  );
}
