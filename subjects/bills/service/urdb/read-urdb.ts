/** A rate of OpenEI's Utility Rate Database (JSON, version 7) as a plan of ours: dollars and kWh, in the household's own zone. */
import { addDays, type LocalDay } from '#catalogue/local-day.ts';
import { tariffPlan } from '../../contract/tariff-plan.ts';
import { roundHalfUp } from '../../domain/tariff/exact.ts';
import { type BoundCharge, isYearly, type Per, type TariffCharge, type TariffPlan } from '../../domain/tariff/plan.ts';
import { groupMonths, joinMonths } from './period-matrix.ts';
import { energyCharges } from './urdb-charges.ts';
import { demandCharges } from './urdb-demand.ts';
import {
  chargeName,
  type Fields,
  isFields,
  periodNames,
  pickRecord,
  planName,
  planSource,
  type ReadUrdb,
  recordForm,
  refuse,
  sumOf,
  takeNotes,
  textOfNanos,
  type UrdbNotes,
  type UrdbRecord,
  type UrdbStructure,
} from './urdb-record.ts';

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (part, key) =>
      typeof part === 'object' && part !== null ? (part as Record<PropertyKey, unknown>)[key] : undefined,
    value,
  );

export const readUrdb = (text: string): ReadUrdb => {
  const picked = pickRecord(text);
  if (!picked.ok) return picked;
  const { record: fields, count } = picked;
  const parsed = recordForm.safeParse(fields);
  if (!parsed.success) {
    const path = (parsed.error.issues[0]?.path ?? []).filter((key) => typeof key !== 'symbol');
    return refuse('urdb-unreadable', path, valueAt(fields, path));
  }
  const { data: record } = parsed;
  const notes = takeNotes();
  const namesOf = (labels: readonly string[], structure: UrdbStructure = []) =>
    periodNames(fields, labels, structure.length);
  const energy = energyCharges(record, namesOf(energyLabels, record.energyratestructure), notes);
  if (!energy.ok) return energy;
  const demand = demandCharges(record, namesOf(demandLabels, record.demandratestructure), notes);
  const charges = [
    ...energy.charges,
    ...fuelCharges(record, energy, notes),
    ...demand.charges,
    ...fixedCharges(record, notes),
    ...minimumCharges(record, notes),
  ];
  const days = validDays(fields, notes);
  noteLeftOut(fields, record, notes);
  const schedules = { ...energy.schedules, ...demand.schedules };
  const plan: TariffPlan = {
    name: planName(fields),
    utility: 'electricity',
    currency: 'USD',
    unit: 'kWh',
    source: planSource(fields),
    ...(isByHour(record) && { netting: 60 as const }),
    ...(Object.keys(schedules).length > 0 && { schedules }),
    charges: charges.map((charge) => ({ ...charge, ...days })),
  };
  // More tiers, rules or charges than a plan may have.
  const written = tariffPlan.safeParse(plan);
  if (!written.success) return refuse('urdb-unsupported', [], written.error.issues[0]?.path.join('.'));
  return { ok: true, plan, notes: notes.all(), count };
};

/** Of what is sold, only what an hour sent beyond what it drew. */
const isByHour = ({ dgrules }: UrdbRecord): boolean => /^net billing hourly$/i.test(dgrules ?? '');

// The days on which a rate holds.

interface ValidDays {
  readonly from?: LocalDay;
  readonly until?: LocalDay;
}

/** Seconds are those of a midnight in America, or of Greenwich's: both are on the same day there. */
const dayOf = (value: unknown): LocalDay | null => {
  const seconds =
    typeof value === 'number' ? value : typeof value === 'string' && /^\d{5,}$/.test(value) ? +value : null;
  const instant = seconds === null ? Date.parse(`${String(value).trim().slice(0, 10)}T00:00:00Z`) : seconds * 1000;
  if (!(Math.abs(instant) < Date.UTC(2200, 0))) return null;
  const day = new Date(instant).toISOString().slice(0, 10);
  return seconds === null && !String(value).trim().startsWith(day) ? null : day;
};

