import type { Household, TariffRow } from '#supabase/tables/index.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#shell/ui/dialog.tsx';
import { draftKey, type EntryTarget, freshEntry, isSameEntry, type TariffEntry } from './tariff-entry.ts';
import { TariffForm } from './tariff-form.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ConfirmDialog } from '#shell/parts/confirm-dialog.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { billingKey } from '../billing-queries.ts';
import { removeTariff } from './tariff-api.ts';
import { useBillFormat } from '../use-bill-format.ts';

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

/** Asks before prices go, and says what becomes of their bills. */
export function RemoveTariffDialog({ tariff, onClose }: { tariff: TariffRow | undefined; onClose: () => void }) {
  const { t } = useTranslation('billing');
  const { day, words } = useBillFormat();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: removeTariff,
    onSuccess: async () => {
      notify(t('remove.done'));
      onClose();
      await queries.invalidateQueries({ queryKey: billingKey });
    },
    onError: () => notify(t('remove.failed'), undefined, 'alert'),
  });
  return (
    <ConfirmDialog
      open={tariff !== undefined}
      title={
        tariff === undefined
          ? ''
          : t('remove.title', {
              name: words(tariff.plan.name),
              when: t('tariffs.since', { day: day(tariff.valid_from) }),
            })
      }
      confirmLabel={t('remove.confirm')}
      isPending={remove.isPending}
      onConfirm={() => tariff !== undefined && remove.mutate(tariff)}
      onClose={onClose}
    >
      <p>{t('remove.text')}</p>
    </ConfirmDialog>
  );
}
