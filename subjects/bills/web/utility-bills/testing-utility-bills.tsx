import { type InLanguages, type Language, ofLanguage } from '#catalogue/index.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { documentKey } from '../../contract/documents.ts';
import type { ReconciledBill } from '../../contract/billing.ts';
import type { HouseholdMember, ImportRow, TariffRow, UtilityBillRow } from '#supabase/tables/index.ts';
import { http, HttpResponse } from 'msw';
import { expect } from 'vitest';
import { type Rights, rightsOf, useHousehold } from '#shell/household/household.ts';
import { queryClient } from '#shell/data/query-client.ts';
import { startSession } from '#shell/session/arrival.ts';
import { storeSession } from '#apps/web/testing/auth-answers.ts';
import { renderPart } from '#apps/web/testing/render-app.tsx';
import { server } from '#apps/web/testing/server.ts';
import { answerBilling, householdId, soFar, tariff } from '../testing.ts';
import { UtilityBillsCard } from './utility-bills-card.tsx';

/** The card of utilities' bills, and what the backend keeps of them. */

export function utilityBill(start: string, rest: Partial<UtilityBillRow> = {}): UtilityBillRow {
  return {
    household_id: householdId,
    id: '5b1e6f0a-0000-4000-8000-00000000000b',
    utility: 'electricity',
    supplier: null,
    period_start: start,
    period_end: '2026-11-03',
    currency: 'EUR',
    total: 99,
    used: 450,
    is_estimated: true,
    use_amount: null,
    fixed_amount: null,
    tax_amount: null,
    document: null,
    note: '',
    created_at: '2026-11-10T00:00:00Z',
    ...rest,
  };
}

/** 17.16 dearer: two days more, and an estimate. */
export const reconciled: ReconciledBill = {
  ours: { id: '5b1e6f0a-0000-4000-8000-0000000000cc', start: '2026-10-01', end: '2026-11-01', total: '81.84' },
  coverage: 0.941,
  currency: 'EUR',
  unit: 'kWh',
  difference: '17.16',
  parts: [
    { kind: 'estimated-read', amount: '11.88', theirs: '450000', ours: '396000' },
    { kind: 'dates', amount: '5.28', theirs: '33', ours: '31' },
  ],
};

interface SentRow {
  method: string;
  query: string;
  body: unknown;
}

interface Stage {
  bills?: UtilityBillRow[];
  answer?: ReconciledBill;
  role?: HouseholdMember['role'];
  tariffs?: TariffRow[];
  documents?: string[];
  imports?: Pick<ImportRow, 'file_name' | 'bills'>[];
  language?: Language;
}

const cardNames: InLanguages<string> = {
  en: 'Your utility’s bills',
  es: 'Las facturas de tu compañía',
  hi: 'आपकी कंपनी के बिल',
};

function CardOfHousehold(rest: { tariffs: readonly TariffRow[]; rights: Rights }) {
  const { data: household } = useHousehold();
  return household ? <UtilityBillsCard household={household} today={soFar.today} {...rest} /> : null;
}

export async function openUtilityBills({
  bills = [],
  answer = reconciled,
  role = 'owner',
  tariffs = [tariff('2026-01-01')],
  documents = [],
  imports = [],
  language = 'en',
}: Stage = {}) {
  const sent: SentRow[] = [];
  let kept = bills;
  const take = async ({ request }: { request: Request }) => {
    const text = await request.text();
    const query = new URL(request.url).search;
    sent.push({ method: request.method, query, body: text === '' ? undefined : JSON.parse(text) });
    if (request.method === 'DELETE') kept = [];
    return request.method === 'DELETE' ? new HttpResponse(null, { status: 204 }) : HttpResponse.json([{ id: 'one' }]);
  };
  answerBilling({ role, tariffs });
  server.use(
    http.get('*/rest/v1/utility_bills', () => HttpResponse.json(kept)),
    http.get('*/rest/v1/imports', () => HttpResponse.json(imports)),
    http.post('*/rest/v1/utility_bills', take),
    http.patch('*/rest/v1/utility_bills', take),
    http.delete('*/rest/v1/utility_bills', take),
    http.get('*/api/v1/utility-bills/:id/reconcile', () => HttpResponse.json(answer)),
    http.post('*/storage/v1/object/list/bills', () =>
      HttpResponse.json(
        documents.map((name) => ({
          id: name,
          name: documentKey(householdId, name).slice(householdId.length + 1),
          created_at: '2026-11-03T10:00:00Z',
          metadata: { size: 20, mimetype: 'application/pdf' },
        })),
      ),
    ),
  );
  storeSession();
  await startSession();
  const opened = await renderPart(
    <QueryClientProvider client={queryClient}>
      <CardOfHousehold tariffs={tariffs} rights={rightsOf(role, null)} />
    </QueryClientProvider>,
    language,
  );
  const card = within(await screen.findByRole('region', { name: ofLanguage(cardNames, language) }));
  await waitFor(() => expect(document.querySelector('.animate-breathe')).toBeNull());
  return { ...opened, card, sent };
}

export const billDialog = () => within(screen.getByRole('dialog'));