const validDays = (record: Fields, notes: UrdbNotes): ValidDays => {
  const read = (field: 'startdate' | 'enddate'): LocalDay | null => {
    const value = record[field] ?? '';
    if (value === '') return null;
    const day = dayOf(value);
    if (day === null) notes.leftOut([field], value);
    return day;
  };
  const [from, last] = [read('startdate'), read('enddate')];
  const isEmpty = from !== null && last !== null && last < from;
  if (isEmpty) notes.leftOut(['enddate'], record['enddate']);
  if (last !== null && !isEmpty) notes.assumed('end-day-included', ['enddate'], last);
  return { ...(from !== null && { from }), ...(last !== null && !isEmpty && { until: addDays(last, 1) }) };
};

// Names what a record holds and the plan does not: whatever is neither read, nor a description, nor the unit of another field.

const energyLabels = ['energytoulabels', 'energytouperiodlabels'];
const demandLabels = ['demandtoulabels', 'demandlabels', 'demandtouperiodlabels'];

/** Who the rate is of and whom it is for. */
const descriptive = [
  'label utility eia eiaid name uri type country sector approved is_default supercedes supersedes startdate enddate description',
  'source sourceparent revisions latest_update servicetype demandunits peakkwcapacitymin peakkwcapacitymax',
  'peakkwcapacityhistory peakkwhusagemin peakkwhusagemax peakkwhusagehistory voltageminimum voltagemaximum',
  'voltagecategory phasewiring',
].flatMap((names) => names.split(' '));
/** They say nothing without the field that they belong to, which is noted. */
const companions = ['coincidentrateunit', 'coincidentrateschedule'];
const known = new Set([
  ...Object.keys(recordForm.shape),
  ...descriptive,
  ...energyLabels,
  ...demandLabels,
  ...companions,
]);

const tierKeys = new Set(['max', 'rate', 'adj', 'sell', 'unit']);
const deepest = 6;

/** Empty, no, or nothing but nothings. */
const saysNothing = (value: unknown, depth = 0): boolean => {
  if (value === null || value === undefined || value === 0 || value === false) return true;
  if (typeof value === 'string') return /^\s*(0*[.]?0*|\[\s*\]|null)\s*$/.test(value);
  if (typeof value !== 'object' || depth > deepest) return false;
  return Object.values(value).every((one) => saysNothing(one, depth + 1));
};

const noteTiers = (field: string, structure: unknown, notes: UrdbNotes): void => {
  const seen = new Set<string>();
  if (!Array.isArray(structure)) return;
  for (const [p, tiers] of structure.entries())
    for (const [t, tier] of (Array.isArray(tiers) ? tiers : []).entries())
      for (const [key, value] of Object.entries(isFields(tier) ? tier : {})) {
        if (tierKeys.has(key) || seen.has(key) || saysNothing(value)) continue;
        seen.add(key);
        notes.leftOut([field, p, t, key], value);
      }
};

const noteLeftOut = (record: Fields, structures: Fields, notes: UrdbNotes): void => {
  for (const [field, value] of Object.entries(record))
    if (!known.has(field) && !saysNothing(value)) notes.leftOut([field], value);
  for (const field of ['energyratestructure', 'demandratestructure', 'flatdemandstructure'])
    noteTiers(field, structures[field], notes);
  const service = record['servicetype'];
  if (typeof service === 'string' && service.trim() !== '' && !/^\s*bundled\s*$/i.test(service))
    notes.leftOut(['servicetype'], service);
};

// What does not go by the hour: fuel adjustments by month, the fixed charge, and the least that a bill is.

/** Null: nothing. */
const amountOf = (field: keyof UrdbRecord, value: number | undefined, notes: UrdbNotes): string | null => {
  const { nanos, isRounded } = sumOf([value]);
  if (isRounded) notes.assumed('decimals-rounded', [field], textOfNanos(nanos));
  return nanos === 0n ? null : textOfNanos(nanos);
};

