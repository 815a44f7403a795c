/** What a month of some use costs on top of what the home uses, at the tariff that holds today. */
import type { Utility } from '#catalogue/index.ts';
import type { Transaction } from '#kernel/db.ts';
import { leakCost } from '#subjects/bills/service/index.ts';

/** Wh or mL a day. Null: it has no price, or prices cannot be told at this moment, which takes nothing from what is found. */
export const monthCost = async (
  tx: Transaction,
  household: string,
  utility: Utility,
  perDay: number,
  now: number,
): Promise<{ readonly currency: string; readonly costPerMonth: string } | null> => {
  const more = { floorMlPerHour: perDay / 24, leakMl: 0, usedMl: 0 };
  const cost = await tx
    .savepoint((inner) => leakCost(inner, now * 1000, { household, utility, since: now }, more))
    .catch(() => null);
  return cost && { currency: cost.currency, costPerMonth: cost.costPerMonth };
};
