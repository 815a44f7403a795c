import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#shell/ui/button.tsx';
import { AddButton } from './add-button.tsx';
import { changed } from '../edit-draft.ts';
import { PerSelect } from './per-select.tsx';
import { PeriodRates } from './period-rates.tsx';
import { PlacedAmount, PlacedSelect, PlacedText } from './placed-fields.tsx';
import { type ChargeDraft, freshKey, type PriceForm, pers, type TimesDraft } from '../plan-draft.ts';

export interface PowerFieldsProps {
  charge: ChargeDraft;
  place: string;
  times: TimesDraft | null;
  onChange: (part: Partial<ChargeDraft>) => void;
  onStartTimes: () => void;
}

type Props = Omit<PowerFieldsProps, 'times' | 'onStartTimes'>;

/** One price, or one for each period. */
function PricedBy({ charge, place, onChange }: Props) {
  const { t } = useTranslation('billing-charges');
  const forms: readonly PriceForm[] = ['rate', 'periods'];
  return (
    <PlacedSelect
      place={`${place}.price`}
      label={t('price.label')}
      value={charge.price === 'periods' ? 'periods' : 'rate'}
      options={forms.map((value) => ({ value, label: t(`price.${value as 'rate' | 'periods'}`) }))}
      onChange={(price) => onChange({ price })}
    />
  );
}

function PowerRate({ charge, place, onChange }: Props) {
  const { t } = useTranslation('billing-charges');
  return (
    <PlacedAmount
      place={`${place}.rate`}
      label={t('power.rate')}
      value={charge.rate}
      onChange={(rate) => onChange({ rate })}
    />
  );
}

/** For the power that is contracted. How much that is, the household says below; a tariff may know it. */
export function CapacityFields({ charge, place, onChange }: Props) {
  const { t } = useTranslation('billing-charges');
  const { powers } = charge;
  return (
    <div className="space-y-3">
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        <PricedBy charge={charge} place={place} onChange={onChange} />
        <PerSelect charge={charge} place={place} options={pers} onChange={onChange} />
        {charge.price !== 'periods' && <PowerRate charge={charge} place={place} onChange={onChange} />}
        {charge.kW !== null && (
          <PlacedAmount
            place={`${place}.kW`}
            label={t('power.kW')}
            value={charge.kW}
            onChange={(kW) => onChange({ kW })}
          />
        )}
      </div>
      {charge.price === 'periods' && (
        <>
          <ul className="space-y-2">
            {powers.map((power, i) => (
              <li key={power.key} className="grid grid-cols-[1fr_1fr_2.75rem] items-start gap-2">
                <PlacedText
                  place={`${place}.powers.${power.key}.period`}
                  label={t('power.period')}
                  maxLength={60}
                  className="flex flex-col justify-end"
                  value={power.period}
                  onChange={(period) => onChange({ powers: changed(powers, power.key, { period }) })}
                />
                <PlacedAmount
                  place={`${place}.powers.${power.key}.rate`}
                  label={t('power.rate')}
                  value={power.rate}
                  onChange={(rate) => onChange({ powers: changed(powers, power.key, { rate }) })}
                />
                <IconButton
                  label={t('power.remove', { number: i + 1 })}
                  icon={<X className="size-5" aria-hidden />}
                  className="mt-7"
                  disabled={powers.length === 1}
                  onClick={() => onChange({ powers: powers.filter((one) => one !== power) })}
                />
              </li>
            ))}
          </ul>
          <AddButton
            onClick={() => onChange({ powers: [...powers, { key: freshKey('p', powers), period: '', rate: '' }] })}
          >
            {t('power.add')}
          </AddButton>
        </>
      )}
      {charge.kW === null && <p className="text-small text-ink-soft">{t('power.hint')}</p>}
    </div>
  );
}

const windows = ['15', '30', '60'] as const;

/** For the highest mean power of a month or a bill. */
export function DemandFields({ charge, place, times, onChange, onStartTimes }: PowerFieldsProps) {
  const { t } = useTranslation('billing-charges');
  return (
    <div className="space-y-3">
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        <PricedBy charge={charge} place={place} onChange={onChange} />
        <PlacedSelect
          place={`${place}.windowMinutes`}
          label={t('power.window')}
          value={String(charge.windowMinutes) as (typeof windows)[number]}
          options={windows.map((value) => ({ value, label: t('power.minutes', { count: Number(value) }) }))}
          onChange={(value) => onChange({ windowMinutes: Number(value) as 15 | 30 | 60 })}
        />
        <PerSelect charge={charge} place={place} options={['month', 'bill']} onChange={onChange} />
        {charge.price !== 'periods' && <PowerRate charge={charge} place={place} onChange={onChange} />}
      </div>
      {charge.price === 'periods' && (
        <PeriodRates
          charge={charge}
          place={place}
          times={times}
          labelOf={(period) => t('power.rateOf', { period })}
          onChange={onChange}
          onStartTimes={onStartTimes}
        />
      )}
    </div>
  );
}