/** On what is left of the energy of each period, where what goes back is taken off it. */
const fuelCharges = (
  { fueladjustmentsmonthly: fuel = [] }: UrdbRecord,
  { charges }: { readonly charges: readonly TariffCharge[] },
  notes: UrdbNotes,
): TariffCharge[] => {
  const energy = charges.filter((charge) => charge.kind === 'use');
  const net = energy[0]?.net && { net: energy[0].net };
  const periods = [...new Set(net ? energy.flatMap(({ rates = {} }) => Object.keys(rates)) : [])];
  const priced = (rate: string) =>
    periods.length === 0
      ? { rate }
      : { schedule: 'energy', rates: Object.fromEntries(periods.map((period) => [period, rate])) };
  const rates = fuel.map((value) => amountOf('fueladjustmentsmonthly', value, notes));
  const parts = groupMonths((month) => rates[month - 1] ?? '').flatMap((months) => {
    const rate = rates[(months[0] ?? 1) - 1] ?? null;
    return rate === null
      ? []
      : [
          {
            months,
            charge: { id: 'fuel', kind: 'use', name: chargeName('fuelAdjustment'), ...priced(rate), ...net } as const,
          },
        ];
  });
  return joinMonths(parts);
};

/** Null: of a unit that it cannot have. */
const perOf = (field: 'fixedchargeunits' | 'minchargeunits', record: UrdbRecord, notes: UrdbNotes): Per | null => {
  const unit = record[field]?.toLowerCase().replaceAll(/\s/g, '') ?? '';
  if (unit === '') notes.assumed('fixed-unit', [field], '$/month');
  const per = unit === '' ? 'month' : unit.replace(/^\$\//, '');
  return per === 'day' || per === 'month' || per === 'year' ? per : null;
};

/** Twelve bills are a year, whatever their days: as a year's charge is read by others too. */
const twelfthOf = (amount: string): string => textOfNanos(roundHalfUp(sumOf([Number(amount)]).nanos, 12n));

/** The older field comes before the newer one, as other readers of the format have it. */
const fixedCharges = (record: UrdbRecord, notes: UrdbNotes): TariffCharge[] => {
  const monthly = amountOf('fixedmonthlycharge', record.fixedmonthlycharge, notes);
  const own = amountOf('fixedchargefirstmeter', record.fixedchargefirstmeter, notes);
  const fixed = { id: 'fixed', kind: 'fixed' } as const;
  if (monthly !== null) {
    if (own !== null && own !== monthly) notes.leftOut(['fixedchargefirstmeter'], own);
    return [{ ...fixed, per: 'month', amount: monthly }];
  }
  if (own === null) return [];
  const per = perOf('fixedchargeunits', record, notes);
  if (per === 'year') {
    const amount = twelfthOf(own);
    notes.assumed('fixed-in-twelfths', ['fixedchargefirstmeter'], amount);
    return [{ ...fixed, per: 'month', amount }];
  }
  if (per !== null) return [{ ...fixed, per, amount: own }];
  notes.leftOut(['fixedchargefirstmeter'], `${own} ${record.fixedchargeunits}`);
  return [];
};

/** A least by the month or day, and one by the year; the older fields come before the newer one. */
const minimumCharges = (record: UrdbRecord, notes: UrdbNotes): TariffCharge[] => {
  const own = amountOf('mincharge', record.mincharge, notes);
  const given = [
    { field: 'minmonthlycharge', per: 'month', amount: amountOf('minmonthlycharge', record.minmonthlycharge, notes) },
    { field: 'annualmincharge', per: 'year', amount: amountOf('annualmincharge', record.annualmincharge, notes) },
    { field: 'mincharge', per: own === null ? null : perOf('minchargeunits', record, notes), amount: own },
  ] as const;
  const charges: BoundCharge[] = [];
  for (const { field, per, amount } of given) {
    if (amount === null) continue;
    const before = charges.find((one) => isYearly(one) === (per === 'year'));
    if (per === null || amount.startsWith('-'))
      notes.leftOut(
        [field],
        [amount, ...(field === 'mincharge' ? [record.minchargeunits ?? ''] : [])].join(' ').trim(),
      );
    else if (before !== undefined) {
      if (before.amount !== amount) notes.leftOut([field], amount);
    } else {
      notes.assumed('minimum-of-all', [field], amount);
      if (per === 'year') notes.assumed('minimum-of-calendar-year', [field], amount);
      charges.push({ id: per === 'year' ? 'minimum-year' : 'minimum', kind: 'minimum', per, amount, of: 'all' });
    }
  }
  // A year holds what its months were topped up by.
  return charges.sort((a, b) => Number(isYearly(a)) - Number(isYearly(b)));
};
