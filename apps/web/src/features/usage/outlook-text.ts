import type { TFunction } from 'i18next';
import type { Format } from '../../platform/format.ts';
import type { TodayOutlook } from './today-outlook.ts';

/** "12% less than usual by this hour. Likely 8.1 to 9.4 kWh by midnight." */
export function outlookText(
  t: TFunction<'usage'>,
  format: Format,
  used: number,
  outlook: TodayOutlook,
  write: (amount: number) => { text: string },
): string {
  const change = outlook.usualByNow > 0 ? used / outlook.usualByNow - 1 : 0;
  const size = format.percent(Math.abs(change));
  const pace = Math.abs(change) < 0.02 ? t('today.asUsual') : t(change < 0 ? 'today.less' : 'today.more', { change: size });
  const low = write(outlook.likelyLow).text;
  const high = write(outlook.likelyHigh).text;
  return `${pace} ${low === high ? t('today.likelyOne', { high }) : t('today.likely', { low, high })}`;
}
