import { describe, expect, test } from 'vitest';
import type { Language, Utility } from '#catalogue/index.ts';
import type { PaymentAccount } from '#subjects/bills/contract/payments.ts';
import type { Intent } from '../intent.ts';
import { replyToIntent } from '../topics.ts';
import { understand } from '../understand/index.ts';
import { home, lineOf } from '../understand/testing-home.ts';
import { paymentsTool } from './payments.ts';
import { asks } from './testing-money.ts';
import { account, paid, way } from './testing-payments.ts';

describe('questions of what is paid', () => {
  test.each<[Language, string, string]>([
    ['en', 'how much credit is left?', 'payments left -'],
    ['en', "what's my prepaid balance", 'payments left -'],
    ['en', 'when does my prepaid run out', 'payments ends -'],
    ['en', 'when will my electricity credit run out?', 'payments ends electricity'],
    ['en', 'how long will my top-up last', 'payments ends -'],
    ['en', 'what do I owe', 'payments owed -'],
    ['en', 'how much do we owe for water', 'payments owed water'],
    ['en', 'is my instalment enough', 'payments enough -'],
    ['en', 'is my direct debit too high?', 'payments enough -'],
    ['es', '¿cuánto saldo me queda?', 'payments left -'],
    ['es', '¿cuándo se acaba mi prepago?', 'payments ends -'],
    ['es', '¿hasta cuándo dura la recarga?', 'payments ends -'],
    ['es', '¿cuánto debo?', 'payments owed -'],
    ['es', '¿me alcanza la cuota?', 'payments enough -'],
    ['es', '¿es suficiente mi cuota de la luz?', 'payments enough electricity'],
    ['hi', 'कितना बैलेंस बचा है', 'payments left -'],
    ['hi', 'मेरा प्रीपेड कब ख़त्म होगा', 'payments ends -'],
    ['hi', 'रिचार्ज कितने दिन चलेगा', 'payments ends -'],
    ['hi', 'मेरा कितना बकाया है', 'payments owed -'],
    ['hi', 'क्या मेरी किस्त काफ़ी है', 'payments enough -'],
    ['hi', 'mera prepaid kab khatam hoga', 'payments ends -'],
    ['hi', 'kya meri kist kaafi hai', 'payments enough -'],
    ['en', 'how much credit do I have left today', 'payments left -'],
    ['en', 'will my top-up last this week', 'payments ends -'],
    ['en', 'does my instalment cover the cost', 'payments enough -'],
    ['es', '¿cuánto debo pagar?', 'payments owed -'],
    ['es', '¿cuánto debo por la luz?', 'payments owed electricity'],
    ['hi', 'मेरे प्रीपेड में कितने पैसे बचे हैं', 'payments left -'],
    ['en', 'balance kitna bacha hai', 'payments left -'],
    ['en', 'how much did I top up last month', 'unknown'],
    // Of a bill, a tariff, or what is to be done, as before.
    ['en', 'how much do I owe on this bill', 'bill so-far -'],
    ['es', 'cuándo debo evitar usar luz', 'tariff electricity dearest-hours'],
    ['es', 'cuánto es la cuota fija', 'tariff - fixed'],
  ])('%s: %s', (language, text, line) => {
    expect(lineOf(understand(text, language, home).intent)).toBe(line);
  });

  test.each<[Language, string]>([
    ['es', '¿qué debo hacer si hay una fuga de agua?'],
    ['es', '¿qué debo hacer para ahorrar?'],
    ['es', '¿cuánto debo gastar al día?'],
    ['es', '¿qué debo apagar?'],
    ['es', '¿cuánto cuesta la recarga del coche?'],
    ['es', '¿cuándo es más barata la recarga del coche?'],
    ['es', '¿es demasiado alta la cuota de potencia?'],
    ['es', 'balance de energía de este mes'],
    ['en', 'energy balance of this month'],
    ['en', 'how much credit do I get for solar'],
    ['en', 'how much did I top up last month'],
    ['en', 'how much did I top up in October'],
    ['en', 'how much do I owe for the fridge'],
    ['hi', 'गाड़ी का रिचार्ज कितने का पड़ता है'],
  ])('%s: %s is of something else', (language, text) => {
    expect(understand(text, language, home).intent.about).not.toBe('payments');
  });
});

const outlook = { days: 4, fromLastYear: 0 };
const ends = { perDay: '2.40', early: null, expected: '2026-11-20', late: null, withEmergency: null, ...outlook };
const prepaid = account({ ends });
const byInstalments = account({
  utility: 'water',
  way: { ...way, kind: 'instalments' },
  settlement: { day: '2027-03-01', low: '-90', expected: '-84.20', high: '-70', left: 4, even: '91.05', ...outlook },
});
const afterBill = account({
  way: null,
  balance: '-61.20',
  total: '-61.20',
  owedSince: '2026-11-01',
  lines: [paid],
});

