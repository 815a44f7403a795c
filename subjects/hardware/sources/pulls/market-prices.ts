/** Prices of a market as they come from those who publish them: in €/MWh without taxes, each for as long as it holds. */
import type { Pulled } from './pull.ts';

export interface MarketPrice {
  readonly startS: number;
  readonly stepS: number;
  /** For a MWh, as it was written. */
  readonly price: string;
}

interface Asked {
  readonly from: number;
  readonly end: number;
  readonly now: number;
  /** What is missing for longer is not waited for. */
  readonly patienceS: number;
}

/** A series' prices all last as long: where they begin to last otherwise, the rest is for the next time. */
export const pulledPrices = (
  series: string,
  prices: readonly MarketPrice[],
  { from, end, now, patienceS }: Asked,
): Pulled => {
  const asked = prices
    .filter(({ startS }) => startS >= from && startS < end)
    .sort((a, b) => a.startS - b.startS || a.stepS - b.stepS)
    .filter(({ startS }, i, all) => startS !== all[i - 1]?.startS);
  const change = asked.find(({ stepS }) => stepS !== asked[0]?.stepS)?.startS;
  const kept = change === undefined ? asked : asked.filter(({ startS }) => startS < change);
  const last = kept.at(-1);
  const reach = change ?? (last ? last.startS + last.stepS : from);
  return {
    to: Math.max(reach, Math.min(end, change ?? now - patienceS)),
    isAll: change === undefined && end > now,
    ...(kept.length > 0 && {
      prices: JSON.stringify({
        series,
        stepS: kept[0]?.stepS,
        prices: kept.map(({ startS, price }) => ({ from: new Date(startS * 1000).toISOString(), price })),
      }),
    }),
  };
};
