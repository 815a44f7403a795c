import { byUtility, firstUtility, priceUnitOf, usualUtilities, type Utility, utilityIds } from '#catalogue/index.ts';
import type { Household, TariffRow } from '#supabase/tables/index.ts';
import type { PlanTextFault } from '../../contract/tariff-plan.ts';
import type { CheckedTariff, GivenTariff } from '../../contract/tariffs.ts';
import type { TariffPlan } from '../../domain/tariff/plan.ts';
import { joinPlans } from '../../domain/tariff/suppliers.ts';
import { type FormOfPlan, formOfPlan } from './charges/form-of-plan.ts';
import { draftOfPrices, type PlanDraft } from './charges/plan-draft.ts';
import {
  checkPrices,
  isEmpty,
  isSimplePlan,
  isTariffDay,
  noPrices,
  ownName,
  planOfPrices,
  type PriceFaults,
  priceFields,
  pricesOfPlan,
  type SimplePrices,
} from './prices/simple-plan.ts';
import { type AskedOfHome, type FactFaults, type FactsDraft, factsDraftOf } from './facts-fields.tsx';

export type Way = 'prices' | 'charges' | 'library' | 'text';

/** What is to be entered: something new (for one utility, where that is known), or the change of a tariff. */
export interface EntryTarget {
  tariff?: TariffRow;
  utility?: Utility | undefined;
  /** What the household measures, where neither names one. */
  measured?: readonly Utility[];
  way?: Way;
  /** Of the library, chosen before. */
  libraryId?: string;
}

/** All that somebody is entering; each way keeps its own while another is looked at. */
export interface TariffEntry {
  way: Way;
  validFrom: string;
  prices: Record<Utility, SimplePrices>;
  /** The form's charges. Null: as they begin, from a plan or from the prices. */
  draft: PlanDraft | null;
  /** The plan that the form begins with: the tariff's own, or one of the text or the library. */
  begin: TariffPlan | null;
  libraryId: string | null;
  /** Null: as the tariff's own text has it. */
  text: string | null;
  facts: FactsDraft;
}

export interface EntryFaults {
  validFrom?: 'validFromMissing' | 'validFromTaken';
  prices?: Partial<Record<Utility, PriceFaults>>;
  /** What kept the charges from being saved. */
  charges?: readonly PlanTextFault[];
  facts?: FactFaults | undefined;
  /** There is no text, or what is wrong with it first. */
  text?: 'empty' | PlanTextFault;
}

/** An entry nobody has touched yet: a tariff's own state, or the prices that hold now, to be changed. */
export function freshEntry(
  { tariff, way, libraryId }: EntryTarget,
  tariffs: readonly TariffRow[],
  units: Household['units'],
  firstDay: string,
): TariffEntry {
  const pricesOf = (utility: Utility) => {
    const from = tariff ?? tariffs.find((one) => one.utility === utility);
    return from !== undefined && from.utility === utility && !from.is_example && isSimplePlan(from.plan)
      ? pricesOfPlan(from.plan, units)
      : noPrices;
  };
  return {
    way: way ?? (tariff === undefined ? 'prices' : wayOf(tariff)),
    validFrom: tariff?.valid_from ?? firstDay,
    prices: byUtility(pricesOf),
    draft: null,
    begin: tariff === undefined || isSimplePlan(tariff.plan) ? null : planOfRow(tariff.plan),
    libraryId: libraryId ?? tariff?.library_id ?? null,
    text: tariff?.written ?? null,
    facts: factsDraftOf(tariff?.facts),
  };
}

/** How a tariff came to be, and so how it is changed. */
export function wayOf({ written, plan, library_id }: TariffRow): Way {
  if (written !== null) return 'text';
  if (isSimplePlan(plan)) return 'prices';
  if (library_id !== null) return 'library';
  return formOfPlan(planOfRow(plan)).ok ? 'charges' : 'text';
}

/** A row names of a plan what lists of tariffs show: the whole of it is in the database. */
function planOfRow(plan: TariffRow['plan']): TariffPlan {
  return plan as unknown as TariffPlan;
}

/** One draft for each thing that can be entered: a stray Escape loses nothing. */
export function draftKey({ tariff, utility, libraryId }: EntryTarget): string {
  return tariff === undefined ? `new ${[utility, libraryId].join(' ')}` : `${tariff.id} ${tariff.revision}`;
}

export function isSameEntry(a: TariffEntry, b: TariffEntry): boolean {
  const content = (entry: TariffEntry) => JSON.stringify({ ...entry, way: '' });
  return content(a) === content(b);
}

/** The charges as the form shows them, or what of the plan it cannot show. */
export function chargesOf(
  entry: TariffEntry,
  target: EntryTarget,
  household: Pick<Household, 'units' | 'currency'>,
): FormOfPlan {
  const { draft, begin, prices } = entry;
  if (draft !== null) return { ok: true, draft };
  if (begin !== null) return formOfPlan(begin);
  const { tariff } = target;
  const utility = utilityOf(target, entry);
  const basis = {
    name: tariff?.plan.name ?? ownName,
    utility,
    currency: tariff?.currency ?? household.currency,
    unit: priceUnitOf(utility, household.units),
  };
  return { ok: true, draft: draftOfPrices(basis, prices[utility]) };
}

/** For which utility charges are entered: what is asked for, or what prices were typed for. */
function utilityOf({ tariff, utility = tariff?.utility }: EntryTarget, { prices }: TariffEntry): Utility {
  return utility ?? utilityIds.find((one) => !isEmpty(prices[one])) ?? firstUtility;
}

