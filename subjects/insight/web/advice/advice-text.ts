import { useTranslation } from 'react-i18next';
import { type BillingUnit, unitName } from '#catalogue/index.ts';
import { useFormat } from '#shell/household/household.ts';
import { useLanguage } from '#shell/text/i18n.ts';
import { dateOf } from '#shell/text/local-day.ts';
import type { FoundAdvice } from '../../contract/worth-doing.ts';
import { tellAdvice } from '../../domain/advice/tell-advice.ts';

/** Its words and its money, as the reader writes them. */
export function useAdviceTexts() {
  const { t } = useTranslation('advice');
  const format = useFormat();
  const language = useLanguage();
  return (found: FoundAdvice) => {
    const { currency, perMonth } = found.money;
    const money = (amount: string | number) => format.moneyIn(currency, Number(amount));
    const month = Number(perMonth);
    return {
      ...tellAdvice(found, (word, values) => t(word, { ...values }), {
        language,
        power: (watts) => format.rate('electricity', watts).text,
        number: (value, digits) => format.number(value, value % 1 === 0 ? 0 : digits),
        money,
        price: (amount, unit) => `${money(amount)}/${unitName(unit as BillingUnit)}`,
        amount: (value, unit) => `${format.number(Number(value), 2)} ${unitName(unit as BillingUnit)}`,
        day: (day) => format.date(dateOf(day), { day: 'numeric', month: 'short', timeZone: 'UTC' }),
      }),
      amount: t(month < 0 ? 'costs' : 'month', { amount: money(Math.abs(month)) }),
      effort: t(`effort.${found.effort}`),
    };
  };
}
