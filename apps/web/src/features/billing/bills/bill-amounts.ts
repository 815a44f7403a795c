/** Rows of bills and answers about them name their fields by utility: this is the one place that reads them. */
import type { Utility } from '@wattershed/catalogue';
import type { BillSoFar } from '@wattershed/contracts';
import type { BillingRecord } from '@wattershed/database';

/** Use in base units, and what it costs with its standing charges and its tax. */
interface BillAmount {
  used: number;
  estimated: number;
  cost: number;
}
export type BillAmounts = Readonly<Record<Utility, BillAmount>>;

export const amountsOf = (bill: BillingRecord): BillAmounts => ({
  electricity: { used: bill.electricity_wh, estimated: bill.electricity_estimated_wh, cost: bill.electricity_cost },
  water: { used: bill.water_ml, estimated: bill.water_estimated_ml, cost: bill.water_cost },
});

/** Of the cycle that is open; without a tariff nothing costs anything. */
export const amountsSoFar = ({ cost, ...soFar }: BillSoFar): BillAmounts => ({
  electricity: {
    used: soFar.electricityWh,
    estimated: soFar.electricityEstimatedWh,
    cost: Number(cost?.electricity ?? 0),
  },
  water: { used: soFar.waterMl, estimated: soFar.waterEstimatedMl, cost: Number(cost?.water ?? 0) },
});
