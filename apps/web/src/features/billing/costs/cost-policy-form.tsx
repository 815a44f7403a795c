import type { BillCosts, CostPolicy } from '@wattershed/contracts';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { ChoiceChips } from '../../../ui/choice-chips.tsx';
import { CostPolicyRooms } from './cost-policy-rooms.tsx';
import { useCostsDraft } from './costs-query.ts';

const ways = ['apart', 'by-use', 'evenly'] as const;

export interface CostPolicyFormProps {
  costs: BillCosts;
  currency: string;
  isSaving: boolean;
  isFailed: boolean;
  onSave: (policy: CostPolicy) => void;
  onCancel: () => void;
}

/** How fixed charges and common areas are shared, and what each room would bear by that. */
export function CostPolicyForm({ costs, currency, isSaving, isFailed, onSave, onCancel }: CostPolicyFormProps) {
  const { t } = useTranslation(['billing-costs', 'billing']);
  const [draft, setDraft] = useState(costs.policy);
  const preview = useCostsDraft(draft);
  const options = ways.map((value) => ({ value, label: t(`policy.ways.${value}`) }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave(draft);
  };
  const toggle = (room: string) =>
    setDraft(({ commonRooms, ...rest }) => ({
      ...rest,
      commonRooms: commonRooms.includes(room) ? commonRooms.filter((one) => one !== room) : [...commonRooms, room],
    }));
  return (
    <form className="space-y-5 text-ink" onSubmit={submit} noValidate>
      <ChoiceChips
        label={t('policy.fixedLabel')}
        isLabelShown
        value={draft.fixed}
        options={options}
        onChange={(fixed) => setDraft({ ...draft, fixed })}
      />
      <ChoiceChips
        label={t('policy.commonLabel')}
        isLabelShown
        value={draft.common}
        options={options}
        onChange={(common) => setDraft({ ...draft, common })}
      />
      <CostPolicyRooms
        costs={preview.data ?? costs}
        commonRooms={draft.commonRooms}
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
      {isFailed && (
        <p role="alert" className="rounded-control bg-alert-soft px-3 py-2 text-alert">
          {t('billing:tariffs.saveFailed')}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onCancel}>
          {t('billing:cancel')}
        </Button>
        <Button type="submit" pending={isSaving}>
          {t('billing:form.save')}
        </Button>
      </div>
    </form>
  );
}
