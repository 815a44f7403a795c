import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BillCosts, CostPolicy } from '../../contract/bill-costs.ts';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useForm } from '#shell/parts/form.tsx';
import { useHousehold, useRights } from '#shell/household/household.ts';
import { useRoomName } from '#shell/household/room-name.ts';
import { Button } from '#shell/ui/button.tsx';
import { ChoiceChips } from '#shell/ui/radio-options.tsx';
import { classNames } from '#shell/ui/class-names.ts';
import { Dialog } from '#shell/ui/dialog.tsx';
import { FormActions, FormAlert } from '#shell/ui/field.tsx';
import { notify, notifyWithAction } from '#shell/ui/notices/notice.ts';
import { useBillFormat } from '../use-bill-format.ts';
import { costsApart, costsKey, costsTotal, savePolicy, sumAmounts, useCostsDraft } from './costs.ts';
import { usePolicyWords } from './cost-words.ts';

export interface CostPolicyLineProps {
  costs: BillCosts;
  currency: string;
}

/** By which policy the rooms stand as they do; whoever may change it, can here. */
export function CostPolicyLine({ costs, currency }: CostPolicyLineProps) {
  const { t } = useTranslation(['billing-costs', 'billing']);
  const mayChange = useRights().data?.mayWrite;
  const words = usePolicyWords();
  const save = useSavePolicy();
  const [isOpen, setOpen] = useState(false);
  const unborne = words.unborne(costs);
  const open = () => {
    save.reset();
    setOpen(true);
  };
  return (
    <section aria-label={t('policy.title')} className="mt-3 text-small text-ink-soft">
      <p>{words.statement(costs)}</p>
      {unborne !== undefined && <p className="mt-1 text-ink">{unborne}</p>}
      {mayChange === true && (
        <Button look="quiet" size="small" className="-ml-4" onClick={open}>
          {t('policy.change')}
        </Button>
      )}
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        closeLabel={t('billing:close')}
        title={t('policy.title')}
        description={t('policy.text')}
        className="text-body"
      >
        {isOpen && (
          <CostPolicyForm
            costs={costs}
            currency={currency}
            onSave={(policy) => save.mutateAsync({ policy, former: costs.policy }, { onSuccess: () => setOpen(false) })}
            onCancel={() => setOpen(false)}
          />
        )}
      </Dialog>
    </section>
  );
}

const ways = ['apart', 'by-use', 'evenly'] as const;

interface CostPolicyFormProps {
  costs: BillCosts;
  currency: string;
  onSave: (policy: CostPolicy) => Promise<unknown>;
  onCancel: () => void;
}

/** How fixed charges and common areas are shared, and what each room would bear by that. */
function CostPolicyForm({ costs, currency, onSave, onCancel }: CostPolicyFormProps) {
  const { t } = useTranslation(['billing-costs', 'billing']);
  const form = useForm<CostPolicy>({
    values: costs.policy,
    send: onSave,
    refusal: () => t('billing:tariffs.saveFailed'),
  });
  const { commonRooms } = form.values;
  const preview = useCostsDraft(form.values);
  const options = ways.map((value) => ({ value, label: t(`policy.ways.${value}`) }));
  const toggle = (room: string) =>
    form.set({
      commonRooms: commonRooms.includes(room) ? commonRooms.filter((one) => one !== room) : [...commonRooms, room],
    });
  return (
    <form {...form.props} className="space-y-5 text-ink">
      <ChoiceChips {...form.control('fixed')} label={t('policy.fixedLabel')} isLabelShown options={options} />
      <ChoiceChips {...form.control('common')} label={t('policy.commonLabel')} isLabelShown options={options} />
      <CostPolicyRooms
        costs={preview.data ?? costs}
        commonRooms={commonRooms}
        currency={currency}
        isLate={preview.isPlaceholderData || preview.data === undefined}
        onToggle={toggle}
      />
      {preview.isError && (
        <p role="status" className="flex flex-wrap items-center gap-x-2 text-small text-ink-soft">
          {t('policy.previewFailed')}
          <Button look="quiet" size="small" onClick={() => void preview.refetch()}>
            {t('policy.retry')}
          </Button>
        </p>
      )}
      <FormAlert>{form.alert}</FormAlert>
      <FormActions
        submit={t('billing:form.save')}
        cancel={t('billing:cancel')}
        onCancel={onCancel}
        pending={form.isPending}
      />
    </form>
  );
}

