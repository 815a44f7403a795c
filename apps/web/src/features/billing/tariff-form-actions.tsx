import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import type { Way } from './tariff-entry.ts';

export interface TariffFormActionsProps {
  way: Way;
  isNew: boolean;
  /** A tariff of the library has been chosen. */
  isChosen: boolean;
  isSaving: boolean;
  isFetchingText: boolean;
  onCancel: () => void;
  onText: () => void;
}

export function TariffFormActions(props: TariffFormActionsProps) {
  const { way, isNew, isChosen, isSaving, isFetchingText, onCancel, onText } = props;
  const { t } = useTranslation('billing');
  const isLibrary = way === 'library';
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <Button look="secondary" onClick={onCancel}>
        {t('cancel')}
      </Button>
      {isLibrary && isChosen && (
        <Button look="secondary" pending={isFetchingText} onClick={onText}>
          {t('library.asText')}
        </Button>
      )}
      {(!isLibrary || isChosen) && (
        <Button type="submit" pending={isSaving}>
          {isLibrary ? t('library.use') : isNew ? t('form.add') : t('form.save')}
        </Button>
      )}
    </div>
  );
}
