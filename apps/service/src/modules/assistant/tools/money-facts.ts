/** How facts about money are told to a program: as they may be said, and exactly. */
import type { Utility } from '@wattershed/catalogue';
import { addDays, type LocalDay, textOf, exact } from '@wattershed/domain';
import { toldIn } from '../utilities.ts';
import type { Writer } from '../writer.ts';

/** `{ say: '€119.90', EUR: '119.90' }`. */
export const toldAmount = (write: Writer, amount: string, currency: string): Record<string, string> => ({
  say: write.money(amount, currency),
  [currency]: amount,
});

/** `{ say: '372 kWh', kWh: '372' }`: of base units. */
export const toldUse = (write: Writer, utility: Utility, used: number): Record<string, string> => {
  const { unit, size } = toldIn(utility);
  return { say: write.amount(utility, used), [unit]: textOf(exact(Math.round(used), size)) };
};

export const toldDays = (start: LocalDay, end: LocalDay): Record<string, string> => ({
  firstDay: start,
  lastDay: addDays(end, -1),
});

export const noTariffRefusal = 'No tariff is in force, so nothing has a price. Prices are entered on the billing page.';