interface CostPolicyRoomsProps {
  /** As the rooms would stand. */
  costs: BillCosts;
  commonRooms: readonly string[];
  currency: string;
  /** The amounts are those of another choice still. */
  isLate: boolean;
  onToggle: (room: string) => void;
}

/** Which rooms are common; beside each what it would bear, down to the same total. */
function CostPolicyRooms({ costs, commonRooms, currency, isLate, onToggle }: CostPolicyRoomsProps) {
  const { t } = useTranslation('billing-costs');
  const { money } = useBillFormat(currency);
  const roomName = useRoomName();
  const unborne = usePolicyWords().unborne(costs);
  const hintId = useId();
  const totalOf = ({ utilities }: BillCosts['rooms'][number]) => sumAmounts(utilities.map(({ total }) => total));
  const rooms = costs.rooms
    .filter(({ kind }) => kind !== 'home')
    .map((one) => ({ room: one.room, name: roomName(one.room), total: totalOf(one) }))
    .sort((a, b) => a.name.localeCompare(b.name));
  const rest = costs.rooms.filter(({ kind }) => kind === 'home');
  const amount = (value: number) => (
    <span className={classNames('figures shrink-0 transition-opacity duration-150', isLate && 'opacity-55')}>
      {money(value)}
    </span>
  );
  return (
    <fieldset aria-describedby={hintId} aria-busy={isLate || undefined} className="min-w-0">
      <legend className="mb-1.5 text-small font-semibold">{t('policy.rooms')}</legend>
      <p id={hintId} className="mb-1 text-small text-ink-soft">
        {t('policy.roomsHint')}
      </p>
      <ul>
        {rooms.map(({ room, name, total }) => (
          <li key={room} className="flex items-center justify-between gap-4">
            <label className="flex min-h-11 min-w-0 flex-1 items-center gap-3 [overflow-wrap:anywhere]">
              <input
                type="checkbox"
                className="size-5 shrink-0 accent-leaf"
                checked={commonRooms.includes(room)}
                onChange={() => onToggle(room)}
              />
              {name}
            </label>
            {amount(total)}
          </li>
        ))}
        {rest.length > 0 && (
          <li className="flex min-h-11 items-center justify-between gap-4 pl-8 text-ink-soft">
            {t('restOfHome')}
            {amount(sumAmounts(rest.map(totalOf)))}
          </li>
        )}
        <li className="flex min-h-11 items-center justify-between gap-4 pl-8 text-ink-soft">
          {t('policy.fixedApart')}
          {amount(costsApart(costs))}
        </li>
      </ul>
      <p className="mt-1 flex items-baseline justify-between gap-4 border-t border-line pt-2.5 font-semibold">
        {t('total')}
        {amount(costsTotal(costs))}
      </p>
      {unborne !== undefined && <p className="mt-2 text-small">{unborne}</p>}
    </fieldset>
  );
}

interface PolicyChange {
  policy: CostPolicy;
  /** What it was before. */
  former: CostPolicy;
}

/** Keeps a policy; the notice of it takes it back, wherever one has gone by then. */
function useSavePolicy() {
  const { t } = useTranslation(['billing-costs', 'billing']);
  const queries = useQueryClient();
  const householdId = useHousehold().data?.id;
  const save = useMutation({
    mutationFn: ({ policy }: PolicyChange) => savePolicy(householdId ?? '', policy),
    onSuccess: async (_, { policy, former }) => {
      await queries.invalidateQueries({ queryKey: costsKey });
      notifyWithAction(t('policy.saved'), {
        label: t('policy.undo'),
        onSelect: () => save.mutate({ policy: former, former: policy }),
      });
    },
    onError: () => notify(t('billing:tariffs.saveFailed'), undefined, 'alert'),
  });
  return save;
}
