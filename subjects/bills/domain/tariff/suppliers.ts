/** A utility that several supply, with a bill each: whose a charge is, what one of them asks alone, and two tariffs as one. */
import { type Language, languageIds, textIn, type Words } from '#catalogue/index.ts';
import { allMeters, isShareCharge, isUnitCharge, ownEntry, type TariffCharge, type TariffPlan } from './plan.ts';

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

/** What one of them asks alone, with its part of shared taxes and discounts; a tariff that names no suppliers as it is. */
export const planOfSupplier = (plan: TariffPlan, supplier: string): TariffPlan => {
  if (plan.suppliers === undefined) return plan;
  const own = plan.charges.filter(
    (one) => one.supplier === supplier || (one.supplier === undefined && isShareCharge(one)),
  );
  const ids = new Set(own.map(({ id }) => id));
  return {
    ...plan,
    charges: own.map((charge) =>
      'of' in charge && charge.of !== 'all' ? { ...charge, of: charge.of.filter((id) => ids.has(id)) } : charge,
    ),
  };
};

/** With other charges of one supplier, and other taxes that are shared, as `planOfSupplier` gave them; all others stay. */
export const withSupplier = (plan: TariffPlan, supplier: string, own: TariffPlan): TariffPlan => {
  const seen = new Set<string>();
  const charges = plan.charges.flatMap((charge): readonly TariffCharge[] => {
    const changed = own.charges.filter(({ id }) => id === charge.id);
    if ((charge.supplier ?? supplier) !== supplier || changed.length === 0) return [charge];
    if (seen.has(charge.id)) return [];
    seen.add(charge.id);
    // What it rests on was said with the others there.
    return changed.map((one) => ('of' in one && 'of' in charge ? { ...one, of: charge.of } : one));
  });
  return { ...plan, charges };
};

// Two tariffs as one: the energy's beside the network's.

/** A name that none of these has: `heat-2` where there is a `heat`. */
const freeName = (name: string, isTaken: (name: string) => boolean): string => {
  let free = name;
  for (let count = 2; isTaken(free); count += 1) free = `${name.slice(0, 36)}-${count}`;
  return free;
};

type Named = Readonly<Record<string, unknown>>;

const inOrder = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** The same for values that say the same: the database keeps keys in an order of its own. */
const saysOf = (value: unknown): string => JSON.stringify(value, inOrder);

