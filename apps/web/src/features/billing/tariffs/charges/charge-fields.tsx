import { useTranslation } from 'react-i18next';
import { OfField } from './of-field.tsx';
import { PerSelect } from './per-select.tsx';
import { PlacedAmount } from './placed-fields.tsx';
import { type ChargeDraft, pers, type TimesDraft } from './plan-draft.ts';
import { CapacityFields, DemandFields } from './power-fields.tsx';
import { UseFields } from './use-fields.tsx';

export interface ChargeFieldsProps {
  charge: ChargeDraft;
  place: string;
  unit: string;
  times: TimesDraft | null;
  /** Charges that stand above it. */
  above: readonly ChargeDraft[];
  onChange: (part: Partial<ChargeDraft>) => void;
  onStartTimes: () => void;
}

/** The fields that are fit for a kind of charge. */
export function ChargeFields(props: ChargeFieldsProps) {
  const { t } = useTranslation('billing-charges');
  const { charge, place, above, onChange } = props;
  const amount = (label: string) => (
    <PlacedAmount
      place={`${place}.amount`}
      label={label}
      value={charge.amount}
      onChange={(value) => onChange({ amount: value })}
    />
  );
  const per = <PerSelect charge={charge} place={place} options={pers} onChange={onChange} />;
  const of = <OfField charge={charge} place={place} above={above} onChange={onChange} />;
  switch (charge.kind) {
    case 'use':
      return <UseFields {...props} />;
    case 'capacity':
      return <CapacityFields {...props} />;
    case 'demand':
      return <DemandFields {...props} />;
    case 'fixed':
      return (
        <div className="grid grid-cols-2 items-start gap-3">
          {amount(t('amount'))}
          {per}
        </div>
      );
    case 'minimum':
      return (
        <div className="space-y-3">
          <div className="grid grid-cols-2 items-start gap-3">
            {amount(t('amount'))}
            {per}
          </div>
          {of}
        </div>
      );
    case 'derived':
    case 'discount':
    case 'tax':
      return (
        <div className="grid items-start gap-3 sm:grid-cols-2">
          {amount(t('percent'))}
          {of}
        </div>
      );
  }
}
