import { useTranslation } from 'react-i18next';
import { PlacedSelect } from './placed-fields.tsx';
import type { ChargeDraft, DraftPer } from '../plan-draft.ts';

export interface PerSelectProps {
  charge: ChargeDraft;
  place: string;
  options: readonly DraftPer[];
  onChange: (part: Partial<ChargeDraft>) => void;
}

/** How often an amount is due. */
export function PerSelect({ charge, place, options, onChange }: PerSelectProps) {
  const { t } = useTranslation('billing-charges');
  return (
    <PlacedSelect
      place={`${place}.per`}
      label={t('per.label')}
      value={charge.per}
      options={options.map((value) => ({ value, label: t(`per.${value}`) }))}
      onChange={(per) => onChange({ per })}
    />
  );
}
