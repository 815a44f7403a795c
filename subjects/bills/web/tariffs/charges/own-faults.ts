/** What the form itself finds: a plan could not say it. */
import { isThousands } from '../prices/plain-amount.ts';
import type { ChargeDraft, PlanDraft } from './plan-draft.ts';

export type OwnFault = 'namesake' | 'thousands' | 'days';

/** Fields of names that stand twice: periods of the day, and of the power of one charge. The plan could not tell them apart. */
function namesakes({ times, charges }: PlanDraft): string[] {
  const isRepeated = (names: readonly string[]) => (_: unknown, i: number) =>
    names.findIndex((name) => name.trim() === names[i]?.trim()) < i;
  const periods = times?.periods ?? [];
  const powered = charges.filter(({ kind, price }) => kind === 'capacity' && price === 'periods');
  return [
    ...periods.filter(isRepeated(periods.map(({ name }) => name))).map(({ key }) => `times.periods.${key}`),
    ...powered.flatMap(({ key, powers }) =>
      powers
        .filter(isRepeated(powers.map(({ period }) => period)))
        .map((power) => `charges.${key}.powers.${power.key}.period`),
    ),
  ];
}

/** What a charge says in money or in units of use, by its field. Prices per unit, percents and kW are none of it. */
function amountsOf({ kind, price, amount, steps, atMost, round }: ChargeDraft): Record<string, string> {
  const isOfMoney = kind === 'fixed' || kind === 'minimum';
  const isInBlocks = kind === 'use' && price === 'blocks';
  const isLimited = kind === 'use' || kind === 'derived' || kind === 'discount' || kind === 'tax';
  return {
    ...(isOfMoney && { amount }),
    ...(isInBlocks && Object.fromEntries(steps.map(({ upTo }, i) => [`steps.${i}.upTo`, upTo]))),
    ...(isLimited && { atMost }),
    round,
  };
}

const thousands = ({ charges }: PlanDraft): string[] =>
  charges.flatMap((charge) =>
    Object.entries(amountsOf(charge)).flatMap(([field, typed]) =>
      isThousands(typed) ? [`charges.${charge.key}.${field}`] : [],
    ),
  );

/** Lines whose days are chosen one by one, and none is: without days they would hold on all of them. */
const dayless = ({ times }: PlanDraft): string[] =>
  (times?.rules ?? []).flatMap(({ key, isChosen, days }) =>
    isChosen && days.length === 0 ? [`times.rules.${key}.days`] : [],
  );

/** By the name of their field, such as `charges.c2.amount`. */
export function ownFaults(draft: PlanDraft): Map<string, OwnFault> {
  const all: Record<OwnFault, string[]> = {
    namesake: namesakes(draft),
    thousands: thousands(draft),
    days: dayless(draft),
  };
  return new Map(
    (Object.keys(all) as OwnFault[]).flatMap((fault) => all[fault].map((place) => [place, fault] as const)),
  );
}

/** The service is not asked about it, as it would read something else. */
export function hasOwnFaults(draft: PlanDraft): boolean {
  return ownFaults(draft).size > 0;
}
