/** Amounts as a model is told them: as they may be said, and as numbers with their unit in the name. */
import { hasTrait, type Utility, utilityIds } from '@wattershed/catalogue';
import { addDays, isRough, type Rate } from '@wattershed/domain';
import { type Amount, type Amounts, estimatedShare } from '../facts/amounts.ts';
import { isOpen } from '../facts/periods.ts';
import type { Asking } from '../own-answer.ts';
import type { AskedPeriod } from '../question.ts';
import { rateKey, toldIn } from '../utilities.ts';

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

export const amountFacts = (asking: Asking, utility: Utility, amount: Amount | null): Facts | 'no readings' => {
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
