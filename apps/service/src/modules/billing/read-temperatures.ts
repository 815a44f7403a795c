/** How warm it was outside on the days of bills. */
import type { DayTemperatures } from '@wattershed/domain';
import type { Transaction } from '../../platform/db.ts';
import type { LocalDays } from './read-priced.ts';

export interface KnownTemperatures {
  /** The household keeps some, of whichever days. */
  readonly isAny: boolean;
  readonly temperatures: DayTemperatures;
}

/** From the first day of any of the cycles to the last. */
export const readTemperatures = async (
  tx: Transaction,
  household: string,
  cycles: readonly LocalDays[],
): Promise<KnownTemperatures> => {
  const from = cycles.map(({ start }) => start).sort()[0] ?? '';
  const to =
    cycles
      .map(({ end }) => end)
      .sort()
      .at(-1) ?? '';
  const [row] = await tx<{ is_any: boolean; days: DayTemperatures }[]>`
    select is_any, days from private.billing_temperatures(${household}, ${from}, ${to})`;
  return { isAny: row?.is_any ?? false, temperatures: row?.days ?? {} };
};
