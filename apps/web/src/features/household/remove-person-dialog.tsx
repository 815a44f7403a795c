import type { HouseholdPerson } from '@wattershed/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../platform/confirm-dialog.tsx';
import { ChoiceChips } from '../../ui/choice-chips.tsx';
import { householdCalls, useHouseholdAction } from './household-api.ts';

export interface RemovePersonDialogProps {
  householdId: string;
  /** Left out: closed. */
  person: HouseholdPerson | undefined;
  name: string;
  onClose: () => void;
}

/** Puts somebody out of the household, and says what of theirs would go on. */
export function RemovePersonDialog({ householdId, person, name, onClose }: RemovePersonDialogProps) {
  const { t } = useTranslation('household');
  const [tokens, setTokens] = useState<'end' | 'keep'>('end');
  const count = person?.tokens ?? 0;
  // What was chosen for one person does not hold for the next.
  const close = () => {
    setTokens('end');
    onClose();
  };
  const remove = useHouseholdAction(
    () => householdCalls.remove(householdId, person?.userId ?? '', count > 0 ? tokens : undefined),
    { done: () => t('remove.done', { name }), failed: t('remove.failed', { name }) },
  );
  return (
    <ConfirmDialog
      open={person !== undefined}
      title={t('remove.ask', { name })}
      confirmLabel={t('remove.confirm', { name })}
      isPending={remove.isPending}
      onConfirm={() => remove.mutate(undefined, { onSettled: close })}
      onClose={close}
    >
      <p>{t('remove.text', { name })}</p>
      {count > 0 && (
        <div className="mt-4 space-y-3">
          <p>{t('remove.tokens', { name, count })}</p>
          <ChoiceChips
            label={t('remove.tokensLabel')}
            value={tokens}
            options={[
              { value: 'end', label: t('remove.endTokens', { count }) },
              { value: 'keep', label: t('remove.keepTokens', { count }) },
            ]}
            onChange={setTokens}
          />
          <p className="text-small text-ink-soft">
            {t(tokens === 'end' ? 'remove.endHint' : 'remove.keepHint', { count })}
          </p>
        </div>
      )}
    </ConfirmDialog>
  );
}
