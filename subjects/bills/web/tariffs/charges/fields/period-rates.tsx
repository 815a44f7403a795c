import { useTranslation } from 'react-i18next';
import { Button } from '#shell/ui/button.tsx';
import { PlacedAmount } from './placed-fields.tsx';
import type { ChargeDraft, TimesDraft } from '../plan-draft.ts';

export interface PeriodRatesProps {
  charge: ChargeDraft;
  place: string;
  times: TimesDraft | null;
  labelOf: (period: string) => string;
  onChange: (part: Partial<ChargeDraft>) => void;
  onStartTimes: () => void;
}

/** A price for each period of the tariff; without periods, the way to them. */
export function PeriodRates({ charge, place, times, labelOf, onChange, onStartTimes }: PeriodRatesProps) {
  const { t } = useTranslation('billing-charges');
  if (times === null)
    return (
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-control bg-paper px-3 py-2 text-small">
        {t('times.none')}
        <Button look="secondary" size="small" onClick={onStartTimes}>
          {t('times.start')}
        </Button>
      </div>
    );
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
      {times.periods.map(({ key, name }, i) => (
        <PlacedAmount
          key={key}
          place={`${place}.rates.${key}`}
          label={labelOf(name.trim() === '' ? t('times.unnamed', { number: i + 1 }) : name)}
          value={charge.rates[key] ?? ''}
          onChange={(rate) => onChange({ rates: { ...charge.rates, [key]: rate } })}
        />
      ))}
    </div>
  );
}
