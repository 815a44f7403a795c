/** What is paid beside what is billed, over HTTP. */
import type { LocalDay } from '#catalogue/local-day.ts';
import type { Claims, Database } from '#kernel/db.ts';
import { csvOf } from '#kernel/http/csv.ts';
import type { Serve } from '#kernel/http/serve.ts';
import { type PaymentAccount, readPaymentAccounts, readPaymentsTable, savePayingWay } from '../../contract/payments.ts';
import type { Billing } from '../household-bills.ts';
import { savePayingWayOf } from './save-way.ts';

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
