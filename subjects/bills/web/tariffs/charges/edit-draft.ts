/** What can be done to a draft: each answers the next one. */
import { type BillingUnit, billingUnitsOf, type Language, type Utility, type Words } from '#catalogue/index.ts';
import { type ChargeKind, isBound, isShare } from '../../../domain/tariff/plan.ts';
import { ownAbove } from '../../../domain/tariff/suppliers.ts';
import { ownName } from '../prices/simple-plan.ts';
import {
  type ChargeDraft,
  emptyCharge,
  freshKey,
  isSameValue,
  type PeriodDraft,
  type PlanDraft,
  type RuleDraft,
  sizesOf,
  type TimesDraft,
} from './plan-draft.ts';

/** The list with one of it moved by a place; at its end it stays as it is. */
export function moved<Item>(items: readonly Item[], at: number, by: -1 | 1): Item[] {
  const item = items[at];
  const to = at + by;
  if (item === undefined || to < 0 || to >= items.length) return [...items];
  return items.toSpliced(at, 1).toSpliced(to, 0, item);
}

export function changed<Item extends { key: string }>(
  items: readonly Item[],
  key: string,
  part: Partial<Item>,
): readonly Item[] {
  return items.map((item) => (item.key === key ? { ...item, ...part } : item));
}

const idOf: Partial<Record<ChargeKind, string>> = { fixed: 'standing', capacity: 'power', demand: 'peak' };

function freshId(kind: ChargeKind, charges: readonly ChargeDraft[]): string {
  const base = idOf[kind] ?? kind;
  const isTaken = (id: string) => charges.some((charge) => charge.id === id);
  let id = base;
  for (let count = 2; isTaken(id); count += 1) id = `${base}-${count}`;
  return id;
}

/** One more of a kind, at the end of the bill: a tax stands below what it is on. */
export function withCharge(draft: PlanDraft, kind: ChargeKind): PlanDraft {
  const { charges } = draft;
  const added = emptyCharge(kind, freshId(kind, charges), freshKey('c', charges));
  // Whose the last one is.
  const supplier = charges.at(-1)?.supplier ?? '';
  return { ...draft, charges: [...charges, { ...added, supplier }] };
}

/** Without one, and without what others say of it. */
export function withoutCharge(draft: PlanDraft, key: string): PlanDraft {
  const gone = draft.charges.find((charge) => charge.key === key);
  const rest = draft.charges.filter((charge) => charge !== gone);
  const isNamed = rest.some(({ id }) => id === gone?.id);
  const charges = rest.map((charge) =>
    charge.of === 'all' || isNamed ? charge : { ...charge, of: charge.of.filter((id) => id !== gone?.id) },
  );
  return { ...draft, charges };
}

/** What a tariff names for its charges to be of, and by which field they are. */
const namedBy = { meters: 'meter', suppliers: 'supplier' } as const;
export type NamedList = keyof typeof namedBy;

/** One more of them. */
export function withNamed(draft: PlanDraft, of: NamedList): PlanDraft {
  const named = draft[of];
  const isTaken = (id: string) => named.some((one) => one.id === id);
  let id: string = namedBy[of];
  for (let count = 2; isTaken(id); count += 1) id = `${namedBy[of]}-${count}`;
  const added = { key: freshKey('m', named), id, name: '' };
  // Until somebody says otherwise, the first supplier's are all charges.
  const isFirst = of === 'suppliers' && named.length === 0;
  const charges = isFirst ? draft.charges.map((charge) => ({ ...charge, supplier: id })) : draft.charges;
  return { ...draft, [of]: [...named, added], charges };
}

/** Without one: use of a meter is part of the rest again, charges of a supplier are shared. */
export function withoutNamed(draft: PlanDraft, of: NamedList, key: string): PlanDraft {
  const field = namedBy[of];
  const gone = draft[of].find((one) => one.key === key);
  const left = draft[of].filter((one) => one !== gone);
  const charges = draft.charges.map((charge, i) => {
    if (charge[field] !== gone?.id && left.length > 0) return charge;
    // What rested on all of its supplier's rests on no other's.
    const isOwn =
      (isShare(charge.kind) || isBound(charge.kind)) &&
      of === 'suppliers' &&
      charge.of === 'all' &&
      charge.supplier !== '' &&
      left.length > 0;
    const above = isOwn ? { of: ownAbove(draft.charges.slice(0, i), charge.supplier) } : {};
    return { ...charge, ...above, [field]: '' };
  });
  return { ...draft, [of]: left, charges };
}

/** With other sizes of meters. One that is renamed keeps its prices, through every letter that is typed. */
export function withSizes(draft: PlanDraft, meterSizes: string): PlanDraft {
  const [before, after] = [sizesOf(draft), sizesOf({ meterSizes })];
  const changes = after.flatMap((to, i) => (before[i] === to ? [] : [[before[i] ?? '', to] as const]));
  const [[from, to] = ['', '']] = changes;
  const isRenamed =
    before.length === after.length && changes.length === 1 && !after.includes(from) && !before.includes(to);
  if (!isRenamed) return { ...draft, meterSizes };
  const charges = draft.charges.map((charge) => ({
    ...charge,
    sizeAmounts: renamed(charge.sizeAmounts, from, to),
    sizeSteps: renamed(charge.sizeSteps, from, to),
  }));
  return { ...draft, meterSizes, charges };
}

