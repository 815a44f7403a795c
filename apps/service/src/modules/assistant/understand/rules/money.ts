/** Whether money is asked of, or use: people say "spend" of both. */
import { daysBetween } from '@wattershed/domain';
import type { Asked } from '../asked.ts';

export const monthDays = 28;
export const length = ({ period }: Asked): number => (period === null ? 0 : daysBetween(period.from, period.to));

/** "Gastar" and "खर्च" are said of money and of use: of a whole month, or in a utility, it is money. */
const isSpending = (asked: Asked): boolean => {
  const { text, language, utility, rooms, devices } = asked;
  if (language === 'es') {
    const isOfMonth = asked.period?.name === 'this-month' || length(asked) >= monthDays;
    if (/ en (?:la )?(?:luz|agua|electricidad|energia) /.test(text))
      return / gast\p{L}+ /u.test(text) && (asked.period === null || isOfMonth) && !asked.isComparing;
    return (
      / gast\p{L}+ /u.test(text) &&
      !utility &&
      isOfMonth &&
      !asked.isComparing &&
      rooms.length + devices.length === 0 &&
      !asked.has('average', 'most', 'least', 'which')
    );
  }
  return (
    language === 'hi' &&
    / (?:खर्च|kharch) /.test(text) &&
    !/ (?:यूनिट|यूनिटें|लीटर|किलोवाट|unit|units|kwh|litre|liter) /.test(text) &&
    (!utility || / (?:बिजली|पानी|जल|bijli|pani|paani) (?:पर|par|pe) /.test(text))
  );
};

/** "How much water did we spend", «cuánta luz se nos va»: what is spent there is water or power. */
const isOfUseSpent = ({ text, has, language }: Asked): boolean =>
  language === 'en'
    ? !has('cost') && / how (?:much|many) (?:water|electricity|power|energy) .*(?:spent|spend|spending) /.test(text)
    : / cuant[oa]s? (?:agua|luz|electricidad|energia|litros|kwh) se (?:me|nos) (?:va|fue) /.test(text);

export const isOfMoney = (asked: Asked): boolean =>
  (asked.has('cost', 'pay') && !isOfUseSpent(asked)) || isSpending(asked);
