import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#shell/ui/button.tsx';
import { changed, withStepsApart } from '../edit-draft.ts';
import {
  type amountForms,
  blockPers,
  type ChargeDraft,
  freshKey,
  isBySize,
  type StepDraft,
  stepsOfSize,
} from '../plan-draft.ts';
import { AddButton } from './charge-controls.tsx';
import { PlacedAmount, PlacedSelect } from './placed-fields.tsx';

interface Props {
  charge: ChargeDraft;
  place: string;
  onChange: (part: Partial<ChargeDraft>) => void;
}

interface StepsFieldProps {
  charge: ChargeDraft;
  place: string;
  unit: string;
  sizes: readonly string[];
  onChange: (part: Partial<ChargeDraft>) => void;
}

/** Use in blocks: how far each goes and what a unit costs in it. */
export function StepsField({ charge, place, unit, sizes, onChange }: StepsFieldProps) {
  const { t } = useTranslation('billing-charges');
  const { sizeSteps } = charge;
  const rows = { upTo: unit, value: t('rate', { unit }) };
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
            value={charge.isBySize ? 'each' : 'all'}
            options={(['all', 'each'] as const).map((value) => ({ value, label: t(`blocks.ofMeters.${value}`) }))}
            onChange={(form) => onChange(form === 'each' ? withStepsApart(charge, sizes) : { isBySize: false })}
          />
        )}
      </div>
      {isBySize(charge, sizes) ? (
        sizes.map((size) => (
          <fieldset key={size}>
            <legend className="mb-1.5 text-small font-semibold">{size}</legend>
            <StepRows
              {...rows}
              steps={stepsOfSize(charge, size)}
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
export function ChargeSteps({ charge, place, onChange, ...texts }: Props & StepTexts) {
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
