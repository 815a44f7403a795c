/** What does not go by the hour: fuel adjustments by month, the fixed charge, and the least that a bill is. */
import type { Per, TariffCharge } from '@wattershed/domain';
import { sumOf, textOfNanos } from './exact-price.ts';
import { groupMonths, joinMonths } from './group-months.ts';
import { chargeName } from './plan-words.ts';
import type { UrdbRecord } from './record-form.ts';
import type { UrdbNotes } from './urdb-answer.ts';

/** Null: nothing. */
const amountOf = (field: keyof UrdbRecord, value: number | undefined, notes: UrdbNotes): string | null => {
  const { nanos, isRounded } = sumOf([value]);
  if (isRounded) notes.assumed('decimals-rounded', [field], textOfNanos(nanos));
  return nanos === 0n ? null : textOfNanos(nanos);
};

export const fuelCharges = ({ fueladjustmentsmonthly: fuel = [] }: UrdbRecord, notes: UrdbNotes): TariffCharge[] => {
  const rates = fuel.map((value) => amountOf('fueladjustmentsmonthly', value, notes));
  const parts = groupMonths((month) => rates[month - 1] ?? '').flatMap((months) => {
    const rate = rates[(months[0] ?? 1) - 1] ?? null;
    return rate === null
      ? []
      : [{ months, charge: { id: 'fuel', kind: 'use', name: chargeName('fuelAdjustment'), rate } as const }];
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

/** The older field comes before the newer one, as other readers of the format have it. */
export const fixedCharges = (record: UrdbRecord, notes: UrdbNotes): TariffCharge[] => {
  const monthly = amountOf('fixedmonthlycharge', record.fixedmonthlycharge, notes);
  const own = amountOf('fixedchargefirstmeter', record.fixedchargefirstmeter, notes);
  const fixed = { id: 'fixed', kind: 'fixed' } as const;
  if (monthly !== null) {
    if (own !== null && own !== monthly) notes.leftOut(['fixedchargefirstmeter'], own);
    return [{ ...fixed, per: 'month', amount: monthly }];
  }
  if (own === null) return [];
  const per = perOf('fixedchargeunits', record, notes);
  if (per !== null) return [{ ...fixed, per, amount: own }];
  notes.leftOut(['fixedchargefirstmeter'], `${own} ${record.fixedchargeunits}`);
  return [];
};

export const minimumCharges = (record: UrdbRecord, notes: UrdbNotes): TariffCharge[] => {
  const monthly = amountOf('minmonthlycharge', record.minmonthlycharge, notes);
  const own = amountOf('mincharge', record.mincharge, notes);
  const amount = monthly ?? own;
  if (amount === null) return [];
  const field = monthly === null ? 'mincharge' : 'minmonthlycharge';
  if (monthly !== null && own !== null && own !== monthly) notes.leftOut(['mincharge'], own);
  const per = monthly === null ? perOf('minchargeunits', record, notes) : 'month';
  if (per === null || amount.startsWith('-')) {
    notes.leftOut([field], `${amount} ${record.minchargeunits ?? ''}`.trim());
    return [];
  }
  notes.assumed('minimum-of-all', [field], amount);
  if (per === 'year') notes.assumed('minimum-shared', [field], amount);
  return [{ id: 'minimum', kind: 'minimum', per, amount, of: 'all' }];
};
