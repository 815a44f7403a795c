import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { AddButton } from './add-button.tsx';
import { changed } from './edit-draft.ts';
import { PlacedAmount, PlacedSelect } from './placed-fields.tsx';
import { blockPers, type ChargeDraft, freshKey } from './plan-draft.ts';

export interface StepsFieldProps {
  charge: ChargeDraft;
  place: string;
  unit: string;
  onChange: (part: Partial<ChargeDraft>) => void;
}

/** Use in blocks: how far each goes and what a unit costs in it. */
export function StepsField({ charge, place, unit, onChange }: StepsFieldProps) {
  const { t } = useTranslation('billing-charges');
  const { steps } = charge;
  const add = () => onChange({ steps: steps.toSpliced(-1, 0, { key: freshKey('s', steps), upTo: '', rate: '' }) });
  return (
    <div className="space-y-3">
      <div className="grid gap-3 sm:grid-cols-2">
        <PlacedSelect
          place={`${place}.blockPer`}
          label={t('blocks.per')}
          value={charge.blockPer}
          options={blockPers.map((value) => ({ value, label: t(`blocks.pers.${value}`) }))}
          onChange={(blockPer) => onChange({ blockPer })}
        />
        <PlacedSelect
          place={`${place}.isSlabs`}
          label={t('blocks.form')}
          value={charge.isSlabs ? 'slabs' : 'steps'}
          options={(['steps', 'slabs'] as const).map((value) => ({ value, label: t(`blocks.forms.${value}`) }))}
          onChange={(form) => onChange({ isSlabs: form === 'slabs' })}
        />
      </div>
      <ol className="space-y-2">
        {steps.map((step, i) => (
          <li key={step.key} className="grid grid-cols-[1fr_1fr_2.75rem] items-start gap-2">
            <PlacedAmount
              place={`${place}.steps.${i}.upTo`}
              label={t('blocks.upTo', { unit })}
              {...(i === steps.length - 1 && { placeholder: t('blocks.rest') })}
              value={step.upTo}
              onChange={(upTo) => onChange({ steps: changed(steps, step.key, { upTo }) })}
            />
            <PlacedAmount
              place={`${place}.steps.${i}.rate`}
              label={t('rate', { unit })}
              value={step.rate}
              onChange={(rate) => onChange({ steps: changed(steps, step.key, { rate }) })}
            />
            <IconButton
              label={t('blocks.remove', { number: i + 1 })}
              icon={<X className="size-5" aria-hidden />}
              className="mt-7"
              disabled={steps.length === 1}
              onClick={() => onChange({ steps: steps.filter((one) => one !== step) })}
            />
          </li>
        ))}
      </ol>
      <AddButton onClick={add}>{t('blocks.add')}</AddButton>
    </div>
  );
}
