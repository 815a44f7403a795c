/** What a home is told of prices before they come: a dearer block that the cycle is on course for, and hours of tomorrow that are far dearer than usual. */
import { type Utility, utilityIds } from '#catalogue/index.ts';
import { addDays } from '#catalogue/local-day.ts';
import type { BillSoFar } from '../contract/billing.ts';
import { blockAhead } from '../domain/forecast/block-ahead.ts';
import { planOfSize } from '../domain/tariff/charges/meter-size.ts';
import { knownOffsets } from '../domain/tariff/interval-use.ts';
import { isUnitCharge, type TariffPlan } from '../domain/tariff/plan.ts';
import { eveningHour, peakDays, pricePeak } from '../domain/tariff/price-peak.ts';
import { openPrices } from '../domain/tariff/unit-price.ts';
import type { BillingSnapshot, KeptTariff } from './billing-snapshot.ts';
import type { CyclePricer } from './price-cycles.ts';

/** As `private.notify_budgets` takes them. */
interface PriceNotice {
  readonly utility: Utility;
  readonly kind: 'block-ahead' | 'price-peak';
  readonly figures: object;
}

export const hasBlocks = ({ charges }: TariffPlan): boolean =>
  charges.some((charge) => charge.kind === 'use' && charge.blocks !== undefined);

/** Its prices differ from day to day: those of a market, or by the colour of the day. */
export const hasPricesByDay = ({ charges, schedules = {} }: TariffPlan): boolean =>
  charges.some((charge) => isUnitCharge(charge) && charge.market !== undefined) ||
  Object.values(schedules).some(({ colours }) => colours !== undefined);

/** The tariff of a utility that holds on a day. */
const heldOn = (tariffs: readonly KeptTariff[], utility: Utility, day: string): KeptTariff | undefined =>
  tariffs
    .filter((one) => one.utility === utility && one.validFrom <= day)
    .sort((a, b) => (a.validFrom < b.validFrom ? -1 : 1))
    .at(-1);

/** `soFar`: of the open cycle. */
export const blocksAhead = ({ today, bills }: BillingSnapshot, soFar: BillSoFar): PriceNotice[] =>
  utilityIds.flatMap((utility): PriceNotice[] => {
    const { start, end, currency, amounts, priceNow, likely } = soFar;
    const [own, price] = [likely?.use[utility], priceNow[utility]];
    if (own === undefined || price === undefined || price.size === null || currency === null) return [];
    const earlier = bills.flatMap(({ start: from, end: to, amounts: of }) => {
      const used = of[utility]?.used;
      return used === undefined || used <= 0 ? [] : [{ start: from, end: to, used }];
    });
    const usedSoFar = amounts[utility].used;
    const ahead = blockAhead({ today, start, end, usedSoFar, likely: own, unitSize: price.size, earlier });
    if (ahead === null) return [];
    const { day, rate, nextRate, more, less } = ahead;
    const figures = { start, end, day, rate, nextRate, more: more.toFixed(2), less, currency, unit: price.unit };
    return [{ utility, kind: 'block-ahead', figures }];
  });

/** Of each utility whose prices differ from day to day. `soFar`: where it is known, for the block that the cycle is in. */
export const peaksAhead = async (
  { today, nowMs, timeZone, tariffs }: BillingSnapshot,
  soFar: BillSoFar | null,
  pricer: Pick<CyclePricer, 'market'>,
): Promise<PriceNotice[]> => {
  const held = utilityIds.flatMap((utility) => {
    const tariff = heldOn(tariffs, utility, addDays(today, 1));
    return tariff !== undefined && hasPricesByDay(tariff.plan) ? [tariff] : [];
  });
  if (held.length === 0) return [];
  const market = await pricer.market({ start: addDays(today, -peakDays), end: addDays(today, 2) });
  return held.flatMap(({ utility, plan, facts }): PriceNotice[] => {
    const blockRates = soFar?.priceNow[utility]?.blockRates ?? {};
    const priceAt = openPrices({ plan: planOfSize(plan, facts?.meterSize), timeZone, market, blockRates });
    const peak = pricePeak({ priceAt, offsetAt: knownOffsets(timeZone), nowMs, today });
    if (peak === null) return [];
    const { start, day, rate, usualRate, hours, cheapHours } = peak;
    const [rates, end] = [{ rate: String(rate), usualRate: String(usualRate) }, addDays(day, 1)];
    const figures = { start, end, day, ...rates, hours, cheapHours, currency: plan.currency, unit: plan.unit };
    return [{ utility, kind: 'price-peak', figures }];
  });
};

/** When hours of tomorrow can first be told, in milliseconds: none where prices do not differ from day to day. */
export const eveningLook = (
  { today, timeZone, tariffs }: Pick<BillingSnapshot, 'today' | 'timeZone' | 'tariffs'>,
  nowMs: number,
): number => {
  if (!tariffs.some(({ plan }) => hasPricesByDay(plan))) return Number.POSITIVE_INFINITY;
  const offsetAt = knownOffsets(timeZone);
  const midnight = Date.parse(today) / 1000;
  const evening = (midnight + eveningHour * 3600 - offsetAt(midnight + 12 * 3600)) * 1000 + 120_000;
  return nowMs < evening ? evening : Number.POSITIVE_INFINITY;
};
