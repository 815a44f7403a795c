/** What is paid beside what is billed, over HTTP. */
import type { LocalDay } from '#catalogue/local-day.ts';
import type { Claims, Database } from '#kernel/db.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import { csvOf } from '#kernel/http/csv.ts';
import type { Serve } from '#kernel/http/serve.ts';
import {
  type PaymentAccount,
  readPaymentAccounts,
  readPaymentsTable,
  type SavedPayingWay,
  savePayingWay,
} from '../../contract/payments.ts';
import type { Billing } from '../household-bills.ts';

interface PaymentRoutesDeps {
  readonly billing: Pick<Billing, 'payments' | 'writableHome'>;
  readonly database: Pick<Database, 'asUser'>;
  readonly takeFile: (person: Claims) => Promise<void>;
}

export const paymentRoutes = (serve: Serve, { billing, database, takeFile }: PaymentRoutesDeps): void => {
  serve(readPaymentAccounts, ({ person, query }) => billing.payments(person.sub, query.household));

  serve(savePayingWay, async ({ person, body }) => {
    const household = await billing.writableHome(person.sub, body.household);
    await savePayingWayOf(database, person, household, body);
  });

  serve(readPaymentsTable, async ({ person, query, reply }) => {
    await takeFile(person);
    const { today, accounts } = await billing.payments(person.sub, query.household);
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="wattershed-payments-${today}.csv"`)
      .send(`\ufeff${paymentsCsv(accounts, today)}`);
  });
};

// A way of paying is saved.

const rowOf = ({ validFrom, kind, currency, instalment, recovery, emergencyCredit }: SavedPayingWay['way']) => ({
  valid_from: validFrom,
  kind,
  currency,
  amount: instalment?.amount ?? null,
  every_months: instalment?.everyMonths ?? null,
  due_day: instalment?.dueDay ?? null,
  first_due: instalment?.firstDue ?? null,
  is_automatic: instalment?.isAutomatic ?? true,
  year_start: instalment?.yearStart ?? null,
  recovery_percent: recovery && 'percent' in recovery ? recovery.percent : null,
  recovery_weekly: recovery && 'weekly' in recovery ? recovery.weekly : null,
  emergency_credit: emergencyCredit,
});

/** What the database refuses, as the one who typed it may understand it. */
const refusalOf = (error: unknown): unknown => {
  const { code, constraint_name: constraint } = error as { code?: string; constraint_name?: string };
  if (code === '42501') return new ProblemError('forbidden');
  if (code === '23514') return new ProblemError('body-malformed', constraint);
  if (code !== '23505') return error;
  return new ProblemError(constraint === 'payment_entries_one_opening' ? 'opening-taken' : 'paying-taken');
};

/** A way of paying, with what is on the account on its first day, is one write: half of it would be another account. As the person, under row-level security. Throws `forbidden`, `not-found`, `paying-taken`, `opening-taken`, `body-malformed`. */
const savePayingWayOf = async (
  { asUser }: Pick<Database, 'asUser'>,
  person: Claims,
  household: string,
  { id, utility, way, opening, arrears }: SavedPayingWay,
): Promise<void> => {
  const own = { household_id: household, utility };
  const row = rowOf(way);
  const entry = { ...own, day: way.validFrom, currency: way.currency };
  const entries = [
    ...(opening === undefined ? [] : [{ ...entry, kind: 'opening', amount: opening }]),
    ...(arrears === undefined ? [] : [{ ...entry, kind: 'arrears', amount: arrears }]),
  ];
  await asUser(person, async (sql) => {
    if (id === undefined) await sql`insert into payment_ways ${sql({ ...own, ...row })}`;
    else {
      const changed = await sql`
        update payment_ways set ${sql(row)} where household_id = ${household} and id = ${id} and utility = ${utility}`;
      if (changed.count === 0) throw new ProblemError('not-found');
    }
    if (entries.length > 0) await sql`insert into payment_entries ${sql(entries)}`;
  }).catch((error: unknown) => {
    throw refusalOf(error);
  });
};

// The table of what was paid.

/** The amounts of what counts sum to the balance less the debt, of each utility: what is recovered only goes from the one to the other. */
const paymentsCsv = (accounts: readonly PaymentAccount[], today: LocalDay): string =>
  csvOf(
    ['utility', 'day', 'kind', 'amount', 'currency', 'counts', 'bill_first_day', 'note'],
    accounts.flatMap(({ utility, currency, lines, start }) =>
      lines.toReversed().map(({ day, kind, amount, from, note, isUndone, currency: own }) => ({
        utility,
        day,
        kind,
        amount,
        currency: own ?? currency,
        counts: !isUndone && own === undefined && kind !== 'recovered' && day >= start && day <= today,
        bill_first_day: from,
        note,
      })),
    ),
  );
