/** Accounts of payments as plain values. */
import type { PaymentAccount, PayingWay } from '#subjects/bills/contract/payments.ts';

export const way: PayingWay = {
  id: '5b1e6f0a-0000-4000-8000-0000000000e0',
  validFrom: '2026-01-01',
  kind: 'prepaid',
  currency: 'EUR',
  instalment: null,
  recovery: null,
  emergencyCredit: null,
};
export const account = (rest: Partial<PaymentAccount> = {}): PaymentAccount => ({
  utility: 'electricity',
  currency: 'EUR',
  way,
  ways: [way],
  start: '2026-01-01',
  balance: '10.00',
  debt: '0.00',
  total: '10.00',
  owedSince: null,
  soFar: '24.00',
  gaps: [],
  lines: [],
  settlement: null,
  ends: null,
  unknown: null,
  debtEnds: null,
  ...rest,
});
export const paid = {
  day: '2026-11-02',
  kind: 'payment' as const,
  amount: '20.00',
  entry: '5b1e6f0a-0000-4000-8000-0000000000e1',
};
