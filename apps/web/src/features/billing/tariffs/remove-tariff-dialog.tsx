import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TariffRow } from '@wattershed/database';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../platform/confirm-dialog.tsx';
import { notify } from '../../../ui/notice.ts';
import { billingKey } from '../billing-queries.ts';
import { removeTariff } from './tariff-api.ts';
import { useBillFormat } from '../use-bill-format.ts';

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
