/** A tariff as it stood on one day, to ask what another cycle would have cost under it. */
import type { BillLine } from '../../bill/bill-line.ts';
import { addDays, type LocalDay } from '#catalogue/local-day.ts';
import type { TariffCharge, TariffPlan } from '../plan.ts';

const holdsOn = ({ from, until, months }: TariffCharge, day: LocalDay): boolean =>
  (from === undefined || day >= from) &&
  (until === undefined || day < until) &&
  (months?.includes(Number(day.slice(5, 7))) ?? true);

/** What a market charged on average, where there is a line that says so. */
const meanRate = (id: string, lines: readonly BillLine[]): string | undefined =>
  lines.find((line) => line.charge === id && line.isMean === true)?.rate;

/** `lines` are of a bill under it: a market's prices are taken at the mean that it paid, as they belong to its own days. */
export const freezePlan = (plan: TariffPlan, day: LocalDay, lines: readonly BillLine[]): TariffPlan => ({
  ...plan,
  charges: plan.charges
    .filter((charge) => holdsOn(charge, day))
    .map(({ from: _from, until: _until, months: _months, ...charge }): TariffCharge => {
      const mean = charge.kind === 'use' && charge.market ? meanRate(charge.id, lines) : undefined;
      return mean === undefined ? charge : ({ ...charge, market: undefined, rate: mean } as TariffCharge);
    }),
});

/** The last day on which all of its prices for use are known; none: they go on. */
const lastPricedDay = (plan: TariffPlan): LocalDay | undefined => {
  const ends = plan.charges.filter(({ kind }) => kind === 'use').map(({ until }) => until);
  if (ends.length === 0 || ends.some((until) => until === undefined)) return undefined;
  return ends.map((until) => addDays(until ?? '', -1)).reduce((last, day) => (day > last ? day : last));
};

/** A tariff as it stands on `day`, or as it stood last, for whichever days it is asked of: seasons stay, dates go. */
export const planAsOf = (plan: TariffPlan, day: LocalDay): TariffPlan => {
  const last = lastPricedDay(plan);
  const at = last !== undefined && last < day ? last : day;
  return {
    ...plan,
    charges: plan.charges
      .filter(({ from, until }) => (from === undefined || at >= from) && (until === undefined || at < until))
      .map(({ from: _from, until: _until, ...charge }): TariffCharge => charge),
  };
};
