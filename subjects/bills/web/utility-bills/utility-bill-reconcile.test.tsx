import { fireEvent, screen } from '@testing-library/react';
import type { ReconciledBill } from '../../contract/billing.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from '#shell/data/query-client.ts';
import { billDialog, openUtilityBills, reconciled, utilityBill } from './testing-utility-bills.tsx';

vi.mock('#shell/ui/chart/echarts.ts', () => ({
  init: () => ({ isDisposed: () => true, dispose: () => undefined, dispatchAction: () => undefined }),
}));
beforeEach(() => queryClient.clear());

const bills = [utilityBill('2026-10-01', { note: 'by post' })];
const every: ReconciledBill = {
  ...reconciled,
  difference: '17.16',
  parts: [
    { kind: 'residual', amount: '10.00' },
    { kind: 'missing-data', amount: '6.00', theirs: '450000', ours: '396000' },
    { kind: 'tier', amount: '-0.84' },
    { kind: 'rate', amount: '-4.00', theirs: '60', ours: '64' },
    { kind: 'fixed', amount: '3.00', theirs: '9', ours: '6' },
    { kind: 'tax', amount: '2.00', theirs: '10', ours: '8' },
    { kind: 'dates', amount: '1.00', theirs: '31', ours: '31' },
  ],
};
const cents = (text: string) => Math.round(Number(text.replaceAll(/[^\d.-]/g, '')) * 100);
const shownParts = () => [...document.querySelectorAll<HTMLElement>('[data-part]')];

describe('why their bill is not ours', () => {
  test('each reason with what each side says, the largest first', async () => {
    const { card, user } = await openUtilityBills({ bills });
    await user.click(card.getByRole('button', { name: /^1 Oct/ }));
    await billDialog().findByRole('heading', { name: 'Theirs is €17.16 more than calculated' });
    expect(shownParts().map(({ textContent }) => textContent)).toEqual([
      'Estimated readingThey estimated 450\u00a0kWh; your meters measured 396\u00a0kWh on those days.Send them your meter’s reading and ask for a corrected bill.+€11.88',
      'Different daysTheir bill covers 33 days, the calculated one 31 days.Check that the previous bill ends and the next begins where this one does.+€5.28',
    ]);
    expect(billDialog().getByText('€81.84')).toBeVisible();
    expect(billDialog().getByText('1–31 Oct 2026')).toBeVisible();
    expect(billDialog().getByText('by post')).toBeVisible();
  });

  test('all kinds of reasons are said, and sum to the difference', async () => {
    const { card, user } = await openUtilityBills({ bills, answer: every });
    await user.click(card.getByRole('button', { name: /^1 Oct/ }));
    await billDialog().findByText('Why they differ');
    const amounts = shownParts().map((part) => cents(part.lastElementChild?.textContent ?? ''));
    expect(amounts).toEqual([1000, 600, -84, -400, 300, 200, 100]);
    const difference = document.querySelector('[data-difference]')?.textContent ?? '';
    expect(amounts.reduce((sum, one) => sum + one, 0)).toBe(cents(difference));
    expect(cents(difference)).toBe(1716);
    expect(billDialog().getByText(/readings cover 94% of the time/)).toBeVisible();
    expect(billDialog().getByText('Not explained yet')).toBeVisible();
    expect(billDialog().getByText('Both cover 31 days, but not the same ones.')).toBeVisible();
    expect(billDialog().getByText('They charge €9.00 in fixed charges; by your tariff it is €6.00.')).toBeVisible();
  });

  test('without a bill of ours its days are worked out; what is equal needs no letter', async () => {
    const equal: ReconciledBill = {
      ...reconciled,
      ours: { id: null, start: '2026-10-01', end: '2026-11-03', total: '99.00' },
      difference: '0',
      parts: [],
    };
    const { card, user } = await openUtilityBills({ bills, answer: equal });
    await user.click(await card.findByRole('button', { name: /as calculated/ }));
    expect(billDialog().getByRole('heading', { name: 'Theirs is as calculated' })).toBeVisible();
    expect(billDialog().getByText('for the same days')).toBeVisible();
    expect(billDialog().queryByRole('textbox')).not.toBeInTheDocument();
  });
});

const only = (part: ReconciledBill['parts'][number]): ReconciledBill => ({
  ...reconciled,
  difference: part.amount,
  parts: [part],
});

