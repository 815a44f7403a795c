import type { QueryClient } from '@tanstack/react-query';
import type { GivenTariff } from '../../contract/tariffs.ts';
import type { Utility } from '#catalogue/index.ts';
import { ServiceError } from '#shell/data/service-error.ts';
import { addTariffs, checkQuery, replaceTariff } from './tariff-api.ts';
import { hasOwnFaults } from './charges/own-faults.ts';
import { planOfForm } from './charges/plan-of-form.ts';
import { chargesOf, dayFault, type EntryFaults, plansOf, type PriceContext, type TariffEntry } from './tariff-entry.ts';
import { readFacts } from './facts-fields.tsx';

export interface SubmitContext extends PriceContext {
  queries: QueryClient;
  householdId: string;
  /** The text as it is shown: an own one, or that of the tariff. */
  text: string;
}

type Read = { ok: true; tariffs: GivenTariff[]; utilities: readonly Utility[] } | { ok: false; faults: EntryFaults };

async function readCharges(entry: TariffEntry, context: SubmitContext): Promise<Read> {
  const form = chargesOf(entry, context.target, context);
  if (!form.ok || hasOwnFaults(form.draft)) return { ok: false, faults: { charges: [] } };
  const given = { plan: planOfForm(form.draft) };
  const checked = await context.queries.fetchQuery(checkQuery(context.householdId, given));
  return checked.ok ? readTariff(given, entry, context) : { ok: false, faults: { charges: checked.faults } };
}

async function readTariff(given: GivenTariff, entry: TariffEntry, context: SubmitContext): Promise<Read> {
  const checked = await context.queries.fetchQuery(checkQuery(context.householdId, given));
  const [fault] = checked.ok ? [] : checked.faults;
  if (!checked.ok) return { ok: false, faults: fault === undefined ? {} : { text: fault } };
  const { facts, faults } = readFacts(entry.facts, checked.summary);
  if (faults !== undefined) return { ok: false, faults: { facts: faults } };
  return { ok: true, tariffs: [{ ...given, ...(facts && { facts }) }], utilities: [checked.summary.utility] };
}

async function readEntry(entry: TariffEntry, context: SubmitContext): Promise<Read> {
  if (entry.way === 'prices') {
    const { plans, given, faults } = plansOf(entry, context);
    return faults === undefined
      ? { ok: true, tariffs: plans, utilities: given }
      : { ok: false, faults: { prices: faults } };
  }
  if (entry.way === 'charges') return readCharges(entry, context);
  if (entry.way === 'library')
    return entry.libraryId === null
      ? { ok: false, faults: {} }
      : readTariff({ library: entry.libraryId }, entry, context);
  return context.text.trim() === ''
    ? { ok: false, faults: { text: 'empty' } }
    : readTariff({ text: context.text }, entry, context);
}

/** Enters what was typed. Answers what is wrong with it, or null once it is saved; throws a ServiceError for all else. */
export async function submitEntry(entry: TariffEntry, context: SubmitContext): Promise<EntryFaults | null> {
  const { target, tariffs, householdId } = context;
  const read = await readEntry(entry, context);
  const day = dayFault(entry.validFrom, read.ok ? read.utilities : [], tariffs, target.tariff);
  if (!read.ok || day !== undefined)
    return { ...(!read.ok && read.faults), ...(day !== undefined && { validFrom: day }) };
  const [first] = read.tariffs;
  try {
    if (target.tariff === undefined) await addTariffs(householdId, entry.validFrom, read.tariffs);
    else if (first !== undefined) await replaceTariff(target.tariff, entry.validFrom, first);
    return null;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'tariff-taken') return { validFrom: 'validFromTaken' };
    throw error;
  }
}
