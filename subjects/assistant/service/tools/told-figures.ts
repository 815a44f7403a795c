/** Figures as a program is told them: as they may be said, and as numbers with their unit in the name. */
import { factsOf, hasTrait, type Utility, utilityIds } from '#catalogue/index.ts';
import { addDays, type LocalDay } from '#catalogue/local-day.ts';
import { exact, textOf } from '#subjects/bills/domain/tariff/exact.ts';
import { isRough, type Rate } from '#subjects/readings/domain/present-rate.ts';
import type { Asking } from '../asking.ts';
import type { AskedPeriod } from '../intent.ts';
import { type Amount, type Amounts, estimatedShare } from '../usage/amounts.ts';
import { isOpen } from '../usage/periods.ts';
import type { Writer } from '../writer.ts';

/** "electricity and water": for programs, which are told in English. */
export const utilityList = new Intl.ListFormat('en-GB').format(utilityIds);

/** An amount in metric units, whatever the household counts in: the unit stands in the name of the figure. */
export const toldIn = (utility: Utility) => factsOf(utility).amount.metric;

/** `W`, `L_per_min`. */
export const rateKey = (utility: Utility): string => factsOf(utility).flow.unit.replace('/', '_per_');

type Facts = Readonly<Record<string, unknown>>;

const decimals = (value: number): number => Math.round(value * 1000) / 1000;

/** Of base units. */
export const quantityFacts = ({ write }: Asking, utility: Utility, used: number): Facts => {
  const { unit, size } = toldIn(utility);
  return { said: write.amount(utility, used), [unit]: decimals(used / size) };
};

/** Of the flow's own unit. */
export const rateFacts = ({ write }: Asking, utility: Utility, rate: Rate): Facts => ({
  said: write.rate(utility, rate.rate),
  [rateKey(utility)]: decimals(rate.rate),
  ...(isRough(rate) && { note: 'about: the meter tells no better' }),
});

const amountFacts = (asking: Asking, utility: Utility, amount: Amount | null): Facts | 'no readings' => {
  if (amount === null) return 'no readings';
  const share = estimatedShare(amount);
  return {
    ...quantityFacts(asking, utility, amount.used),
    ...(share >= 0.005 && { estimated: asking.write.percent(share) }),
  };
};

/** Of each utility that is asked of. */
export const amountsFacts = (asking: Asking, shown: readonly Utility[], amounts: Amounts): Facts =>
  Object.fromEntries(shown.map((utility) => [utility, amountFacts(asking, utility, amounts[utility])]));

export const periodFacts = ({ home }: Asking, period: AskedPeriod): Facts => ({
  from: period.from,
  until: addDays(period.to, -1),
  ...(isOpen(period, home) && { note: 'not over yet' }),
});

/** `measures_water`: whether there is a meter of what can leak. */
export const leakMeterFacts = ({ home }: Asking): Facts => {
  const measures = (utility: Utility): boolean => home.devices.some((device) => device.utility === utility);
  const leaking = utilityIds.filter((utility) => hasTrait(utility, 'canLeak'));
  return Object.fromEntries(leaking.map((utility) => [`measures_${utility}`, measures(utility)]));
};

/** What the figures are: measured ones, or those of the demo household. */
export const originFacts = (isSimulated: boolean): Facts => ({
  figures: isSimulated ? 'simulated sample data of the demo household' : 'measured',
});

export const noReadings: Facts = { readings: 'none yet', advice: 'A meter is connected at /devices/connect.' };

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