describe('what probably happened', () => {
  const day = { kind: 'day-more', amount: '4.83', or: [{ kind: 'tax-rate', value: '21' }] } as const;
  test.each([
    [
      'en',
      'Probably one day too many was charged.',
      'This would give the same total: a tax of 21% was added.',
      'probably one day too many was charged',
    ],
    [
      'es',
      'Probablemente se ha cobrado un día de más.',
      'También daría el mismo total: se ha añadido un impuesto del 21 %.',
      'probablemente se ha cobrado un día de más',
    ],
    [
      'hi',
      'संभवतः एक दिन ज़्यादा का शुल्क लिया गया है।',
      'इससे भी यही कुल योग आता: 21% का कर जोड़ा गया है।',
      'संभवतः एक दिन ज़्यादा का शुल्क लिया गया है',
    ],
  ] as const)(
    'in %s is said as probable, with its sum and what else would come to it',
    async (language, said, other, reason) => {
      const { card, user } = await openUtilityBills({ bills, language, answer: only({ ...day, or: [...day.or] }) });
      await user.click(card.getByRole('button', { name: /99[.,]00/ }));
      await screen.findByRole('textbox');
      const shown = shownParts()[0]?.textContent?.replaceAll('\u00a0', ' ') ?? '';
      expect(shown).toContain(said);
      expect(shown).toContain(other);
      expect(shown).toMatch(/4[.,]83/);
      expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toContain(`- ${reason} (`);
    },
  );

  test.each<[ReconciledBill['parts'][number], string]>([
    [
      { kind: 'charge-twice', name: { en: 'Standing charge', es: '', hi: '' }, amount: '9.00' },
      '“Standing charge” was charged twice',
    ],
    [
      { kind: 'one-block', value: '0.3', amount: '9.00' },
      'all of the usage was charged at the price of one block, €0.30 per kWh',
    ],
    [{ kind: 'former-price', day: '2026-08-31', amount: '9.00' }, 'the price until 31 Aug 2026 was applied'],
    [{ kind: 'estimated-use', basis: 'year', amount: '9.00' }, 'the reading was estimated from the year before'],
    [{ kind: 'whole-units', amount: '9.00' }, 'the usage was rounded to whole kWh'],
    [{ kind: 'persons', value: '4', amount: '9.00' }, 'it was calculated for 4 people'],
    [{ kind: 'other-plan', name: 'Home 24', amount: '9.00' }, 'another tariff was applied: Home 24'],
  ])('$kind', async (part, what) => {
    const { card, user } = await openUtilityBills({ bills, answer: only(part) });
    await user.click(card.getByRole('button', { name: /^1 Oct/ }));
    await screen.findByRole('textbox');
    expect(shownParts()[0]?.textContent?.replaceAll('\u00a0', ' ')).toContain(`Probably ${what}.`);
  });
});

test('a cent of rounding is no difference, and needs no letter', async () => {
  const { card, user } = await openUtilityBills({ bills, answer: only({ kind: 'rounding', amount: '0.01' }) });
  await user.click(await card.findByRole('button', { name: /as calculated/ }));
  expect(shownParts().map(({ textContent }) => textContent)).toEqual([
    'RoundingLines and totals can be rounded in more than one way.There is nothing to do.+€0.01',
  ]);
  expect(billDialog().queryByRole('textbox')).not.toBeInTheDocument();
});

test('what nobody can explain is asked about, and never given as a reason', async () => {
  const { card, user } = await openUtilityBills({ bills, answer: only({ kind: 'residual', amount: '10.00' }) });
  await user.click(card.getByRole('button', { name: /^1 Oct/ }));
  const { value } = await screen.findByRole<HTMLTextAreaElement>('textbox');
  expect(value).toMatch(/line by line/);
  expect(value).not.toMatch(/reasons|explain/);
});

describe('the letter', () => {
  const letter = () => screen.getByRole<HTMLTextAreaElement>('textbox');

  test.each([
    ['en', /Dear Sir or Madam/, /replace the estimate with an actual reading/],
    ['es', /Estimados señores/, /sustituyan la estimación por una lectura real/],
    ['hi', /महोदय\/महोदया/, /अनुमान की जगह असली रीडिंग लें/],
  ] as const)('in %s has both sides’ figures, the reasons and what is asked', async (language, greeting, ask) => {
    const { card, user } = await openUtilityBills({ bills, language });
    await user.click(card.getByRole('button', { name: /99[.,]00/ }));
    await screen.findByRole('textbox');
    const { value } = letter();
    expect(value).toMatch(greeting);
    expect(value).toMatch(ask);
    for (const figure of [
      /99[.,]00/,
      /81[.,]84/,
      /17[.,]16/,
      /\+.?11[.,]88/,
      /\+.?5[.,]28/,
      /450\u00a0kWh/,
      /396\u00a0kWh/,
    ])
      expect(value).toMatch(figure);
    expect(value).toMatch(/\b33\b[^]*\b31\b/);
    expect(value).not.toMatch(/\{\{|undefined|letter\./);
    expect(value.match(/\[[^\]]+\]/g)).toHaveLength(1);
    expect(letter()).toHaveAttribute('readonly');
  });

  test('is copied with a word about it, or selected where it cannot be', async () => {
    const { card, user } = await openUtilityBills({ bills });
    await user.click(card.getByRole('button', { name: /^1 Oct/ }));
    await screen.findByRole('textbox');
    const copy = billDialog().getByRole('button', { name: 'Copy' });
    await user.click(copy);
    expect(await billDialog().findByText('Letter copied.')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(letter().value);
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('denied'));
    await user.click(copy);
    expect(await billDialog().findByText(/^Not copied/)).toBeVisible();
    expect(letter()).toHaveFocus();
    expect(letter().selectionEnd).toBe(letter().value.length);
  });

  test('is saved as text', async () => {
    const { card, user } = await openUtilityBills({ bills });
    await user.click(card.getByRole('button', { name: /^1 Oct/ }));
    await screen.findByRole('textbox');
    let saved: Blob | undefined;
    vi.stubGlobal(
      'URL',
      Object.assign(URL, {
        createObjectURL: (blob: Blob) => ((saved = blob), 'blob:letter'),
        revokeObjectURL: () => undefined,
      }),
    );
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    fireEvent.click(billDialog().getByRole('button', { name: 'Save as text' }));
    expect(click).toHaveBeenCalledOnce();
    expect(await saved?.text()).toBe(letter().value);
    click.mockRestore();
    vi.unstubAllGlobals();
  });
});
