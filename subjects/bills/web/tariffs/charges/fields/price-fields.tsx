import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#shell/ui/button.tsx';
import { priceTaxes, windowMinutes, type WindowMinutes } from '../../../../domain/tariff/plan.ts';
import { useMarketSeries } from '../../../market/market-series.tsx';
import { changed } from '../edit-draft.ts';
import { type ChargeDraft, freshKey, type MarketDraft, pers, priceForms, type TimesDraft } from '../plan-draft.ts';
import { AddButton } from './charge-controls.tsx';
import { PeriodRates, PerSelect, PlacedAmount, PlacedSelect, PlacedText } from './placed-fields.tsx';
import { ChargeSteps, StepsField } from './step-fields.tsx';

interface UseFieldsProps {
  charge: ChargeDraft;
  place: string;
  unit: string;
  /** Of meters, which the tariff tells apart. */
  sizes: readonly string[];
  times: TimesDraft | null;
  onChange: (part: Partial<ChargeDraft>) => void;
  onStartTimes: () => void;
}

/** What a unit of use costs, or of what goes back is worth: one price, by period, in blocks or as a market has it. */
export function UseFields({ charge, place, unit, sizes, times, onChange, onStartTimes }: UseFieldsProps) {
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
      {charge.price === 'blocks' && (
        <StepsField charge={charge} place={place} unit={unit} sizes={sizes} onChange={onChange} />
      )}
      {charge.price === 'market' && (
        <MarketFields
          market={charge.market}
          place={place}
          unit={unit}
          onChange={(part) => onChange({ market: { ...charge.market, ...part } })}
        />
      )}
      {charge.kind === 'returned' && <p className="text-small text-ink-soft">{t('returnedHint', { unit })}</p>}
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

interface PowerFieldsProps {
  charge: ChargeDraft;
  place: string;
  times: TimesDraft | null;
  onChange: (part: Partial<ChargeDraft>) => void;
  onStartTimes: () => void;
}

type Props = Omit<PowerFieldsProps, 'times' | 'onStartTimes'>;

type PowerForm = 'rate' | 'periods' | 'blocks' | 'byPower';

/** One price, one for each period, or of the highest power by steps. */
function PricedBy({ charge, place, onChange }: Props) {
  const { t } = useTranslation('billing-charges');
  const forms: readonly PowerForm[] = [
    'rate',
    'periods',
    ...(charge.kind === 'demand' ? (['blocks', 'byPower'] as const) : []),
  ];
  return (
    <PlacedSelect<PowerForm>
      place={`${place}.price`}
      label={t('price.label')}
      value={forms.find((form) => form === charge.price) ?? 'rate'}
      options={forms.map((value) => ({
        value,
        label: value === 'byPower' ? t('amounts.byPower') : t(`price.${value}`),
      }))}
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
          value={String(charge.windowMinutes)}
          options={windowMinutes.map((count) => ({ value: String(count), label: t('power.minutes', { count }) }))}
          onChange={(value) => onChange({ windowMinutes: Number(value) as WindowMinutes })}
        />
        <PerSelect charge={charge} place={place} options={['day', 'month', 'bill']} onChange={onChange} />
        {charge.price === 'rate' && <PowerRate charge={charge} place={place} onChange={onChange} />}
      </div>
      {(charge.price === 'byPower' || charge.price === 'blocks') && (
        <ChargeSteps
          charge={charge}
          place={place}
          upTo="kW"
          value={t(charge.price === 'blocks' ? 'power.rate' : 'amount')}
          onChange={onChange}
        />
      )}
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
