/** A bill's figures of one utility. Contracts and domain name them `electricityWh`, `waterEstimatedMl`, `waterCost`; here alone that is known. */
import { factsOf, type utilities, type Utility, utilityIds } from '@wattershed/catalogue';

const useKinds = ['used', 'estimated'] as const;
type UseKind = (typeof useKinds)[number];
type UseName = {
  [Of in Utility]: `${Of}${'' | 'Estimated'}${Capitalize<Lowercase<(typeof utilities)[Of]['base']>>}`;
}[Utility];

/** Wh or mL. */
export type UseFigures = Readonly<Record<UseName, number>>;
/** Decimal texts. */
export type CostFigures = Readonly<Record<`${Utility}Cost`, string>>;

const nameOf = (utility: Utility, kind: UseKind): UseName => {
  const unit = factsOf(utility)
    .base.toLowerCase()
    .replace(/^./, (letter) => letter.toUpperCase());
  return `${utility}${kind === 'used' ? '' : 'Estimated'}${unit}` as UseName;
};

export const usedOf = (figures: UseFigures, utility: Utility): number => figures[nameOf(utility, 'used')];

export const estimatedOf = (figures: UseFigures, utility: Utility): number => figures[nameOf(utility, 'estimated')];

export const costOf = (figures: CostFigures, utility: Utility): string => figures[`${utility}Cost`];

export const useFiguresOf = (of: (utility: Utility, kind: UseKind) => number): UseFigures =>
  Object.fromEntries(
    utilityIds.flatMap((utility) => useKinds.map((kind) => [nameOf(utility, kind), of(utility, kind)])),
  ) as UseFigures;
