import type { BillCosts, CostPolicy } from '@wattershed/contracts';
import { useTranslation } from 'react-i18next';
import { useForm } from '../../../platform/form.tsx';
import { Button } from '../../../ui/button.tsx';
import { ChoiceChips } from '../../../ui/choice-chips.tsx';
import { FormActions, FormAlert } from '../../../ui/field.tsx';
import { CostPolicyRooms } from './cost-policy-rooms.tsx';
import { useCostsDraft } from './costs-query.ts';

const ways = ['apart', 'by-use', 'evenly'] as const;

export interface CostPolicyFormProps {
  costs: BillCosts;
  currency: string;
  onSave: (policy: CostPolicy) => Promise<unknown>;
  onCancel: () => void;
}

/** How fixed charges and common areas are shared, and what each room would bear by that. */
export function CostPolicyForm({ costs, currency, onSave, onCancel }: CostPolicyFormProps) {
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
