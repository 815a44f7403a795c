import { factsOf } from '@wattershed/catalogue';
import type { TFunction } from 'i18next';
import type { ChangeRow } from './change-rows.ts';
import type { CostNames } from '../costs/cost-names.ts';
import type { BillFormat } from '../use-bill-format.ts';
import type { WeatherFormat } from '../weather/use-weather-format.ts';

export interface ChangeWriters {
  t: TFunction<'billing-costs'>;
  used: BillFormat['used'];
  device: CostNames['device'];
  weather: WeatherFormat['changeText'];
}

/** One cause of a change in a sentence. `daysMore`: how many days longer the cycle is. */
export function changeText({ utility, part, amount }: ChangeRow, daysMore: number, writers: ChangeWriters): string {
  const { t, used, device, weather } = writers;
  if (part.kind === 'unpriced' || utility === null) return t('change.unpriced');
  if (part.kind === 'days') {
    if (daysMore === 0) return t('change.otherDays');
    return t(daysMore > 0 ? 'change.longer' : 'change.shorter', { count: Math.abs(daysMore) });
  }
  if (part.kind === 'price') return t(amount > 0 ? 'change.dearer' : 'change.cheaper');
  if (part.kind === 'hours') {
    // What has no prices by time of day has blocks.
    if (!factsOf(utility).hasCapacity) return t(amount > 0 ? 'change.dearerBlock' : 'change.cheaperBlock');
    return t(amount > 0 ? 'change.dearerHours' : 'change.cheaperHours');
  }
  const more = part.used ?? amount;
  const way = more > 0 ? 'more' : 'less';
  const quantity = used(utility, Math.abs(part.used ?? 0));
  if (part.kind === 'weather') return weather(part, quantity);
  if (part.kind === 'device')
    return t(`change.device.${way}`, { name: device(utility, part.device ?? ''), used: quantity });
  return t(`change.${part.kind}.${way}`, { used: quantity });
}
