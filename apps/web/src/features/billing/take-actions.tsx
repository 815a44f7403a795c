import { useTranslation } from 'react-i18next';
import { useFailureWords } from '../../platform/failure-words.ts';
import { Button } from '../../ui/button.tsx';

export interface TakeActionsProps {
  words: { look: string; take: string };
  /** The file was looked at: what comes next is taking it in. */
  isLookedAt: boolean;
  isPending: boolean;
  error: Error | null;
  onCancel: () => void;
}

/** Below a file: it is looked at first, then taken in; and why that could not be asked. */
export function TakeActions({ words, isLookedAt, isPending, error, onCancel }: TakeActionsProps) {
  const { t } = useTranslation('billing');
  const { ofThrown } = useFailureWords();
  return (
    <>
      {error !== null && (
        <p role="alert" className="rounded-control bg-alert-soft px-3 py-2 text-alert">
          {ofThrown(error)}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button type="submit" pending={isPending}>
          {isLookedAt ? words.take : words.look}
        </Button>
      </div>
    </>
  );
}
