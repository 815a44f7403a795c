import { type BillingUnit, unitName } from '@wattershed/catalogue';
import { useTranslation } from 'react-i18next';
import { AmountInput } from '../tariffs/amount-input.tsx';
import { type AmountField, moneyFields, type UtilityBillDraft } from './utility-bill-draft.ts';

export interface UtilityBillAmountsProps {
  draft: UtilityBillDraft;
  unit: BillingUnit;
  currency: string;
  errors: Partial<Record<AmountField, string | undefined>>;
  onChange: (part: Partial<UtilityBillDraft>) => void;
}

/** What a bill says besides its total: the more of it is copied, the more of a difference can be told apart. */
export function UtilityBillAmounts({ draft, unit, currency, errors, onChange }: UtilityBillAmountsProps) {
  const { t } = useTranslation('utility-bills');
  return (
    <fieldset className="space-y-3 border-t border-line pt-4">
      <legend className="float-left mb-1 w-full font-semibold">{t('form.parts')}</legend>
      <p className="clear-both text-small text-ink-soft">{t('form.partsText')}</p>
      <div className="grid gap-x-3 gap-y-1 sm:grid-cols-3">
        <AmountInput
          label={t('form.used', { unit: unitName(unit) })}
          value={draft.used}
          error={errors.used}
          onChange={(used) => onChange({ used })}
        />
        <label className="flex min-h-11 items-center gap-3 self-end sm:col-span-2">
          <input
            type="checkbox"
            className="size-5 shrink-0 accent-leaf"
            checked={draft.isEstimated}
            onChange={(event) => onChange({ isEstimated: event.target.checked })}
          />
          {t('form.isEstimated')}
        </label>
      </div>
      <div className="grid items-start gap-3 sm:grid-cols-3">
        {moneyFields.map((field) => (
          <AmountInput
            key={field}
            label={t(`form.${field}`, { currency })}
            value={draft[field]}
            error={errors[field]}
            onChange={(value) => onChange({ [field]: value })}
          />
        ))}
      </div>
    </fieldset>
  );
}
