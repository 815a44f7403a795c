import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#shell/ui/button.tsx';
import { priceTaxes, windowMinutes, type WindowMinutes } from '../../../../domain/tariff/plan.ts';
import { useMarketSeries } from '../../../market/market-series.tsx';
import { changed } from '../edit-draft.ts';
import {
  type amountForms,
  blockPers,
  type ChargeDraft,
  emptySteps,
  freshKey,
  type MarketDraft,
  pers,
  priceForms,
  type StepDraft,
  type TimesDraft,
} from '../plan-draft.ts';
import { AddButton } from './charge-controls.tsx';
import { PeriodRates, PerSelect, PlacedAmount, PlacedSelect, PlacedText } from './placed-fields.tsx';

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

interface StepsFieldProps {
  charge: ChargeDraft;
  place: string;
  unit: string;
  sizes: readonly string[];
  onChange: (part: Partial<ChargeDraft>) => void;
}

/** Use in blocks: how far each goes and what a unit costs in it. */
function StepsField({ charge, place, unit, sizes, onChange }: StepsFieldProps) {
  const { t } = useTranslation('billing-charges');
  const { isBySize, sizeSteps } = charge;
  const rows = { upTo: unit, value: t('rate', { unit }) };
  const ofSize = (size: string) => sizeSteps[size] ?? emptySteps;
  return (
    <div className="space-y-3">
      <div className="grid gap-3 sm:grid-cols-2">
        <BlockPer charge={charge} place={place} onChange={onChange} />
        <PlacedSelect
          place={`${place}.isSlabs`}
          label={t('blocks.form')}
          value={charge.isSlabs ? 'slabs' : 'steps'}
          options={(['steps', 'slabs'] as const).map((value) => ({ value, label: t(`blocks.forms.${value}`) }))}
          onChange={(form) => onChange({ isSlabs: form === 'slabs' })}
        />
        {sizes.length > 0 && (
          <PlacedSelect
            place={`${place}.isBySize`}
            label={t('blocks.meters')}
            value={isBySize ? 'each' : 'all'}
            options={(['all', 'each'] as const).map((value) => ({ value, label: t(`blocks.ofMeters.${value}`) }))}
            onChange={(form) => onChange({ isBySize: form === 'each' })}
          />
        )}
      </div>
      {isBySize && sizes.length > 0 ? (
        sizes.map((size) => (
          <fieldset key={size}>
            <legend className="mb-1.5 text-small font-semibold">{size}</legend>
            <StepRows
              {...rows}
              steps={ofSize(size)}
              place={`${place}.sizeSteps.${size}`}
              onChange={(steps) => onChange({ sizeSteps: { ...sizeSteps, [size]: steps } })}
            />
          </fieldset>
        ))
      ) : (
        <ChargeSteps {...rows} charge={charge} place={place} onChange={onChange} />
      )}
    </div>
  );
}

/** What the ends of steps are for. */
function BlockPer({ charge, place, onChange }: Props) {
  const { t } = useTranslation('billing-charges');
  return (
    <PlacedSelect
      place={`${place}.blockPer`}
      label={t('blocks.per')}
      value={charge.blockPer}
      options={blockPers.map((value) => ({ value, label: t(`blocks.pers.${value}`) }))}
      onChange={(blockPer) => onChange({ blockPer })}
    />
  );
}

interface AmountFieldsProps extends StepsFieldProps {
  /** What one amount, or one percent, is called. */
  label: string;
  forms: readonly (typeof amountForms)[number][];
}

/** An amount or a percent: one, or by the step in which the use or the power ends. */
export function AmountFields({ charge, place, unit, sizes, label, forms, onChange }: AmountFieldsProps) {
  const { t } = useTranslation('billing-charges');
  const form = forms.find((one) => one === charge.price) ?? 'rate';
  return (
    <>
      <PlacedSelect
        place={`${place}.price`}
        label={t('amounts.label')}
        value={form}
        options={forms.map((value) => ({ value, label: t(`amounts.${value}`) }))}
        onChange={(price) => onChange({ price })}
      />
      {form === 'rate' ? (
        <PlacedAmount
          place={`${place}.amount`}
          label={label}
          value={charge.amount}
          onChange={(amount) => onChange({ amount })}
        />
      ) : form === 'bySize' ? (
        <SizeAmounts charge={charge} place={place} sizes={sizes} onChange={onChange} />
      ) : (
        <div className="col-span-full space-y-3">
          {form === 'byUse' && <BlockPer charge={charge} place={place} onChange={onChange} />}
          <ChargeSteps
            charge={charge}
            place={place}
            upTo={form === 'byUse' ? unit : 'kW'}
            value={label}
            onChange={onChange}
          />
        </div>
      )}
    </>
  );
}

/** One for each size of the meter; without sizes, where they are said. */
function SizeAmounts({ charge, place, sizes, onChange }: Omit<StepsFieldProps, 'unit'>) {
  const { t } = useTranslation('billing-charges');
  const { sizeAmounts } = charge;
  if (sizes.length === 0) return <p className="col-span-full text-small text-ink-soft">{t('amounts.noSizes')}</p>;
  return (
    <div className="col-span-full grid grid-cols-2 gap-3 sm:grid-cols-3">
      {sizes.map((size) => (
        <PlacedAmount
          key={size}
          place={`${place}.sizeAmounts.${size}`}
          label={t('amounts.ofSize', { size })}
          value={sizeAmounts[size] ?? ''}
          onChange={(amount) => onChange({ sizeAmounts: { ...sizeAmounts, [size]: amount } })}
        />
      ))}
    </div>
  );
}

interface StepTexts {
  /** What its ends are in, and what is entered for each step. */
  upTo: string;
  value: string;
}

/** Those of the charge itself. */
function ChargeSteps({ charge, place, onChange, ...texts }: Props & StepTexts) {
  return (
    <StepRows {...texts} steps={charge.steps} place={`${place}.steps`} onChange={(steps) => onChange({ steps })} />
  );
}

interface StepRowsProps extends StepTexts {
  steps: readonly StepDraft[];
  place: string;
  onChange: (steps: readonly StepDraft[]) => void;
}

function StepRows({ steps, place, upTo: unit, value, onChange }: StepRowsProps) {
  const { t } = useTranslation('billing-charges');
  const add = () => onChange(steps.toSpliced(-1, 0, { key: freshKey('s', steps), upTo: '', rate: '' }));
  return (
    <div className="space-y-3">
      <ol className="space-y-2">
        {steps.map((step, i) => (
          <li key={step.key} className="grid grid-cols-[1fr_1fr_2.75rem] items-start gap-2">
            <PlacedAmount
              place={`${place}.${i}.upTo`}
              label={t('blocks.upTo', { unit })}
              {...(i === steps.length - 1 && { placeholder: t('blocks.rest') })}
              value={step.upTo}
              onChange={(upTo) => onChange(changed(steps, step.key, { upTo }))}
            />
            <PlacedAmount
              place={`${place}.${i}.rate`}
              label={value}
              value={step.rate}
              onChange={(rate) => onChange(changed(steps, step.key, { rate }))}
            />
            <IconButton
              label={t('blocks.remove', { number: i + 1 })}
              icon={<X className="size-5" aria-hidden />}
              className="mt-7"
              disabled={steps.length === 1}
              onClick={() => onChange(steps.filter((one) => one !== step))}
            />
          </li>
        ))}
      </ol>
      <AddButton onClick={add}>{t('blocks.add')}</AddButton>
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
