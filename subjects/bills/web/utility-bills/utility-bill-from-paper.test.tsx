import { waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from '#shell/data/query-client.ts';
import { server } from '#apps/web/testing/server.ts';
import { noticeStore } from '#shell/ui/notices/notice.ts';
import type { ReadPaperBill } from '../../contract/paper-bill.ts';
import type { TariffPlan } from '../../domain/tariff/plan.ts';
import { householdId, tariff } from '../testing.ts';
import { billDialog, openUtilityBills } from './testing-utility-bills.tsx';

vi.mock('#shell/ui/chart/echarts.ts', () => ({
  init: () => ({ isDisposed: () => true, dispose: () => undefined, dispatchAction: () => undefined }),
}));
beforeEach(() => queryClient.clear());

const place = { page: 1, box: { x: 0.1, y: 0.2, width: 0.3, height: 0.02 } };
const ourLine = { utility: 'electricity' as const, from: '2026-10-01', to: '2026-11-01' };
const plan = tariff('2026-01-01').plan as unknown as TariffPlan;
const read: ReadPaperBill = {
  bill: {
    from: '2026-10-01',
    to: '2026-11-01',
    used: { amount: '248', unit: 'kWh' },
    reads: [],
    currency: 'EUR',
    total: '71.56',
    tax: '12.42',
    lines: [
      { ...place, text: 'Electricity used', quantity: '248', unit: 'kWh', rate: '0.1812', amount: '44.94' },
      { ...place, text: 'Standing charge', amount: '14.20' },
      { ...place, text: 'Tax 21%', unit: '%', rate: '21', amount: '12.42' },
    ],
    places: { from: place, to: place, used: place, total: place, tax: place },
    unreadable: [],
  },
  compared: {
    utility: 'electricity',
    supplier: null,
    currency: 'EUR',
    ours: { id: null, start: '2026-10-01', end: '2026-11-01', total: '68.51' },
    lines: [
      { ...ourLine, kind: 'use', quantity: '248000', rate: '0.1712', amount: '42.46', charge: 'use' },
      { ...ourLine, kind: 'standing', quantity: '31', rate: '14.2', amount: '14.20', charge: 'standing' },
      { ...ourLine, kind: 'tax', quantity: '56.66', rate: '21', amount: '11.90', charge: 'tax' },
    ],
    pairs: [0, 1, 2].map((i) => ({ printed: [i], ours: [i] })),
    residuals: { days: '0.00', use: '0.05', price: '3.00' },
    correction: { plan, from: '2026-10-01', printed: 0, name: 'Energy', before: '0.1712', after: '0.1812' },
  },
  notCompared: null,
};

async function choosePaper(answer: Parameters<typeof http.post>[1], role: 'owner' | 'member' = 'owner') {
  const asked: string[] = [];
  server.use(
    http.post('*/api/v1/utility-bills/paper', (context) => {
      asked.push(new URL(context.request.url).search);
      return answer(context);
    }),
  );
  const opened = await openUtilityBills({ role });
  await opened.user.click(opened.card.getByRole('button', { name: 'Enter a bill' }));
  await opened.user.click(billDialog().getByRole('button', { name: 'Fill in from a PDF' }));
  await opened.user.upload(
    billDialog().getByLabelText('Choose the bill as a PDF'),
    new File(['%PDF-1.4 paper'], 'october.pdf', { type: 'application/pdf' }),
  );
  return { ...opened, asked };
}

describe('a bill that is a PDF', () => {
  test('fills in the form, marked as read, beside ours line by line; saved, the file is kept with it', async () => {
    const uploads: string[] = [];
    server.use(
      http.post('*/storage/v1/object/bills/*', ({ request }) => {
        uploads.push(decodeURIComponent(new URL(request.url).pathname));
        return HttpResponse.json({ Key: 'bills/one', Id: 'one' });
      }),
    );
    const { user, sent, asked } = await choosePaper(() => HttpResponse.json(read));
    expect(await billDialog().findByText(/^Filled in from october\.pdf/)).toHaveFocus();
    expect(asked).toEqual([`?household=${householdId}`]);
    expect(billDialog().getByLabelText('First day')).toHaveValue('2026-10-01');
    expect(billDialog().getByLabelText('Last day')).toHaveValue('2026-10-31');
    expect(billDialog().getByLabelText('Total in EUR')).toHaveValue('71.56');
    expect(billDialog().getByLabelText('Usage, before tax')).toHaveValue('44.94');
    expect(billDialog().getByLabelText('Fixed, before tax')).toHaveValue('14.20');
    expect(billDialog().getAllByText('Read from the PDF')).toHaveLength(5);
    await user.clear(billDialog().getByLabelText('Total in EUR'));
    await user.type(billDialog().getByLabelText('Total in EUR'), '71.55');
    expect(billDialog().getByText('Changed since it was read from the PDF')).toBeVisible();
    const [head, ...rows] = within(billDialog().getByRole('table', { name: 'Line by line' })).getAllByRole('row');
    expect(head).toHaveTextContent('LinePrintedCalculatedDifference');
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^Electricity used.*€44\.94€42\.46\+€2\.48$/),
      expect.stringMatching(/^Standing charge.*€14\.20€14\.20€0\.00$/),
      expect.stringMatching(/^Tax 21%.*€12\.42€11\.90\+€0\.52$/),
    ]);
    expect(billDialog().getByText('Prices and the rest').parentElement).toHaveTextContent('+€3.00');
    await user.click(billDialog().getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(noticeStore.read().map(({ title }) => title)).toContain('Bill saved'));
    expect(uploads).toEqual([`/storage/v1/object/bills/${householdId}/october.pdf`]);
    expect(sent.at(-1)?.body).toMatchObject({ total: 71.55, used: 248, document: 'october.pdf', use_amount: 44.94 });
  });

  test('without its tick the file is not kept', async () => {
    const { user, sent } = await choosePaper(() => HttpResponse.json(read));
    await user.click(await billDialog().findByRole('checkbox', { name: 'Keep the PDF with the bill' }));
    await user.click(billDialog().getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ document: null }));
  });

  test('is taken back: what stood before stands again', async () => {
    const { user } = await choosePaper(() => HttpResponse.json(read));
    await user.click(await billDialog().findByRole('button', { name: 'Undo' }));
    expect(billDialog().getByLabelText('Total in EUR')).toHaveValue('');
    expect(billDialog().queryByText('Read from the PDF')).not.toBeInTheDocument();
  });

  test('says one price otherwise: by one press it holds from the paper’s first day on, and by another no more', async () => {
    const entered: unknown[] = [];
    const removed: string[] = [];
    let isCorrected = false;
    server.use(
      http.post('*/api/v1/tariffs', async ({ request }) => {
        entered.push(await request.json());
        isCorrected = true;
        return HttpResponse.json({ ids: ['5b1e6f0a-0000-4000-8000-0000000000ee'] }, { status: 201 });
      }),
      http.delete('*/rest/v1/tariffs', ({ request }) => {
        removed.push(new URL(request.url).searchParams.get('id') ?? '');
        isCorrected = false;
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = await choosePaper(() =>
      HttpResponse.json(
        isCorrected && read.compared ? { ...read, compared: { ...read.compared, correction: null } } : read,
      ),
    );
    expect(await billDialog().findByText(/“Energy” is €0\.1812 on the PDF, €0\.1712 in your tariff/)).toBeVisible();
    await user.click(billDialog().getByRole('button', { name: 'Use the PDF’s price from 1 Oct 2026' }));
    expect(await billDialog().findByText(/^Your tariff has this price from 1 Oct 2026 on/)).toHaveFocus();
    expect(entered).toMatchObject([
      { household: householdId, validFrom: '2026-10-01', tariffs: [{ plan: { utility: 'electricity' } }] },
    ]);
    await waitFor(() => expect(billDialog().queryByRole('button', { name: /^Use the PDF’s price/ })).toBeNull());
    await user.click(billDialog().getByRole('button', { name: 'Remove that tariff again' }));
    expect(await billDialog().findByRole('button', { name: /^Use the PDF’s price/ })).toBeVisible();
    expect(removed).toEqual(['eq.5b1e6f0a-0000-4000-8000-0000000000ee']);
  });

  test('whose total could not be read asks for it beside its place', async () => {
    const { total: _total, ...rest } = read.bill;
    const { total: _place, ...places } = rest.places;
    const bill = { ...rest, places, unreadable: [{ field: 'total' as const, place }] };
    await choosePaper(() => HttpResponse.json({ bill, compared: null, notCompared: 'unread' }));
    expect(await billDialog().findByText('Not found in the PDF: enter it')).toBeVisible();
    expect(billDialog().getByRole('button', { name: 'Show its place: Total' })).toBeVisible();
    expect(billDialog().getByLabelText('Total in EUR')).toHaveValue('');
    expect(billDialog().getByText(/^Its days or its total could not be read/)).toBeVisible();
  });

  test.each([
    ['paper-unreadable', 'picture: no text', 422, /^This PDF is a scan/, true],
    ['paper-unreadable', 'broken: no PDF', 422, /^This file is not a PDF/, false],
    ['paper-unreadable', 'of a later version', 422, /^This PDF cannot be read/, false],
    ['rate-limited', '', 429, /./, false],
  ])(
    'that is refused by %s, %s, says why, and is kept where it is sound',
    async (code, detail, status, words, isKept) => {
      vi.spyOn(console, 'error').mockImplementation(() => undefined);
      await choosePaper(() => HttpResponse.json({ code, detail, requestId: '' }, { status }));
      expect(await billDialog().findByRole('alert')).toHaveTextContent(words);
      expect(billDialog().queryAllByRole('checkbox', { name: 'Keep the PDF with the bill' })).toHaveLength(
        isKept ? 1 : 0,
      );
      expect(billDialog().getByLabelText('Total in EUR')).toHaveValue('');
    },
  );
});
