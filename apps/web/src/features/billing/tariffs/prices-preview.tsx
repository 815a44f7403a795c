import type { Utility } from '@wattershed/catalogue';
import type { Household } from '@wattershed/database';
import { useTranslation } from 'react-i18next';
import { UtilityLabel } from '../../../ui/utility-mark.tsx';
import { CheckAnswer } from './check-answer.tsx';
import { checkPrices, type SimplePrices } from './check-tariff.ts';
import { planOfPrices } from './simple-plan.ts';
import { useCheck } from './use-check.ts';
import { YearComparison } from './year-comparison.tsx';

export interface PricesPreviewProps {
  utility: Utility;
  prices: SimplePrices;
  household: Household;
  currency: string;
  /** There is another one beside it. */
  isNamed: boolean;
}

/** A month under the prices as they are typed, and what a year would have cost; nothing while they are none. */
export function PricesPreview({ utility, prices, household, currency, isNamed }: PricesPreviewProps) {
  const { t } = useTranslation('billing');
  const checked = checkPrices(prices, utility, household.units);
  const given = checked.ok ? { plan: planOfPrices(checked.value, utility, currency) } : undefined;
  const check = useCheck(household.id, given);
  if (given === undefined) return null;
  return (
    <section aria-label={t(utility)} className="space-y-3">
      {isNamed && <UtilityLabel utility={utility}>{t(utility)}</UtilityLabel>}
      <CheckAnswer check={check} />
      {check.data?.ok === true && !check.isStale && <YearComparison householdId={household.id} given={given} />}
    </section>
  );
}
