/** How utilities are paid, what was paid, and what follows; asked and written here. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callService } from '#shell/data/service.ts';
import { keptOffline } from '#shell/data/keep-answers.ts';
import { askTables } from '#shell/data/tables.ts';
import { useHousehold } from '#shell/household/household.ts';
import type { Tables } from '#supabase/tables/rows.ts';
import type { PaymentAccount } from '../../contract/payments.ts';
import { readPaymentAccounts } from '../../contract/payments.ts';
import { billingKey } from '../billing-queries.ts';

const paymentsKey = [...billingKey, 'payments'] as const;

export function usePayments() {
  const householdId = useHousehold().data?.id;
  return useQuery({
    queryKey: [...paymentsKey, householdId ?? null],
    meta: keptOffline,
    queryFn: ({ signal }) => callService(readPaymentAccounts, { query: { household: householdId }, signal }),
    enabled: householdId !== undefined,
  });
}

type Row<Name extends 'payment_ways' | 'payment_entries'> = Omit<Tables[Name], 'household_id' | 'id'>;
/** Amounts go as decimal texts, so that no cent is lost on the way. */
type Typed<Of, Amounts extends keyof Of> = Omit<Of, Amounts> & { [Name in Amounts]: string | null };

export type WayRow = Typed<Row<'payment_ways'>, 'amount' | 'recovery_percent' | 'recovery_weekly' | 'emergency_credit'>;
export type EntryRow = Omit<Typed<Row<'payment_entries'>, 'amount'>, 'undone_at' | 'created_at'>;

/** With an id one is changed, else it is new; whose it is and of which utility is never written again. */
async function keep(
  table: 'payment_ways' | 'payment_entries',
  household_id: string,
  id: string | undefined,
  { utility, ...values }: WayRow | EntryRow,
): Promise<void> {
  const own = { household_id, id: id ?? '' };
  if (id !== undefined) await askTables((tables) => tables.from(table).update(values).match(own));
  else await askTables((tables) => tables.from(table).insert({ household_id, utility, ...values } as never));
}

/** What is done with them; each has what follows asked for again. */
export function usePaymentChanges() {
  const queries = useQueryClient();
  const household_id = useHousehold().data?.id ?? '';
  const done = { onSuccess: () => queries.invalidateQueries({ queryKey: paymentsKey }) };
  return {
    keepEntry: useMutation({
      mutationFn: ({ id, row }: { id?: string | undefined; row: EntryRow }) =>
        keep('payment_entries', household_id, id, row),
      ...done,
    }),
    /** Counts no more, or again. */
    setUndone: useMutation({
      mutationFn: ({ id, isUndone }: { id: string; isUndone: boolean }) =>
        askTables((tables) =>
          tables
            .from('payment_entries')
            .update({ undone_at: isUndone ? new Date().toISOString() : null })
            .match({ household_id, id }),
        ),
      ...done,
    }),
    /** With what is on the account on its first day, and an old debt, where they are told with the first way of a utility. */
    keepWay: useMutation({
      mutationFn: async ({
        id,
        row,
        entries,
      }: {
        id?: string | undefined;
        row: WayRow;
        entries: readonly EntryRow[];
      }) => {
        await keep('payment_ways', household_id, id, row);
        for (const entry of entries) await keep('payment_entries', household_id, undefined, entry);
      },
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
