/** Prices that go by the size of the meter: an amount, or the steps of use, of each size that the plan names. */
import { type Blocks, blocksOf, type DecimalText, ownEntry, type TariffCharge, type TariffPlan } from '../plan.ts';
import type { PricingFault } from '../tariff-faults.ts';
import type { ChargeDays } from './charge-days.ts';

/** What of it waits for a size. */
const sizedOf = (charge: TariffCharge): (Readonly<Record<string, unknown>> | undefined)[] => [
  charge.kind === 'fixed' ? charge.bySize : undefined,
  ...blocksOf(charge).map(({ bySize }) => bySize),
];

export const goesBySize = (charge: TariffCharge): boolean => sizedOf(charge).some((sizes) => sizes !== undefined);

const blocksOfSize = (blocks: Blocks, size: string): Blocks => {
  const own = ownEntry(blocks.bySize, size);
  return own ? { ...blocks, ...own, bySize: undefined } : blocks;
};

const chargeOfSize = (charge: TariffCharge, size: string): TariffCharge => {
  if (!goesBySize(charge)) return charge;
  if (charge.kind === 'fixed') {
    const amount = ownEntry(charge.bySize, size);
    return amount === undefined ? charge : { ...charge, amount, bySize: undefined };
  }
  if (charge.kind !== 'use' && charge.kind !== 'returned') return charge;
  const { blocks, rates } = charge;
  const ofPeriod = (price: DecimalText | Blocks) => (typeof price === 'string' ? price : blocksOfSize(price, size));
  return {
    ...charge,
    ...(blocks && { blocks: blocksOfSize(blocks, size) }),
    ...(rates && { rates: Object.fromEntries(Object.entries(rates).map(([name, price]) => [name, ofPeriod(price)])) }),
  };
};

/** The plan as it is for a household's meter. What goes by a size that nobody has said, or that it does not name, stays so. */
export const planOfSize = (plan: TariffPlan, size: string | undefined): TariffPlan =>
  size === undefined || !plan.charges.some(goesBySize)
    ? plan
    : { ...plan, charges: plan.charges.map((charge) => chargeOfSize(charge, size)) };

/** Told of a charge that still goes by the size: nothing is guessed. */
export const sizeMissing = ({ id }: TariffCharge, { start, end }: ChargeDays, used = 0): PricingFault => ({
  code: 'size-missing',
  charge: id,
  from: start,
  to: end,
  used,
});
