/** What a month of some use costs on top of what the home uses, at the tariff that holds today. */
import type { Utility } from '#catalogue/index.ts';
import type { Transaction } from '#kernel/db.ts';
import { leakCost } from '#subjects/bills/service/index.ts';

/** Less a quarter-hour would be lost in rounding: a multiple of it is priced. */
const minPerDay = 10 * 96;

/** Wh or mL a day. Null: it has no price, or prices cannot be told at this moment, which takes nothing from what is found. */
export const monthCost = async (
  tx: Transaction,
  household: string,
  utility: Utility,
  perDay: number,
  now: number,
): Promise<{ readonly currency: string; readonly costPerMonth: number } | null> => {
  const times = Math.max(1, minPerDay / perDay);
  const more = { floorMlPerHour: (perDay * times) / 24, leakMl: 0, usedMl: 0 };
  const cost = await tx
    .savepoint((inner) => leakCost(inner, now * 1000, { household, utility, since: now }, more))
    .catch(() => null);
  return cost && { currency: cost.currency, costPerMonth: Number(cost.costPerMonth) / times };
};
