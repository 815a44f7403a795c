import { type Utility, utilityIds, unitName } from '@wattershed/catalogue';
import type { BillSoFar } from '@wattershed/contracts';
import type { TFunction } from 'i18next';
import type { BillFormat } from '../use-bill-format.ts';

type Use = NonNullable<NonNullable<BillSoFar['likely']>['use'][Utility]>;

/** The blocks that the open cycle is about to come into: when, and what changes there. */
export function nextBlockTexts({ likely }: BillSoFar, t: TFunction<'billing'>, write: BillFormat): string[] {
  return utilityIds.flatMap((utility) => {
    // An answer that was kept for being offline may be of an earlier version, without them.
    const { nextBlocks = [] }: Partial<Use> = likely?.use[utility] ?? {};
    return nextBlocks.flatMap(({ day, above, unit, rate, nextRate, jump }) => {
      if (day === null) return [];
      const words = {
        utility: t(utility),
        day: write.shortDay(day),
        above: `${write.format.number(Number(above), 2)} ${unitName(unit)}`,
        rate: write.unitRate(utility, unit, rate),
        nextRate: write.unitRate(utility, unit, nextRate),
      };
      return Number(jump) > 0
        ? t('soFar.nextBlockJump', { ...words, jump: write.money(jump) })
        : t('soFar.nextBlock', words);
    });
  });
}
