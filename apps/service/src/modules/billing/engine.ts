/** What prices a period. Another engine (blocks, time of use) takes this one's place here; the rest of the module asks only this. */
import { type DayUse, type PeriodToPrice, type PricedPeriod, pricePeriod, type Tariff } from '@wattershed/domain';

export interface BillEngine {
  /** Null when no day of the period has a price. */
  price(period: PeriodToPrice, tariffs: readonly Tariff[], use: readonly DayUse[]): PricedPeriod | null;
}

export const datedTariffs: BillEngine = { price: pricePeriod };
