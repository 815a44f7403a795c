import type { Household, TariffRow } from '@wattershed/database';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/dialog.tsx';
import { draftKey, type EntryTarget, freshEntry, isSameEntry, type TariffEntry } from './tariff-entry.ts';
import { TariffForm } from './tariff-form.tsx';

export interface TariffDialogProps {
  /** Left out: closed. */
  target: EntryTarget | undefined;
  tariffs: readonly TariffRow[];
  household: Household;
  /** From which day new prices are in force, unless the person says otherwise. */
  firstDay: string;
  onClose: () => void;
}

/** Where tariffs are entered and changed. What was begun is kept while the page is open: a stray Escape loses nothing. */
export function TariffDialog({ target, tariffs, household, firstDay, onClose }: TariffDialogProps) {
  const { t } = useTranslation('billing');
  const [drafts] = useState(() => new Map<string, TariffEntry>());
  // Starting over makes the form anew.
  const [attempt, setAttempt] = useState(0);
  const key = target === undefined ? '' : draftKey(target);
  const discard = () => drafts.delete(key);
  const form = (given: EntryTarget) => {
    const fresh = freshEntry(given, tariffs, household.units, firstDay);
    const kept = drafts.get(key);
    const begun = kept === undefined || isSameEntry(kept, fresh) ? undefined : kept;
    return (
      <TariffForm
        key={`${key} ${attempt}`}
        target={given}
        tariffs={tariffs}
        household={household}
        fresh={fresh}
        begun={begun && { ...begun, way: given.way ?? begun.way }}
        onChange={(entry) => drafts.set(key, entry)}
        onStartOver={() => {
          discard();
          setAttempt(attempt + 1);
        }}
        onDone={() => {
          discard();
          onClose();
        }}
      />
    );
  };
  return (
    <Dialog
      open={target !== undefined}
      onClose={onClose}
      closeLabel={t('close')}
      title={target?.tariff === undefined ? t('form.addTitle') : t('form.editTitle')}
      className="sm:w-[min(44rem,calc(100vw-2rem))] lg:has-[[data-wide]]:w-[min(70rem,calc(100vw-2rem))]"
    >
      {target && form(target)}
    </Dialog>
  );
}
