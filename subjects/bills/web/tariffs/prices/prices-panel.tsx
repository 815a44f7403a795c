import type { UnitSystem, Utility } from '#catalogue/index.ts';
import { useTranslation } from 'react-i18next';
import { UtilityLabel } from '#shell/ui/utility-mark.tsx';
import { AmountInput } from './amount-input.tsx';
import { type PriceField, priceFields, type SimplePrices } from '../check-tariff.ts';
import { priceUnitName } from './price-unit.ts';
import type { EntryFaults } from '../tariff-entry.ts';

export interface PricesPanelProps {
  utilities: readonly Utility[];
  prices: Record<Utility, SimplePrices>;
  faults: EntryFaults['prices'];
  units: UnitSystem;
  currency: string;
  onChange: (utility: Utility, field: PriceField, value: string) => void;
}

/** A price, a standing charge and a tax: what most bills come to. */
export function PricesPanel({ utilities, prices, faults, units, currency, onChange }: PricesPanelProps) {
  const { t } = useTranslation('billing');
  const labels = (utility: Utility): Record<PriceField, string> => ({
    rate: t('form.rateVolume', { unit: priceUnitName(utility, units, t) }),
    standing: t('form.standing'),
    tax: t('form.tax'),
  });
  return (
    <>
      {utilities.map((utility) => (
        <fieldset key={utility}>
          <legend className="mb-2">
            <UtilityLabel utility={utility}>{t(utility)}</UtilityLabel>
          </legend>
          <div className="grid gap-3 sm:grid-cols-3">
            {priceFields.map((field) => {
              const fault = faults?.[utility]?.[field];
              return (
                <AmountInput
                  key={field}
                  label={labels(utility)[field]}
                  value={prices[utility][field]}
                  error={fault === undefined ? undefined : t(`form.${fault}`, { example: '0.165' })}
                  onChange={(value) => onChange(utility, field, value)}
                />
              );
            })}
          </div>
        </fieldset>
      ))}
      <p className="text-small text-ink-soft">{t('form.currencyHint', { currency })}</p>
    </>
  );
}
