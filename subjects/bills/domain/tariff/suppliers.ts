/** A utility that several supply, with a bill each: whose a charge is, what one of them asks alone, and two tariffs as one. */
import { type Language, languageIds, textIn, type Words } from '#catalogue/index.ts';
import type { BillLine } from '../bill/bill.ts';
import { type Exact, exact, sumOf } from './exact.ts';
import { ownEntry, type TariffCharge, type TariffPlan } from './plan.ts';

/** As lines of a bill name it; undefined: its charge is shared, or there is one supplier alone. */
export const supplierOf = (
  { supplier }: Pick<TariffCharge, 'supplier'>,
  plan: Pick<TariffPlan, 'suppliers'>,
): { readonly id: string; readonly name: Words } | undefined =>
  supplier === undefined ? undefined : { id: supplier, name: ownEntry(plan.suppliers, supplier)?.name ?? supplier };

/** What a supplier's share of `all` rests on is written out: the charges above it that are its own. A shared one rests on all. */
export const withOwnShares = (plan: TariffPlan): TariffPlan =>
  plan.suppliers === undefined
    ? plan
    : {
        ...plan,
        charges: plan.charges.map((charge, i) => {
          const { supplier } = charge;
          if (supplier === undefined || !('of' in charge) || charge.of !== 'all') return charge;
          return { ...charge, of: ownAbove(plan.charges.slice(0, i), supplier) };
        }),
      };

/** Ids of the charges of a supplier, each once. */
export const ownAbove = (above: readonly Pick<TariffCharge, 'id' | 'supplier'>[], supplier: string): string[] => [
  ...new Set(above.flatMap((one) => (one.supplier === supplier ? [one.id] : []))),
];

/** What one of them asks alone; a tariff that names no suppliers as it is. */
export const planOfSupplier = (plan: TariffPlan, supplier: string): TariffPlan => {
  if (plan.suppliers === undefined) return plan;
  const own = plan.charges.filter((one) => one.supplier === supplier);
  const ids = new Set(own.map(({ id }) => id));
  return {
    ...plan,
    charges: own.map((charge) =>
      'of' in charge && charge.of !== 'all' ? { ...charge, of: charge.of.filter((id) => ids.has(id)) } : charge,
    ),
  };
};

/** With other charges of one supplier, as `planOfSupplier` gave them; all others stay. */
export const withSupplier = (plan: TariffPlan, supplier: string, own: TariffPlan): TariffPlan => {
  const ids = new Set<string>();
  const charges = plan.charges.flatMap((charge): readonly TariffCharge[] => {
    if (charge.supplier !== supplier) return [charge];
    if (ids.has(charge.id)) return [];
    ids.add(charge.id);
    return own.charges.filter(({ id }) => id === charge.id);
  });
  return { ...plan, charges };
};

/** What a bill asks for a supplier: the sum of its lines. */
export const supplierTotal = (lines: readonly Pick<BillLine, 'supplier' | 'amount'>[], supplier: string): Exact =>
  sumOf(lines.flatMap(({ supplier: own, amount }) => (own?.id === supplier ? [exact(amount)] : [])));

// Two tariffs as one: the energy's beside the network's.

/** A name that none of these has: `heat-2` where there is a `heat`. */
const freeName = (name: string, isTaken: (name: string) => boolean): string => {
  let free = name;
  for (let count = 2; isTaken(free); count += 1) free = `${name.slice(0, 36)}-${count}`;
  return free;
};

type Named = Readonly<Record<string, unknown>>;

/** What each of `more` is called beside `own`; what is the same in both keeps its name. */
const namesBeside = (own: Named, more: Named, isShared: boolean): ReadonlyMap<string, string> => {
  const taken = new Set(Object.keys(own));
  return new Map(
    Object.entries(more).map(([name, value]) => {
      const isSame = isShared && taken.has(name) && JSON.stringify(own[name]) === JSON.stringify(value);
      const free = isSame ? name : freeName(name, (one) => taken.has(one));
      taken.add(free);
      return [name, free];
    }),
  );
};

const renamed = <Value>(values: Readonly<Record<string, Value>>, names: ReadonlyMap<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [names.get(name) ?? name, value]));

