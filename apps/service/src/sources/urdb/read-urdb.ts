/** A rate of OpenEI's Utility Rate Database (JSON, version 7) as a plan of ours: dollars and kWh, in the household's own zone. */
import { tariffPlan } from '@wattershed/contracts';
import type { TariffPlan } from '@wattershed/domain';
import { demandCharges } from './demand-charges.ts';
import { energyCharges } from './energy-charges.ts';
import { fixedCharges, fuelCharges, minimumCharges } from './fixed-charges.ts';
import { demandLabels, energyLabels, noteLeftOut } from './note-left-out.ts';
import { pickRecord } from './pick-record.ts';
import { periodNames, planName, planSource } from './plan-words.ts';
import { recordForm, type UrdbStructure } from './record-form.ts';
import { refuse, takeNotes, type ReadUrdb } from './urdb-answer.ts';
import { validDays } from './valid-days.ts';

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
    ...fuelCharges(record, notes),
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
    ...(Object.keys(schedules).length > 0 && { schedules }),
    charges: charges.map((charge) => ({ ...charge, ...days })),
  };
  // More tiers, rules or charges than a plan may have.
  const written = tariffPlan.safeParse(plan);
  if (!written.success) return refuse('urdb-unsupported', [], written.error.issues[0]?.path.join('.'));
  return { ok: true, plan, notes: notes.all(), count };
};
