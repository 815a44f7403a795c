import { priceTaxes } from '@wattershed/domain';
import { useTranslation } from 'react-i18next';
import { useMarketSeries } from '../../market/market-api.ts';
import { PeriodRates } from './period-rates.tsx';
import { PlacedAmount, PlacedSelect, PlacedText } from './placed-fields.tsx';
import { type ChargeDraft, type MarketDraft, priceForms, type TimesDraft } from './plan-draft.ts';
import { StepsField } from './steps-field.tsx';

export interface UseFieldsProps {
  charge: ChargeDraft;
  place: string;
  unit: string;
  times: TimesDraft | null;
  onChange: (part: Partial<ChargeDraft>) => void;
  onStartTimes: () => void;
}

/** What a unit of use costs: one price, by period, in blocks or as a market has it. */
export function UseFields({ charge, place, unit, times, onChange, onStartTimes }: UseFieldsProps) {
  const { t } = useTranslation('billing-charges');
  return (
    <div className="space-y-3">
      <div className="grid gap-3 sm:grid-cols-2">
        <PlacedSelect
          place={`${place}.price`}
          label={t('price.label')}
          value={charge.price}
          options={priceForms.map((value) => ({ value, label: t(`price.${value}`) }))}
          onChange={(price) => onChange({ price })}
        />
        {charge.price === 'rate' && (
          <PlacedAmount
            place={`${place}.rate`}
            label={t('rate', { unit })}
            value={charge.rate}
            onChange={(rate) => onChange({ rate })}
          />
        )}
      </div>
      {charge.price === 'periods' && (
        <PeriodRates
          charge={charge}
          place={place}
          times={times}
          labelOf={(period) => t('rateOf', { period, unit })}
          onChange={onChange}
          onStartTimes={onStartTimes}
        />
      )}
      {charge.price === 'blocks' && <StepsField charge={charge} place={place} unit={unit} onChange={onChange} />}
      {charge.price === 'market' && (
        <MarketFields
          market={charge.market}
          place={place}
          unit={unit}
          onChange={(part) => onChange({ market: { ...charge.market, ...part } })}
        />
      )}
    </div>
  );
}

interface MarketFieldsProps {
  market: MarketDraft;
  place: string;
  unit: string;
  onChange: (part: Partial<MarketDraft>) => void;
}

function MarketFields({ market, place, unit, onChange }: MarketFieldsProps) {
  const { t } = useTranslation('billing-charges');
  const { data } = useMarketSeries();
  const known = (data?.series ?? []).filter(({ kind }) => kind === 'prices').map(({ series }) => series);
  return (
    <div className="space-y-3">
      <PlacedText
        place={`${place}.market.series`}
        label={t('market.series')}
        hint={known.length === 0 ? t('market.hint') : t('market.known', { list: known.join(', ') })}
        maxLength={60}
        value={market.series}
        onChange={(series) => onChange({ series })}
      />
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {(['times', 'plus', 'atLeast', 'atMost'] as const).map((field) => (
          <PlacedAmount
            key={field}
            place={`${place}.market.${field}`}
            label={t(`market.${field}`, { unit })}
            value={market[field]}
            onChange={(value) => onChange({ [field]: value })}
          />
        ))}
      </div>
      {[market.plus, market.atLeast, market.atMost].some((amount) => amount.trim() !== '') && (
        <PlacedSelect
          place={`${place}.market.tax`}
          label={t('market.tax')}
          value={market.tax}
          options={(['', ...priceTaxes] as const).map((value) => ({
            value,
            label: t(`market.taxes.${value === '' ? 'usual' : value}`),
          }))}
          onChange={(tax) => onChange({ tax })}
        />
      )}
    </div>
  );
}
