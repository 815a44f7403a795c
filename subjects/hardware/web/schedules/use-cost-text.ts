import type { FileCost } from '#subjects/readings/contract/imports.ts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#shell/household/household.ts';

/** What a file itself says that its use cost, by currency; nothing where it says nothing. */
export function useCostText(): (costs: readonly FileCost[]) => string | undefined {
  const { t } = useTranslation('devices');
  const format = useFormat();
  return (costs) => {
    const sums = new Map<string | null, number>();
    for (const { currency, amount } of costs) sums.set(currency, (sums.get(currency) ?? 0) + amount);
    if (sums.size === 0) return undefined;
    return t('import.cost', { cost: [...sums].map(([code, sum]) => format.moneyIn(code, sum)).join(' + ') });
  };
}
