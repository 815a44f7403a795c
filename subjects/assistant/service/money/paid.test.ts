import { expect, test } from 'vitest';
import type { Language } from '#catalogue/index.ts';
import type { PaymentAccount } from '#subjects/bills/contract/payments.ts';
import { replyToIntent } from '../topics.ts';
import { account, paid } from './testing-payments.ts';
import { asks } from './testing-money.ts';

const said = async (accounts: readonly PaymentAccount[], language: Language = 'en', period = false) => {
  const november = { from: '2026-10-01', to: '2026-11-01', name: null, isAssumed: false };
  const asking = asks({ language, sources: { payments: async () => accounts } });
  const intent = { about: 'paid', utility: null, period: period ? november : null } as const;
  return (await replyToIntent(asking, intent)).text.replace(/\]\([^)]*\)/g, ']').replace(/[\u00a0\u202f]/g, ' ');
};

test('what is paid is said from the account of payments', async () => {
  const even = account({ way: null, balance: '0.00', total: '0.00', lines: [paid] });
  expect(await said([even])).toBe(
    'Electricity: paid, nothing is owed. The latest payment entered is [€20.00], on 2 November 2026.',
  );
  expect(await said([even], 'es')).toContain('pagado, no se debe nada');
  expect(await said([even], 'hi')).toContain('भुगतान हो चुका है');
  expect(await said([even], 'en', true)).toContain('No payment is entered for that time.');
  const owed = account({ way: null, balance: '-61.20', total: '-61.20', owedSince: '2026-11-01', lines: [paid] });
  expect(await said([owed])).toContain(
    'not all of it is paid. Electricity: [€61.20] owed. Owed since 1 November 2026.',
  );
  expect(await said([account({ way: null, total: '0', gaps: ['bill-waiting'], lines: [paid] })])).toContain(
    'which is not all',
  );
});

test('where nobody keeps payments: that it is not known, without an amount that could be taken for one', async () => {
  const text = await said([]);
  expect(text).toMatch(/^Whether it is paid is not known here: no payments are entered\. [^€]*$/);
  expect(await said([], 'es')).toContain('Aquí no se sabe si está pagado');
  expect(await said([], 'hi')).toContain('कोई भुगतान दर्ज नहीं है');
});
