import { useTranslation } from 'react-i18next';
import { Field } from '../../../../ui/field.tsx';
import { Select } from '../../../../ui/select.tsx';
import { CheckChips } from './check-chips.tsx';
import { useFaultAt } from './fault-context.ts';
import type { ChargeDraft } from './plan-draft.ts';
import { useChargeName } from './use-charge-name.ts';

export interface OfFieldProps {
  charge: ChargeDraft;
  place: string;
  /** Those that stand above it. */
  above: readonly ChargeDraft[];
  onChange: (part: Partial<ChargeDraft>) => void;
}

/** What a share or a minimum is of: all that stands above it, or some of that. */
export function OfField({ charge, place, above, onChange }: OfFieldProps) {
  const { t } = useTranslation('billing-charges');
  const nameOf = useChargeName();
  const fault = useFaultAt()(`${place}.of`);
  const { of } = charge;
  return (
    <div className="space-y-3">
      <Field label={t('of.label')} error={fault}>
        {(control) => (
          <Select
            {...control}
            options={[
              { value: 'all', label: t('of.all') },
              { value: 'some', label: t('of.some') },
            ]}
            value={of === 'all' ? 'all' : 'some'}
            onChange={({ target: { value } }) => onChange({ of: value === 'all' ? 'all' : above.map((one) => one.id) })}
          />
        )}
      </Field>
      {of !== 'all' && (
        <CheckChips
          label={t('of.chosen')}
          options={above.map((one) => ({ value: one.id, label: nameOf(one) }))}
          chosen={of}
          onChange={(chosen) => onChange({ of: chosen })}
        />
      )}
    </div>
  );
}
