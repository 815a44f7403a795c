import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Rights } from '#shell/household/household.ts';
import { ConfirmDialog } from '#shell/parts/confirm-dialog.tsx';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { Button } from '#shell/ui/button.tsx';
import { Dialog } from '#shell/ui/dialog.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import type { TariffRow } from '#supabase/tables/index.ts';
import type { PayingWay } from '../../contract/payments.ts';
import { useBillFormat } from '../use-bill-format.ts';
import { type Account, usePaymentChanges, usePayments } from './payment-queries.ts';
import { wayText } from './payments-card.tsx';
import { WayForm, type WayTarget } from './way-form.tsx';

interface PayingCardProps {
  tariffs: readonly TariffRow[];
  /** The household's, where a utility has no tariff. */
  currency: string;
  today: string;
  rights: Pick<Rights, 'mayWrite' | 'mayDelete'>;
}

/** How each utility is paid, and from when on; after each bill, unless somebody says otherwise. */
export function PayingCard({ tariffs, currency, today, rights }: PayingCardProps) {
  const { t } = useTranslation('billing');
  const payments = usePayments();
  const [editing, setEditing] = useState<WayTarget>();
  const [removing, setRemoving] = useState<PayingWay>();
  const accounts = payments.data?.accounts ?? [];
  const said = accounts.filter(({ ways }) => ways.length > 0);
  return (
    <Card id="paying" title={t('payments.paying.title')}>
      <p className="text-small text-ink-soft">{t('payments.paying.text')}</p>
      {payments.isError && payments.data === undefined && (
        <LoadFailure error={payments.error} onRetry={() => void payments.refetch()} />
      )}
      {payments.isPending && <Skeleton className="mt-3 h-11" />}
      {payments.data !== undefined && said.length === 0 && <p className="mt-2">{t('payments.paying.none')}</p>}
      <ul aria-label={t('payments.paying.title')} className="mt-2">
        {said.map((account) =>
          account.ways
            .toReversed()
            .map((way) => (
              <WayItem
                key={way.id}
                account={account}
                way={way}
                onEdit={rights.mayWrite ? setEditing : undefined}
                onRemove={rights.mayDelete ? setRemoving : undefined}
              />
            )),
        )}
      </ul>
      {rights.mayWrite && payments.data !== undefined && (
        <Button
          look="secondary"
          className="mt-3"
          icon={<Plus className="size-5" aria-hidden />}
          onClick={() => setEditing({})}
        >
          {t(said.length === 0 ? 'payments.paying.set' : 'payments.paying.add')}
        </Button>
      )}
      <Dialog
        open={editing !== undefined}
        onClose={() => setEditing(undefined)}
        closeLabel={t('close')}
        title={t(editing?.way === undefined ? 'payments.paying.addTitle' : 'payments.paying.editTitle')}
        className="sm:w-[min(36rem,calc(100vw-2rem))]"
      >
        {editing && (
          <WayForm
            {...editing}
            accounts={accounts}
            tariffs={tariffs}
            currency={currency}
            today={today}
            onDone={() => setEditing(undefined)}
          />
        )}
      </Dialog>
      <RemoveWay way={removing} onClose={() => setRemoving(undefined)} />
    </Card>
  );
}

interface WayItemProps {
  account: Account;
  way: PayingWay;
  onEdit: ((target: WayTarget) => void) | undefined;
  onRemove: ((way: PayingWay) => void) | undefined;
}

function WayItem({ account: { utility }, way, onEdit, onRemove }: WayItemProps) {
  const { t } = useTranslation('billing');
  const write = useBillFormat(way.currency);
  const named = { utility: t(utility), day: write.day(way.validFrom) };
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 border-t border-line py-2 first:border-t-0">
      <span className="min-w-0">
        <span className="block font-semibold">
          {t(utility)}: {wayText(way, t, write)}
        </span>
        <span className="block text-small text-ink-soft">
          {t('payments.paying.since', { day: write.day(way.validFrom) })}
        </span>
      </span>
      <span className="-mr-3 flex">
        {onEdit && (
          <Button
            look="quiet"
            size="small"
            aria-label={t('payments.paying.editOf', named)}
            onClick={() => onEdit({ utility, way })}
          >
            {t('payments.entries.edit')}
          </Button>
        )}
        {onRemove && (
          <Button
            look="quiet"
            size="small"
            aria-label={t('payments.paying.removeOf', named)}
            onClick={() => onRemove(way)}
          >
            {t('payments.paying.remove')}
          </Button>
        )}
      </span>
    </li>
  );
}

function RemoveWay({ way, onClose }: { way: PayingWay | undefined; onClose: () => void }) {
  const { t } = useTranslation('billing');
  const { ofThrown } = useFailureMessages();
  const { removeWay } = usePaymentChanges();
  const remove = (id: string) =>
    removeWay.mutate(id, {
      onSuccess: onClose,
      onError: (error) => notify(t('payments.failed'), ofThrown(error), 'alert'),
    });
  return (
    <ConfirmDialog
      open={way !== undefined}
      title={t('payments.paying.removeTitle')}
      confirmLabel={t('payments.paying.remove')}
      isPending={removeWay.isPending}
      onConfirm={() => way && remove(way.id)}
      onClose={onClose}
    >
      {t('payments.paying.removeText')}
    </ConfirmDialog>
  );
}
