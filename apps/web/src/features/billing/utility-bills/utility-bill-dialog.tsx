import type { Household, TariffRow, UtilityBillRow } from '@wattershed/database';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/dialog.tsx';
import { draftOf, type UtilityBillDraft } from './utility-bill-draft.ts';
import { UtilityBillForm } from './utility-bill-form.tsx';

/** A new bill, or the one that is to be changed. */
export interface UtilityBillTarget {
  bill?: UtilityBillRow;
  /** Begins with what files tell. */
  isFromFile?: boolean;
}

export interface UtilityBillDialogProps {
  /** Left out: closed. */
  target: UtilityBillTarget | undefined;
  household: Household;
  tariffs: readonly TariffRow[];
  today: string;
  onClose: () => void;
}

/** Where a bill is copied from paper. What was begun is kept while the page is open: a stray Escape loses nothing. */
export function UtilityBillDialog({ target, onClose, ...context }: UtilityBillDialogProps) {
  const { t } = useTranslation(['utility-bills', 'billing']);
  const [drafts] = useState(() => new Map<string, UtilityBillDraft>());
  const bill = target?.bill;
  const key = bill?.id ?? '';
  return (
    <Dialog
      open={target !== undefined}
      onClose={onClose}
      closeLabel={t('billing:close')}
      title={t(bill === undefined ? 'form.addTitle' : 'form.editTitle')}
      description={t('form.text')}
      className="sm:w-[min(40rem,calc(100vw-2rem))]"
    >
      {target && (
        <UtilityBillForm
          key={key}
          {...context}
          bill={bill}
          isFromFile={target.isFromFile ?? false}
          begun={drafts.get(key) ?? draftOf(bill)}
          onChange={(draft) => drafts.set(key, draft)}
          onDone={() => {
            drafts.delete(key);
            onClose();
          }}
        />
      )}
    </Dialog>
  );
}
