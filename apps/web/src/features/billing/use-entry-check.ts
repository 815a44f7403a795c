import { useQuery } from '@tanstack/react-query';
import type { GivenTariff } from '@wattershed/contracts';
import type { TariffRow } from '@wattershed/database';
import { checkQuery, libraryQuery } from './tariff-api.ts';
import { asksNothing, type TariffEntry } from './tariff-entry.ts';
import { readFacts } from './tariff-facts.ts';
import { useCheck } from './use-check.ts';

/** What the service says of the tariff that is being entered, and what that asks of the household. */
export function useEntryCheck(entry: TariffEntry, tariff: TariffRow | undefined, householdId: string) {
  const isText = entry.way === 'text';
  // A tariff that came from a form has no text yet: the service writes it.
  const own = useQuery({
    ...checkQuery(householdId, { plan: tariff?.plan }),
    enabled: isText && entry.text === null && tariff !== undefined,
  });
  const text = entry.text ?? (own.data?.ok ? own.data.text : '');
  const library = useQuery({ ...libraryQuery, enabled: entry.way === 'library' });
  const chosen = entry.way === 'library' ? library.data?.tariffs.find(({ id }) => id === entry.libraryId) : undefined;
  const given: GivenTariff | undefined = isText
    ? text.trim() === ''
      ? undefined
      : { text }
    : chosen && { library: chosen.id };
  const plain = useCheck(householdId, given);
  const asks = chosen ?? (plain.data?.ok ? plain.data.summary : asksNothing);
  const { facts } = readFacts(entry.facts, asks);
  const whole = given && facts ? { ...given, facts } : given;
  const check = useCheck(householdId, whole);
  /** What is entered, once it is sound. */
  const sound = check.data?.ok === true && !check.isStale ? whole : undefined;
  return { check, asks, chosen, text, own, sound };
}
