/** Months in which the same holds, so that one charge can be for all of them. */
import type { TariffCharge } from '../../domain/tariff/plan.ts';
import { allMonths } from './period-matrix.ts';

export const groupMonths = (keyOf: (month: number) => string): number[][] => {
  const groups = new Map<string, number[]>();
  for (const month of allMonths) {
    const key = keyOf(month);
    groups.set(key, [...(groups.get(key) ?? []), month]);
  }
  return [...groups.values()];
};

export interface MonthsCharge {
  readonly months: readonly number[];
  readonly charge: TariffCharge;
}

/** Equal charges of different months are one, and one of all months needs none named. */
export const joinMonths = (parts: readonly MonthsCharge[]): TariffCharge[] => {
  const joined = new Map<string, MonthsCharge>();
  for (const { months, charge } of parts) {
    const key = JSON.stringify(charge);
    joined.set(key, { charge, months: [...(joined.get(key)?.months ?? []), ...months].sort((a, b) => a - b) });
  }
  return [...joined.values()].map(({ months, charge }) => (months.length < 12 ? { ...charge, months } : charge));
};
