/** How utilities are paid, what was paid, and what follows; asked and written here. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callService } from '#shell/data/service.ts';
import { ServiceError } from '#shell/data/service-error.ts';
import { keptOffline } from '#shell/data/keep-answers.ts';
import { askTables, TableError } from '#shell/data/tables.ts';
import { useHousehold } from '#shell/household/household.ts';
import type { Tables } from '#supabase/tables/rows.ts';
import type { PaymentAccount, SavedPayingWay } from '../../contract/payments.ts';
import { readPaymentAccounts, savePayingWay } from '../../contract/payments.ts';
import { billingKey } from '../billing-queries.ts';

const paymentsKey = [...billingKey, 'payments'] as const;

/** `isWanted`: nobody is asked for what nobody has said. */
export function usePayments(isWanted = true) {
  const householdId = useHousehold().data?.id;
  return useQuery({
    queryKey: [...paymentsKey, householdId ?? null],
    meta: keptOffline,
    queryFn: ({ signal }) => callService(readPaymentAccounts, { query: { household: householdId }, signal }),
    enabled: isWanted && householdId !== undefined,
  });
}

/** Amounts go as decimal texts, so that no cent is lost on the way. */
export type EntryRow = Omit<
  Tables['payment_entries'],
  'household_id' | 'id' | 'amount' | 'undone_at' | 'created_at'
> & {
  amount: string;
};

/** With an id one is changed, else it is new; whose it is and of which utility is never written again. */
async function keepEntry(
  household_id: string,
  id: string | undefined,
  { utility, ...values }: EntryRow,
): Promise<void> {
  const own = { household_id, id: id ?? '' };
  if (id !== undefined) await askEntries((tables) => tables.from('payment_entries').update(values).match(own));
  else
    await askEntries((tables) => tables.from('payment_entries').insert({ household_id, utility, ...values } as never));
}

/** Of entries one thing may stand but once: what an account began with. */
async function askEntries(ask: Parameters<typeof askTables>[0]): Promise<void> {
  try {
    await askTables(ask);
  } catch (error) {
    throw error instanceof TableError && error.code === '23505'
      ? new ServiceError('opening-taken', error.status, error.message)
      : error;
  }
}

/** What is done with them; each has what follows asked for again. */
export function usePaymentChanges() {
  const queries = useQueryClient();
  const household_id = useHousehold().data?.id ?? '';
  const done = {
    onSuccess: async () => {
      // The first that is said brings the card, and it is the open bill that knows of it.
      await Promise.all(
        [paymentsKey, [...billingKey, 'so-far']].map((queryKey) => queries.invalidateQueries({ queryKey })),
      );
    },
  };
  return {
    keepEntry: useMutation({
      mutationFn: ({ id, row }: { id?: string | undefined; row: EntryRow }) => keepEntry(household_id, id, row),
      ...done,
    }),
    /** Counts no more, or again. */
    setUndone: useMutation({
      mutationFn: ({ id, isUndone }: { id: string; isUndone: boolean }) =>
        askEntries((tables) =>
          tables
            .from('payment_entries')
            .update({ undone_at: isUndone ? new Date().toISOString() : null })
            .match({ household_id, id }),
        ),
      ...done,
    }),
    /** With what is on the account on its first day, and an old debt, where they are told with the first way of a utility. */
    keepWay: useMutation({
      mutationFn: (saved: Omit<SavedPayingWay, 'household'>) =>
        callService(savePayingWay, { body: { household: household_id, ...saved } }),
      ...done,
    }),
    removeWay: useMutation({
      mutationFn: (id: string) =>
        askTables((tables) => tables.from('payment_ways').delete().match({ household_id, id })),
      ...done,
    }),
  };
}

export type Account = PaymentAccount;
