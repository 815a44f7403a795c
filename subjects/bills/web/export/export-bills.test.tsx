import type { Language } from '#catalogue/index.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from '#shell/data/query-client.ts';
import { startSession } from '#shell/session/arrival.ts';
import { storeSession } from '#apps/web/testing/auth-answers.ts';
import { renderPart } from '#apps/web/testing/render-app.tsx';
import { server } from '#apps/web/testing/server.ts';
import { BillDialog } from '../bills/bill-dialog.tsx';
import { ExportBills } from './export-bills.tsx';
import { answerBilling, bill, householdId } from '../testing.ts';

beforeEach(() => {
  queryClient.clear();
  URL.createObjectURL = () => 'blob:bills';
  URL.revokeObjectURL = () => {};
});

// The open bill of the household begins on 1 November 2026; today is the 16th.
const bills = [
  bill('2026-10-01', '2026-11-01', 61.4),
  bill('2026-09-01', '2026-10-01', 58),
  bill('2026-08-01', '2026-09-01', 55),
];

async function open(part = <ExportBills />, language: Language = 'en') {
  storeSession();
  await startSession();
  answerBilling({ bills });
  return renderPart(<QueryClientProvider client={queryClient}>{part}</QueryClientProvider>, language);
}

async function openDialog() {
  const { user } = await open();
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  await user.click(await screen.findByRole('button', { name: 'Export' }));
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'Export bills' })) };
}

/** What the service is asked for, and the names that files are saved by. */
function answerFiles() {
  const asked: string[] = [];
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const answer = ({ request }: { request: Request }) => {
    const { pathname, searchParams } = new URL(request.url);
    asked.push(`${pathname} ${[...searchParams].map((pair) => pair.join('=')).join(' ')}`);
    return HttpResponse.text('file');
  };
  server.use(http.get('*/api/v1/bills.csv', answer), http.get('*/api/v1/bills.pdf', answer));
  return { asked, saved };
}

describe('C2.16 the bills of chosen days as a file', () => {
  test('it says what it will hold, and saves it in the language shown, under its days', async () => {
    const { asked, saved } = answerFiles();
    const { user, dialog } = await openDialog();
    expect(await dialog.findByText(/^3 bills, 1 Aug.* – 31 Oct 2026$/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Save file' }));
    expect(
      await dialog.findByText('wattershed-bills-2025-11-01-to-2026-10-31.pdf is in your downloads.'),
    ).toBeVisible();
    expect(saved).toEqual(['wattershed-bills-2025-11-01-to-2026-10-31.pdf']);
    expect(asked).toEqual([`/api/v1/bills.pdf language=en household=${householdId} from=2025-11-01 to=2026-11-01`]);
  });

  test('as a table with every line, of entered days, both of them in it; by keyboard', async () => {
    const { asked, saved } = answerFiles();
    const { user, dialog } = await openDialog();
    await user.click(dialog.getByRole('radio', { name: 'Between two days' }));
    const [first, last] = [dialog.getByLabelText('First day'), dialog.getByLabelText('Last day')];
    await user.clear(first);
    await user.type(first, '2026-09-01');
    await user.clear(last);
    await user.type(last, '2026-09-30');
    expect(await dialog.findByText(/^1 bill, 1.{1,3}30 Sep.* 2026$/)).toBeVisible();
    await user.click(dialog.getByRole('radio', { name: 'Table with every line (CSV)' }));
    await user.type(last, '{Enter}');
    await waitFor(() => expect(saved).toEqual(['wattershed-bill-lines-2026-09-01-to-2026-09-30.csv']));
    expect(asked).toEqual([
      `/api/v1/bills.csv language=en household=${householdId} from=2026-09-01 to=2026-10-01 detail=lines`,
    ]);
  });

  test('days without a bill, or in the wrong order, make no file, and it is said why', async () => {
    const { asked } = answerFiles();
    const { user, dialog } = await openDialog();
    const save = dialog.getByRole('button', { name: 'Save file' });
    await user.click(dialog.getByRole('radio', { name: 'Last year' }));
    expect(await dialog.findByText('No bill begins on these days.')).toBeVisible();
    expect(save).toBeDisabled();
    await user.click(dialog.getByRole('radio', { name: 'This year' }));
    expect(save).toBeEnabled();
    await user.click(dialog.getByRole('radio', { name: 'Between two days' }));
    const last = dialog.getByLabelText('Last day');
    await user.clear(last);
    expect(dialog.getByText('Enter both days.')).toBeVisible();
    await user.type(last, '2020-01-01');
    expect(dialog.getByText('The last day is before the first one.')).toBeVisible();
    expect(last).toHaveAccessibleDescription('The last day is before the first one.');
    expect(save).toBeDisabled();
    expect(asked).toEqual([]);
  });

  test('a failure is said in words where it happened, and goes with another choice', async () => {
    const { user, dialog } = await openDialog();
    server.use(
      http.get('*/api/v1/bills.pdf', () =>
        HttpResponse.json({ code: 'rate-limited', detail: '', requestId: '' }, { status: 429 }),
      ),
    );
    await dialog.findByText(/^3 bills/);
    await user.click(dialog.getByRole('button', { name: 'Save file' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      'The file could not be made. That was a lot at once. Wait a moment and try again.',
    );
    await user.click(dialog.getByRole('radio', { name: 'Table (CSV)' }));
    expect(dialog.queryByRole('alert')).toBeNull();
  });

  test('where the bills cannot be counted, the service is asked all the same', async () => {
    const { asked } = answerFiles();
    queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retry: false } });
    const { user } = await open();
    server.use(http.get('*/rest/v1/billing_records', () => HttpResponse.json({ message: 'no' }, { status: 500 })));
    await user.click(await screen.findByRole('button', { name: 'Export' }));
    const save = await screen.findByRole('button', { name: 'Save file' });
    await waitFor(() => expect(save).toBeEnabled());
    await user.click(save);
    await waitFor(() => expect(asked).toHaveLength(1));
  });
});

test('C2.16 one bill is saved from its own dialog, which says how it went', async () => {
  const { saved } = answerFiles();
  const [latest] = bills;
  const { user } = await open(<BillDialog bill={latest} onClose={() => undefined} />);
  let isBroken = true;
  server.use(
    http.get('*/api/v1/bills/:file', () => {
      if (!isBroken) return HttpResponse.text('file');
      return HttpResponse.json({ code: 'internal', detail: '', requestId: '' }, { status: 500 });
    }),
  );
  const save = await screen.findByRole('button', { name: 'Save as PDF' });
  await user.click(save);
  expect(await screen.findByRole('alert')).toHaveTextContent('The file could not be made.');
  isBroken = false;
  await user.click(save);
  expect(await screen.findByText('wattershed-bill-2026-10-01.pdf is in your downloads.')).toBeVisible();
  expect(saved).toEqual(['wattershed-bill-2026-10-01.pdf']);
});

test.each([
  ['es', 'Exportar', /^3 facturas, /],
  ['hi', 'निर्यात', /^3 बिल, /],
] as const)('C1.4 in %s', async (language, name, holds) => {
  const { user } = await open(<ExportBills />, language);
  await user.click(await screen.findByRole('button', { name }));
  expect(await screen.findByText(holds)).toBeVisible();
});