function renamed<Value>(values: Readonly<Record<string, Value>>, from: string, to: string): Record<string, Value> {
  const { [from]: value, [to]: _old, ...rest } = values;
  return value === undefined ? rest : { ...rest, [to]: value };
}

/** Steps of each size apart. They begin with those that were typed for all; a size that is added later has none until somebody says them. */
export const withStepsApart = ({ steps, sizeSteps }: ChargeDraft, sizes: readonly string[]): Partial<ChargeDraft> => ({
  isBySize: true,
  sizeSteps: { ...Object.fromEntries(sizes.map((size) => [size, steps])), ...sizeSteps },
});

/** What a share of charges can be on: those above it, each price of one counted once. */
export function chargesAbove(draft: PlanDraft, key: string): ChargeDraft[] {
  const above = draft.charges.slice(
    0,
    draft.charges.findIndex((charge) => charge.key === key),
  );
  return above.filter(({ id }, i) => above.findIndex((one) => one.id === id) === i);
}

/** Two periods, and times for them: the first by clock, the other always. */
export function startTimes([first, second]: readonly [string, string]): TimesDraft {
  return {
    schedule: 'times',
    dayStarts: '',
    holidays: '',
    periods: [
      { key: 'n0', name: first },
      { key: 'n1', name: second },
    ],
    rules: [
      {
        key: 'r0',
        period: 'n0',
        days: [],
        isChosen: false,
        months: [],
        windows: [{ key: 'w0', from: '08:00', to: '22:00' }],
      },
      { key: 'r1', period: 'n1', days: [], isChosen: false, months: [], windows: [] },
    ],
  };
}

/** With times, by which the first price of use goes at once: as it is in each of them, to be changed. */
export function withTimes(draft: PlanDraft, times: TimesDraft): PlanDraft {
  const first = draft.charges.findIndex(({ kind, price }) => kind === 'use' && price === 'rate');
  const charges = draft.charges.map((charge, i) =>
    i === first
      ? {
          ...charge,
          price: 'periods' as const,
          rates: Object.fromEntries(times.periods.map(({ key }) => [key, charge.rate])),
        }
      : charge,
  );
  return { ...draft, times, charges };
}

/** Without the prices of these periods: another that gets the key begins with none. */
function withoutRates(charges: readonly ChargeDraft[], keys: readonly string[]): ChargeDraft[] {
  const isLeft = ([key]: [string, string]) => !keys.includes(key);
  return charges.map((charge) => ({
    ...charge,
    rates: Object.fromEntries(Object.entries(charge.rates).filter(isLeft)),
  }));
}

/** Without its times: what had a price by period has one that is the same all day. */
export function withoutTimes(draft: PlanDraft): PlanDraft {
  const keys = (draft.times?.periods ?? []).map(({ key }) => key);
  const charges = withoutRates(draft.charges, keys).map((charge) =>
    charge.price === 'periods' && charge.kind !== 'capacity' ? { ...charge, price: 'rate' as const } : charge,
  );
  return { ...draft, times: null, charges };
}

export function withPeriod(times: TimesDraft): TimesDraft {
  const period: PeriodDraft = { key: freshKey('n', times.periods), name: '' };
  const rule: RuleDraft = {
    key: freshKey('r', times.rules),
    period: period.key,
    days: [],
    isChosen: false,
    months: [],
    windows: [{ key: 'w0', from: '', to: '' }],
  };
  // Above the last line, which takes the rest.
  return { ...times, periods: [...times.periods, period], rules: times.rules.toSpliced(-1, 0, rule) };
}

export function withoutPeriod(draft: PlanDraft, key: string): PlanDraft {
  const { times } = draft;
  if (times === null) return draft;
  const periods = times.periods.filter((period) => period.key !== key);
  const rules = times.rules.filter(({ period }) => period !== key);
  return { ...draft, times: { ...times, periods, rules }, charges: withoutRates(draft.charges, [key]) };
}

export function withRule(times: TimesDraft): TimesDraft {
  const rule: RuleDraft = {
    key: freshKey('r', times.rules),
    period: times.periods[0]?.key ?? '',
    days: [],
    isChosen: false,
    months: [],
    windows: [{ key: 'w0', from: '', to: '' }],
  };
  return { ...times, rules: times.rules.toSpliced(-1, 0, rule) };
}

/** With another text in one language; the name that we gave in all of them gives way to the person's own. */
export function withText(words: Words, language: Language, text: string): Words {
  return typeof words === 'string' || isSameValue(words, ownName) ? text : { ...words, [language]: text };
}

/** Of another utility: what was entered stays, in a unit that fits. */
export function ofUtility(draft: PlanDraft, utility: Utility, unit: BillingUnit): PlanDraft {
  return { ...draft, utility, unit: billingUnitsOf(utility).includes(draft.unit) ? draft.unit : unit };
}
