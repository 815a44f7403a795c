import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Utility } from '#catalogue/index.ts';
import { ServiceError } from '#shell/data/service-error.ts';
import type { PlanTextFault } from '../../contract/tariff-plan.ts';
import type { CheckedTariff, GivenTariff } from '../../contract/tariffs.ts';
import type { TariffPlan } from '../../domain/tariff/plan.ts';
import type { FormOfPlan } from './charges/form-of-plan.ts';
import { planOfForm } from './charges/plan-of-form.ts';
import { hasOwnFaults } from './plan-faults.ts';
import { readFacts } from './facts-fields.tsx';
import {
  chargesOf,
  dayFault,
  type EntryFaults,
  plansOf,
  type PriceContext,
  type ReadTariff,
  type TariffEntry,
} from './tariff-entry.ts';
import { addTariffs, checkQuery, replaceTariff, tariffMetersQuery } from './tariff-api.ts';

interface SubmitContext extends PriceContext {
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
  const { summary } = checked;
  const meters =
    summary.asksMeters.length > 0 ? await context.queries.fetchQuery(tariffMetersQuery(context.householdId)) : [];
  const { facts, faults } = readFacts(entry.facts, summary, meters);
  if (faults !== undefined) return { ok: false, faults: { facts: faults } };
  return { ok: true, tariffs: [{ ...given, ...(facts && { facts }) }], utilities: [summary.utility] };
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

interface FormText {
  householdId: string;
  entry: TariffEntry;
  /** What the form shows of the entry. */
  charges: FormOfPlan | undefined;
  onRead: (read: ReadTariff) => void;
  /** The charges are no tariff yet. */
  onRefused: (faults: readonly PlanTextFault[]) => void;
}

/** Asks the service for the text of what the form says now. An answer for an entry that was changed or left since is not taken. */
export function useFormText({ householdId, entry, charges, onRead, onRefused }: FormText) {
  const queries = useQueryClient();
  const asking = useMutation({
    mutationFn: async ({ plan }: { of: TariffEntry; plan: TariffPlan | null }): Promise<CheckedTariff> =>
      plan === null ? { ok: false, faults: [] } : queries.fetchQuery(checkQuery(householdId, { plan })),
    onSuccess: (checked, { of }) => {
      if (of !== entry) return;
      if (checked.ok) onRead(checked);
      else onRefused(checked.faults);
    },
  });
  const planNow = () => {
    if (charges?.ok !== true) return entry.begin;
    return hasOwnFaults(charges.draft) ? null : planOfForm(charges.draft);
  };
  const isOfEntry = asking.variables?.of === entry;
  return {
    ask: () => asking.mutate({ of: entry, plan: planNow() }),
    isPending: isOfEntry && asking.isPending,
    isRefused: isOfEntry && asking.data?.ok === false,
    error: isOfEntry ? asking.error : null,
  };
}
