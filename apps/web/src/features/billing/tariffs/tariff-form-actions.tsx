import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import type { Way } from './tariff-entry.ts';

export interface TariffFormActionsProps {
  way: Way;
  isNew: boolean;
  /** There is something to be saved: a tariff of the library has been chosen, the form can show the charges. */
  canSave: boolean;
  isSaving: boolean;
  isFetchingText: boolean;
  onCancel: () => void;
  onText: () => void;
  /** Other ways to go on with what is entered. */
  children: ReactNode;
}

export function TariffFormActions(props: TariffFormActionsProps) {
  const { way, isNew, canSave, isSaving, isFetchingText, onCancel, onText, children } = props;
  const { t } = useTranslation('billing');
  const isLibrary = way === 'library';
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <Button look="secondary" onClick={onCancel}>
        {t('cancel')}
      </Button>
      {isLibrary && canSave && (
        <Button look="secondary" pending={isFetchingText} onClick={onText}>
          {t('library.asText')}
        </Button>
      )}
      <Suspense>{children}</Suspense>
      {canSave && (
        <Button type="submit" pending={isSaving}>
          {isLibrary ? t('library.use') : isNew ? t('form.add') : t('form.save')}
        </Button>
      )}
    </div>
  );
}