/** What each of `more` is called beside `own`; what is the same in both keeps its name. */
const namesBeside = (own: Named, more: Named, isShared: boolean): ReadonlyMap<string, string> => {
  const taken = new Set(Object.keys(own));
  return new Map(
    Object.entries(more).map(([name, value]) => {
      const isSame = isShared && taken.has(name) && saysOf(own[name]) === saysOf(value);
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
const wholeOf = (plan: TariffPlan, timeZone: string): string => {
  const { utility, currency, unit, yearStarts = 1, netting, change = 'measured', rounding = {}, meterSizes } = plan;
  const { total, mode = 'half-up' } = rounding;
  const clock = plan.timeZone ?? timeZone;
  return JSON.stringify([utility, currency, unit, clock, yearStarts, netting, change, total, mode, meterSizes]);
};

/** Of a tariff that named no meters, as use of all stays that where the other one names some. */
const ofAllMeters = (charge: TariffCharge): TariffCharge => {
  const asksUse = isUnitCharge(charge) || charge.kind === 'demand' || (charge.kind === 'fixed' && charge.byUse);
  return asksUse ? { ...charge, meter: allMeters } : charge;
};

/** What the whole says of its lines, each charge says; `none` is no rounding that a charge can have. */
const roundedApart = (plan: TariffPlan): TariffPlan | null => {
  const { lines: round, ...rounding } = plan.rounding ?? {};
  if (round === undefined) return plan;
  return round === 'none' ? null : { ...plan, rounding, charges: plan.charges.map((one) => ({ round, ...one })) };
};

type Supplied = TariffPlan & { readonly suppliers: NonNullable<TariffPlan['suppliers']> };

/** The one supplier of a tariff that names none. */
const only = 'company';

/** With its charges told to be of suppliers: of those that it names, or of itself. What is shared rests on its own charges alone. */
const ofSuppliers = (plan: TariffPlan): Supplied => {
  const { suppliers, charges } = plan;
  if (suppliers === undefined)
    return {
      ...plan,
      suppliers: { [only]: { name: plan.name } },
      charges: charges.map((one) => ({ ...one, supplier: only })),
    };
  return {
    ...plan,
    suppliers,
    charges: charges.map((charge, i) =>
      charge.supplier === undefined && 'of' in charge && charge.of === 'all'
        ? { ...charge, of: [...new Set(charges.slice(0, i).map(({ id }) => id))] }
        : charge,
    ),
  };
};

/** The same, where other names are taken. */
const renamedBeside = (own: Supplied, plan: Supplied): Supplied => {
  const calendars = namesBeside(own.calendars ?? {}, plan.calendars ?? {}, true);
  const theirs = Object.entries(plan.schedules ?? {}).map(([name, one]) => [
    name,
    { ...one, ...(one.holidays !== undefined && { holidays: calendars.get(one.holidays) ?? one.holidays }) },
  ]);
  const hours = Object.fromEntries(theirs) as NonNullable<TariffPlan['schedules']>;
  const schedules = namesBeside(own.schedules ?? {}, hours, true);
  const suppliers = namesBeside(own.suppliers, plan.suppliers, false);
  const charges = namesBeside(byId(own), byId(plan), false);
  return {
    ...plan,
    suppliers: renamed(plan.suppliers, suppliers),
    calendars: renamed(plan.calendars ?? {}, calendars),
    schedules: renamed(hours, schedules),
    charges: plan.charges.map((charge) => ({
      ...charge,
      id: charges.get(charge.id) ?? charge.id,
      ...(charge.supplier !== undefined && { supplier: suppliers.get(charge.supplier) ?? charge.supplier }),
      ...('schedule' in charge &&
        charge.schedule !== undefined && { schedule: schedules.get(charge.schedule) ?? charge.schedule }),
      ...('of' in charge && charge.of !== 'all' && { of: charge.of.map((id) => charges.get(id) ?? id) }),
    })),
  };
};

/** Left out where neither has any. */
const both = (key: 'meters' | 'calendars' | 'schedules', own: TariffPlan, more: TariffPlan) => {
  const all: Named = { ...own[key], ...more[key] };
  return Object.keys(all).length > 0 ? { [key]: all } : {};
};

/**
 * Two tariffs of the same utility as one, for a home in `timeZone` that has a bill of each: charges and what they name are told apart. Null
 * where what a tariff says once is not the same in both, such as its unit, or where they price other meters apart.
 */
export const joinPlans = (first: TariffPlan, second: TariffPlan, timeZone: string): TariffPlan | null => {
  const meters = [first, second].flatMap((plan) => (plan.meters ? [saysOf(plan.meters)] : []));
  if (wholeOf(first, timeZone) !== wholeOf(second, timeZone) || new Set(meters).size > 1) return null;
  const isAlike = first.rounding?.lines === second.rounding?.lines;
  const [ours, theirs] = isAlike ? [first, second] : [roundedApart(first), roundedApart(second)];
  if (ours === null || theirs === null) return null;
  const ofAll = (plan: TariffPlan): TariffPlan =>
    meters.length > 0 && !plan.meters ? { ...plan, charges: plan.charges.map(ofAllMeters) } : plan;
  const own = ofSuppliers(ofAll(ours));
  const more = renamedBeside(own, ofSuppliers(ofAll(theirs)));
  const { source: _source, ...whole } = own;
  return {
    ...whole,
    name: bothNames(first.name, second.name),
    ...(second.timeZone !== undefined && { timeZone: second.timeZone }),
    ...both('meters', own, more),
    suppliers: { ...own.suppliers, ...more.suppliers },
    ...both('calendars', own, more),
    ...both('schedules', own, more),
    charges: [...own.charges, ...more.charges],
  };
};

const byId = ({ charges }: TariffPlan): Named => Object.fromEntries(charges.map((charge) => [charge.id, charge]));
