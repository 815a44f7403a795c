import type { Utility } from '#catalogue/index.ts';
import { isRough, type Rate } from '#subjects/readings/domain/present-rate.ts';
import { useTranslation } from 'react-i18next';
import type { Quantity } from './format.ts';
import { useFormat } from '../household/household.ts';

export interface RateText extends Quantity {
  /** Of a rate that its meter tells to a tenth at best: the word for it. */
  about: string | undefined;
}

/** A present rate, written alike wherever it is shown. Undefined where no meter tells. */
export function useRateText(): (utility: Utility, rate: Rate | null) => RateText | undefined {
  const { t } = useTranslation('shell');
  const format = useFormat();
  return (utility, rate) => {
    if (rate === null) return undefined;
    const quantity = format.rate(utility, rate.rate);
    const about = rate.atLeast ? '≥' : isRough(rate) ? t('aboutRate') : undefined;
    return { ...quantity, about, text: about === undefined ? quantity.text : `${about} ${quantity.text}` };
  };
}
