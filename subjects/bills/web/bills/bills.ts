import type { BillingRecord } from '#supabase/tables/index.ts';
import { askTables } from '#shell/data/tables.ts';

/** As many of the latest bills as a history shows at first. */
export const usualHistory = 6;

/** The latest closed period; null without a household, without a bill, or when it could not be fetched (which is logged). */
export async function currentBill(householdId: string | undefined): Promise<BillingRecord | null> {
  const [bill] = await billHistory(householdId, 1);
  return bill ?? null;
}

/** The latest bills, newest first; empty in the same cases. */
export async function billHistory(householdId: string | undefined, limit = usualHistory): Promise<BillingRecord[]> {
  return fetchBills(householdId, { limit }).catch(() => []);
}

/** The same for a page that says itself that loading failed: throws, once it is logged. */
export async function fetchBills(
  householdId: string | undefined,
  { limit, before }: { limit: number; before?: string },
): Promise<BillingRecord[]> {
  if (householdId === undefined) return [];
  try {
    return await askTables<BillingRecord[]>((tables) => {
      const own = tables.from('billing_records').select().eq('household_id', householdId);
      return (before === undefined ? own : own.lt('period_start', before))
        .order('period_start', { ascending: false })
        .limit(limit);
    });
  } catch (error) {
    console.error('Bills could not be fetched:', error instanceof Error ? error.message : error);
    throw error;
  }
}
