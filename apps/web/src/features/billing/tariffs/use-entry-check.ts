import { useQuery } from '@tanstack/react-query';
import type { GivenTariff } from '@wattershed/contracts';
import type { TariffRow } from '@wattershed/database';
import { checkQuery, libraryQuery } from './tariff-api.ts';
import { hasOwnFaults } from './charges/own-faults.ts';
import { planOfForm } from './charges/plan-of-form.ts';
import type { PlanDraft } from './charges/plan-draft.ts';
import { asksNothing, type TariffEntry } from './tariff-entry.ts';
import { readFacts } from './tariff-facts.ts';
import { useCheck } from './use-check.ts';

/** What the service says of the tariff that is being entered, and what that asks of the household. */
export function useEntryCheck(
  entry: TariffEntry,
  tariff: TariffRow | undefined,
  householdId: string,
  /** What the form says; undefined: it is not shown, or cannot show it. */
  draft: PlanDraft | undefined,
) {
  const isText = entry.way === 'text';
  // A tariff that came from a form has no text yet: the service writes it.
  const own = useQuery({
    ...checkQuery(householdId, { plan: tariff?.plan }),
    enabled: isText && entry.text === null && tariff !== undefined,
  });
  const text = entry.text ?? (own.data?.ok ? own.data.text : '');
  const library = useQuery({ ...libraryQuery, enabled: entry.way === 'library' });
  const chosen = entry.way === 'library' ? library.data?.tariffs.find(({ id }) => id === entry.libraryId) : undefined;
  const written = isText && text.trim() !== '' ? { text } : undefined;
  const given: GivenTariff | undefined =
    draft === undefined
      ? (written ?? (chosen && { library: chosen.id }))
      : hasOwnFaults(draft)
        ? undefined
        : { plan: planOfForm(draft) };
  const plain = useCheck(householdId, given);
  const asks = chosen ?? (plain.data?.ok ? plain.data.summary : asksNothing);
  const { facts } = readFacts(entry.facts, asks);
  const whole = given && facts ? { ...given, facts } : given;
  const check = useCheck(householdId, whole);
  /** What is entered, and what the service reads in it, once it is sound. */
  const read = check.data?.ok === true && !check.isStale ? check.data : undefined;
  return { check, asks, chosen, text, own, sound: read && whole, read };
}
