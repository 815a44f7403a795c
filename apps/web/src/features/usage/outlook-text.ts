import type { Utility } from '@wattershed/catalogue';
import { compareSpans } from '@wattershed/domain';
import type { TFunction } from 'i18next';
import type { Format } from '../../platform/format.ts';
import type { TodayOutlook } from './today-outlook.ts';

/** "12% less than usual by this hour. Likely 8.1 to 9.4 kWh by midnight." */
export function outlookText(
  t: TFunction<'usage'>,
  format: Format,
  utility: Utility,
  used: number,
  outlook: TodayOutlook,
): string {
  const low = format.amount(utility, outlook.likelyLow).text;
  const high = format.amount(utility, outlook.likelyHigh).text;
  const likely = low === high ? t('today.likelyOne', { high }) : t('today.likely', { low, high });
  return [paceText(t, format, used, outlook), likely].filter(Boolean).join(' ');
}

// Early in the day a kettle is "300% more than usual": that says nothing yet.
const tellingShare = 0.1;

function paceText(t: TFunction<'usage'>, format: Format, used: number, { usualByNow, usualDay }: TodayOutlook): string {
  if (usualByNow < usualDay * tellingShare) return '';
  const whole = { coveredS: 1, expectedS: 1 };
  const compared = compareSpans([{ now: { used, ...whole }, before: { used: usualByNow, ...whole } }]);
  if (compared.kind !== 'change') return '';
  const change = compared.share;
  if (Math.abs(change) < 0.02) return t('today.asUsual');
  return t(change < 0 ? 'today.less' : 'today.more', { change: format.percent(Math.abs(change)) });
}