const plain = (text: string): string =>
  text.replace(/[\u00a0\u2009\u202f]/g, ' ').replaceAll('(/billing#payments)', '');
const asked = async (
  ask: Intent<'payments'>['ask'],
  accounts: readonly PaymentAccount[],
  language: Language = 'en',
  utility: Utility | null = null,
) => {
  const { text } = await replyToIntent(asks({ language, sources: { payments: async () => accounts } }), {
    about: 'payments',
    ask,
    utility,
  });
  return plain(text);
};

describe('the reply', () => {
  test('of what is prepaid: what is left, and until when', async () => {
    const all = [prepaid, byInstalments];
    expect(await asked('left', all)).toBe(
      'Electricity: [€10.00] left. Lasts about 4 more days, until 20 November 2026.',
    );
    expect(await asked('ends', all, 'es')).toContain(
      '[10,00 €] de saldo. Dura unos 4 días más, hasta el 20 de noviembre',
    );
    expect(await asked('ends', all, 'hi')).toContain('[€10.00] शेष। लगभग 4 दिन और चलेगा');
    const over = account({ balance: '-4.20', ends: { ...ends, expected: '2026-11-16' } });
    expect(await asked('ends', [over])).toBe('Electricity: [€4.20] owed on the meter. It has run out.');
    expect(await asked('ends', [account({ unknown: 'coverage-low' })])).toContain('too many readings are missing');
  });

  test('of instalments: what the year will leave, and which would come out even', async () => {
    expect(await asked('enough', [prepaid, byInstalments])).toBe(
      'Water: [€10.00] in credit. When the year is settled on 1 March 2027, an estimated [€84.20] will be left to pay. €91.05 for each of the 4 instalments that are left would come out even.',
    );
  });

  test('of what is owed, since when; who keeps no payments owes what the open bill comes to', async () => {
    expect(await asked('owed', [afterBill])).toBe('Electricity: [€61.20] owed. Owed since 1 November 2026.');
    expect(await asked('owed', [])).toContain('This bill is at [€119.90]');
  });

  test('of what is owed: an old debt lies beside what is left on the meter', async () => {
    const indebted = account({ debt: '80.00', total: '-70.00', owedSince: '2026-11-01' });
    expect(await asked('owed', [indebted])).toBe(
      'Electricity: [€10.00] left. Old debt left: [€80.00]. Owed since 1 November 2026.',
    );
    const weekly = { ...indebted, way: { ...way, recovery: { weekly: '4' } }, debtEnds: '2027-04-02' };
    expect(await asked('owed', [weekly])).toContain('Old debt left: [€80.00], paid off on 2 April 2027.');
    const byShare = { ...weekly, way: { ...way, recovery: { percent: '25' } } };
    expect(await asked('owed', [byShare])).toContain('paid off around 2 April 2027 at your usual usage.');
  });

  test('of instalments that are behind names no day since which something is owed, as the card names none', async () => {
    const behind = { ...byInstalments, total: '-12.00', owedSince: '2026-11-01' };
    expect(await asked('owed', [behind])).toMatch(/^Water: \[€12.00\] owed\. When/);
  });

  test('of what is owed for a utility without an account is of its open bill', async () => {
    const ofBill = await asked('owed', [], 'en', 'water');
    expect(ofBill).not.toContain('prepaid');
    expect(await asked('owed', [prepaid], 'en', 'water')).toBe(ofBill);
    const later = account({ utility: 'water', way: null });
    expect(await asked('owed', [prepaid, later], 'en', 'water')).toBe(ofBill);
    const undone = account({ utility: 'water', way: null, lines: [{ ...paid, isUndone: true }] });
    expect(await asked('owed', [prepaid, undone], 'en', 'water')).toBe(ofBill);
    expect(await asked('owed', [undone])).toBe(await asked('owed', []));
  });

  test('what nobody has said is told, with what is known and where to say it', async () => {
    expect(await asked('enough', [])).toBe(
      'No instalments are entered; [how you pay](/billing/prices#paying) is where to say so.',
    );
    expect(await asked('ends', [byInstalments])).toMatch(/^Nothing is prepaid here; .*\n\nWater: /);
  });
});

test('a program is told the same as facts, and refused where nothing is known', async () => {
  const { facts } = await paymentsTool.run(asks({ sources: { payments: async () => [prepaid] } }), {});
  expect(facts['accounts']).toMatchObject([
    {
      utility: 'electricity',
      paid: 'prepaid',
      balanceBelowZeroIsOwed: { EUR: '10.00' },
      runsOutOn: { expected: '2026-11-20' },
    },
  ]);
  const undone = account({ way: null, lines: [{ ...paid, isUndone: true }] });
  for (const none of [[], [undone]])
    await expect(paymentsTool.run(asks({ sources: { payments: async () => none } }), {})).rejects.toThrow(
      'Nobody has said',
    );
});
