import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { UtilityBillRow } from '@wattershed/database';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../platform/confirm-dialog.tsx';
import { useFailureWords } from '../../../platform/failure-words.ts';
import { notify } from '../../../ui/notice.ts';
import { billingKey } from '../billing-queries.ts';
import { useBillFormat } from '../use-bill-format.ts';
import { removeUtilityBill } from './utility-bill-api.ts';

export interface UtilityBillRemoveProps {
  bill: UtilityBillRow | undefined;
  onClose: () => void;
  onRemoved: () => void;
}

/** Asks before a copied bill goes. */
export function UtilityBillRemove({ bill, onClose, onRemoved }: UtilityBillRemoveProps) {
  const { t } = useTranslation('utility-bills');
  const write = useBillFormat(bill?.currency);
  const { ofThrown } = useFailureWords();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: removeUtilityBill,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: [...billingKey, 'utility-bills'] });
      notify(t('remove.done'));
      onRemoved();
      onClose();
    },
    onError: (error) => notify(t('remove.failed'), ofThrown(error), 'alert'),
  });
  return (
    <ConfirmDialog
      open={bill !== undefined}
      title={t('remove.title')}
      confirmLabel={t('delete')}
      isPending={remove.isPending}
      onConfirm={() => bill !== undefined && remove.mutate(bill)}
      onClose={onClose}
    >
      {bill !== undefined && (
        <p className="font-semibold">
          {t(bill.utility)} · {write.period(bill.period_start, bill.period_end)} · {write.money(bill.total)}
        </p>
      )}
      <p className="mt-2">{t('remove.text')}</p>
    </ConfirmDialog>
  );
}