const bothNames = (one: Words, other: Words): Words => {
  const together = (language: Language) => `${textIn(one, language)} + ${textIn(other, language)}`.slice(0, 120);
  if (typeof one === 'string' && typeof other === 'string') return together('en');
  return { en: together('en'), ...Object.fromEntries(languageIds.map((language) => [language, together(language)])) };
};

/** What both must say alike, as the whole of a tariff says it once. */
const shared = ['utility', 'currency', 'unit', 'yearStarts', 'netting', 'change'] as const;

const sharesWhole = (own: TariffPlan, more: TariffPlan, timeZone: string): boolean =>
  (own.timeZone ?? timeZone) === (more.timeZone ?? timeZone) &&
  shared.every((part) => own[part] === more[part]) &&
  own.rounding?.total === more.rounding?.total &&
  (own.rounding?.mode ?? 'half-up') === (more.rounding?.mode ?? 'half-up');

/** Those of a plan; of one that names none, itself. */
const suppliersIn = (plan: TariffPlan, id: string): NonNullable<TariffPlan['suppliers']> =>
  plan.suppliers ?? { [id]: { name: plan.name } };

/**
 * Two tariffs of the same utility as one, for a home in `timeZone` that has a bill of each: charges and what they name are told apart. Null
 * where what a tariff says once is not the same in both, such as its unit.
 */
export const joinPlans = (own: TariffPlan, more: TariffPlan, timeZone: string): TariffPlan | null => {
  if (!sharesWhole(own, more, timeZone)) return null;
  const [ours, theirs] = [suppliersIn(own, 'company'), suppliersIn(more, 'company')];
  const names = {
    suppliers: namesBeside(ours, theirs, false),
    charges: namesBeside(byId(own), byId(more), false),
    meters: namesBeside(own.meters ?? {}, more.meters ?? {}, true),
    schedules: namesBeside(own.schedules ?? {}, more.schedules ?? {}, true),
    calendars: namesBeside(own.calendars ?? {}, more.calendars ?? {}, true),
  };
  const nameIn = (list: keyof typeof names, name: string): string => names[list].get(name) ?? name;
  const round = own.rounding?.lines === more.rounding?.lines ? undefined : (more.rounding?.lines ?? null);
  if (round === null) return null;
  const charges = more.charges.map((charge) => ({
    ...(round !== undefined && { round }),
    ...charge,
    id: nameIn('charges', charge.id),
    supplier: nameIn('suppliers', charge.supplier ?? 'company'),
    ...('schedule' in charge && charge.schedule !== undefined && { schedule: nameIn('schedules', charge.schedule) }),
    ...('meter' in charge && charge.meter !== undefined && { meter: nameIn('meters', charge.meter) }),
    ...('of' in charge && charge.of !== 'all' && { of: charge.of.map((id) => nameIn('charges', id)) }),
  })) as TariffCharge[];
  const schedules = Object.entries(more.schedules ?? {}).map(([name, schedule]) => [
    nameIn('schedules', name),
    schedule.holidays === undefined ? schedule : { ...schedule, holidays: nameIn('calendars', schedule.holidays) },
  ]);
  const both = <Value>(a: Readonly<Record<string, Value>> = {}, b: Readonly<Record<string, Value>> = {}) => {
    const all = { ...a, ...b };
    return Object.keys(all).length === 0 ? undefined : all;
  };
  const sizes = [...new Set([...(own.meterSizes ?? []), ...(more.meterSizes ?? [])])];
  const { source: _source, ...whole } = own;
  return {
    ...whole,
    name: bothNames(own.name, more.name),
    ...(more.timeZone !== undefined && { timeZone: more.timeZone }),
    ...(sizes.length > 0 && { meterSizes: sizes }),
    meters: both(own.meters, renamed(more.meters ?? {}, names.meters)),
    suppliers: { ...ours, ...renamed(theirs, names.suppliers) },
    calendars: both(own.calendars, renamed(more.calendars ?? {}, names.calendars)),
    schedules: both(own.schedules, Object.fromEntries(schedules) as TariffPlan['schedules']),
    charges: [
      ...own.charges.map((charge) => ({
        ...charge,
        supplier: charge.supplier ?? (own.suppliers ? undefined : 'company'),
      })),
      ...charges,
    ],
  };
};

const byId = ({ charges }: TariffPlan): Named => Object.fromEntries(charges.map((charge) => [charge.id, charge]));
