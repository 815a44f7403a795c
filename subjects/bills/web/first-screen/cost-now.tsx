import { useTranslation } from 'react-i18next';
import { factsOf, type Utility } from '#catalogue/index.ts';
import { useFormat } from '#shell/household/household.ts';
import { useSoFar } from '../billing-queries.ts';

interface CostNowProps {
  utility: Utility;
  /** W, or L/min. */
  rate: number;
  /** What stands between it and what follows. */
  separator: string;
}

/** What a flow costs in an hour, at the price of this moment; nothing where that is not known, or not that of all the flow. */
export function CostNow({ utility, rate, separator }: CostNowProps) {
  const { t } = useTranslation('bill-card');
  const { data } = useSoFar();
  const format = useFormat(data?.currency ?? undefined);
  // An answer that was kept for being offline may be of an earlier version, without prices.
  const price = data?.priceNow?.[utility];
  if (rate <= 0 || price?.rate == null || price.size === null || price.isOfRest === true) return null;
  const perHour = ((rate * factsOf(utility).flow.perHour) / price.size) * Number(price.rate);
  return (
    <>
      <span className="figures">{t('perHour', { amount: format.money(perHour) })}</span>
      {separator}
    </>
  );
}