/** Whoever changes a tariff sees its own fields; whoever enters one for a utility, that one's. */
export function utilitiesOf({ tariff, utility = tariff?.utility, measured }: EntryTarget): readonly Utility[] {
  return utility === undefined ? (measured ?? usualUtilities) : [utility];
}

/** What is wrong with the first day, as far as the page knows. */
export function dayFault(
  validFrom: string,
  given: readonly Utility[],
  tariffs: readonly TariffRow[],
  edited: TariffRow | undefined,
): EntryFaults['validFrom'] {
  if (!isTariffDay(validFrom)) return 'validFromMissing';
  return tariffs.some(
    ({ id, utility, valid_from }) => id !== edited?.id && given.includes(utility) && valid_from === validFrom,
  )
    ? 'validFromTaken'
    : undefined;
}

export interface PriceContext {
  target: EntryTarget;
  fresh: TariffEntry;
  tariffs: readonly TariffRow[];
  units: Household['units'];
  currency: string;
}

/** The plans of what was typed. Prices that already hold and were not touched are not entered again. */
export function plansOf(
  { prices }: TariffEntry,
  { target, fresh, tariffs, units, currency }: PriceContext,
): { plans: GivenTariff[]; given: Utility[]; faults: EntryFaults['prices'] } {
  const { tariff } = target;
  const shown = utilitiesOf(target);
  const isTouched = (utility: Utility) =>
    tariff !== undefined || priceFields.some((field) => prices[utility][field] !== fresh.prices[utility][field]);
  const isThere = (utility: Utility) => tariffs.some((one) => one.utility === utility);
  const given = shown.filter(
    (utility) => tariff !== undefined || (!isEmpty(prices[utility]) && (isTouched(utility) || !isThere(utility))),
  );
  const [first] = shown;
  if (given.length === 0 && first !== undefined) {
    const isAllEmpty = shown.every((utility) => isEmpty(prices[utility]));
    return { plans: [], given, faults: { [first]: { rate: isAllEmpty ? 'allEmpty' : 'unchanged' } } };
  }
  const faults: EntryFaults['prices'] = {};
  const plans: GivenTariff[] = [];
  for (const utility of given) {
    const checked = checkPrices(prices[utility], utility, units);
    if (!checked.ok) faults[utility] = checked.faults;
    else {
      const name = tariff && isSimplePlan(tariff.plan) ? tariff.plan.name : undefined;
      plans.push({ plan: planOfPrices(checked.value, utility, tariff?.currency ?? currency, name) });
    }
  }
  return { plans, given, faults: Object.keys(faults).length > 0 ? faults : undefined };
}

/** Nothing is asked while it is not known what a tariff says. */
export const asksNothing: AskedOfHome = {
  utility: firstUtility,
  asksPersons: false,
  asksPower: [],
  asksMeters: [],
  asksSize: [],
  series: [],
};

// What goes along when somebody changes the way in which a tariff is entered.

export type ReadTariff = Extract<CheckedTariff, { ok: true }>;

/** Whether the way that is left says something else than what is stored. */
export function isOwnEntry(entry: TariffEntry, fresh: TariffEntry, isNew: boolean): boolean {
  if (entry.way === 'prices') return !isNew && JSON.stringify(entry.prices) !== JSON.stringify(fresh.prices);
  return isNew || entry.draft !== null || entry.begin !== fresh.begin;
}

/** A text of its own is not there yet: it is to be that of the form, which says something else than what is stored. */
export function beginsText(entry: TariffEntry, way: Way, isOwn: boolean): boolean {
  const isForm = entry.way === 'charges' || entry.way === 'prices';
  return way === 'text' && isForm && isOwn && isBlank(entry.text);
}

/** A way that has nothing of its own begins with what was entered in the one before; what it has, it keeps. */
export function switched(entry: TariffEntry, way: Way, read: ReadTariff | undefined, isOwn: boolean): TariffEntry {
  const next = { ...entry, way };
  if (read === undefined) return next;
  if (way === 'charges' && entry.draft === null && (entry.way === 'text' || entry.way === 'library'))
    return { ...next, begin: read.plan };
  return beginsText(entry, way, isOwn) ? { ...next, text: read.text } : next;
}

/** Goes on as text with the charges of the form, whatever was written before. */
export function asText(entry: TariffEntry, { text }: ReadTariff): TariffEntry {
  return { ...entry, way: 'text', text };
}

/** Goes on in the form with a tariff of the text or the library, whatever was entered there before. */
export function asCharges(entry: TariffEntry, { plan }: ReadTariff): TariffEntry {
  return { ...entry, way: 'charges', begin: plan, draft: null };
}

/** The household's tariff that holds on the entry's first day, with this one beside it; null: it has none, or they cannot be one. */
export function besideOwn(
  entry: TariffEntry,
  { plan }: ReadTariff,
  tariffs: readonly TariffRow[],
  timeZone: string,
): TariffEntry | null {
  const own = tariffs.find(
    ({ utility, valid_from, is_example }) => utility === plan.utility && valid_from <= entry.validFrom && !is_example,
  );
  const joined = own === undefined ? null : joinPlans(planOfRow(own.plan), plan, timeZone);
  if (own === undefined || joined === null) return null;
  const begun = { begin: joined, draft: null, libraryId: null, text: null };
  return { ...entry, ...begun, way: 'charges', facts: factsDraftOf(own.facts) };
}

export function replacesText(entry: TariffEntry, { text }: ReadTariff): boolean {
  return !isBlank(entry.text) && entry.text !== text;
}

const isBlank = (text: string | null): boolean => (text ?? '').trim() === '';
