import { QueryClientProvider } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import type { BillChanges } from '../../contract/billing.ts';
import type { KeptTemperatures, TemperaturesAnswer } from '../../contract/weather.ts';
import type { Household, HouseholdMember } from '#supabase/tables/index.ts';
import { http, HttpResponse } from 'msw';
import { queryClient } from '#shell/data/query-client.ts';
import { startSession } from '#shell/session/arrival.ts';
import { storeSession } from '#apps/web/testing/auth-answers.ts';
import { renderPart } from '#apps/web/testing/render-app.tsx';
import { server } from '#apps/web/testing/server.ts';
import { BillDialog } from '../bills/bill-dialog.tsx';
import { answerCosts } from '../costs/testing-costs.ts';
import { answerBilling, bill } from '../testing.ts';

/** A bill that is open, why it changed, and the far side of outdoor temperatures. */

const nothingKept: KeptTemperatures = { days: 0, from: null, to: null, missing: 0, gaps: [] };
export const someKept: KeptTemperatures = {
  days: 60,
  from: '2026-08-01',
  to: '2026-10-10',
  missing: 11,
  gaps: [
    { from: '2026-09-01', to: '2026-09-10' },
    { from: '2026-10-02', to: '2026-10-02' },
  ],
};

export const held: Extract<TemperaturesAnswer, { ok: true }> = {
  ok: true,
  from: '2026-09-01',
  to: '2026-10-31',
  days: 60,
  missing: 1,
  leftOut: 1,
  ahead: 0,
  coldest: -12,
  warmest: 251,
  columns: ['temperature_2m_mean (°C)'],
  unit: 'celsius',
  isUnitTold: true,
  changed: null,
};

const october = bill('2026-10-01', '2026-11-01', 91.46);

export const changeOf = (
  weather: BillChanges['weather'],
  parts: BillChanges['utilities'][number]['parts'] = [{ kind: 'price', amount: '12.22' }],
): BillChanges => ({
  against: { id: 'bill-of-2026-09-01', start: '2026-09-01', end: '2026-10-01', total: '79.24' },
  difference: '12.22',
  utilities: [{ utility: 'electricity', difference: '12.22', parts }],
  weather,
});

interface Given {
  changes: BillChanges;
  role?: HouseholdMember['role'];
  units?: Household['units'];
  kept?: KeptTemperatures;
  /** What the service says of a file. */
  answer?: (query: URLSearchParams) => TemperaturesAnswer;
}

interface AskedOfWeather {
  method: string;
  query: Record<string, string>;
}

/** Opens the bill; what is written to the far side is listed. */
export async function openBill({ changes, role = 'owner', units = 'metric', kept = nothingKept, answer }: Given) {
  const asked: AskedOfWeather[] = [];
  let now = kept;
  const note = (request: Request) =>
    asked.push({ method: request.method, query: Object.fromEntries(new URL(request.url).searchParams) });
  storeSession();
  await startSession();
  answerBilling({ bills: [october], role, units });
  answerCosts({ before: changes });
  server.use(
    http.get('*/api/v1/temperatures', () => HttpResponse.json(now)),
    http.post('*/api/v1/temperatures', ({ request }) => {
      note(request);
      return HttpResponse.json(answer?.(new URL(request.url).searchParams) ?? held);
    }),
    http.delete('*/rest/v1/outdoor_temperatures', ({ request }) => {
      note(request);
      now = nothingKept;
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const rendered = await renderPart(
    <QueryClientProvider client={queryClient}>
      <BillDialog bill={october} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  const region = within(await screen.findByRole('region', { name: 'Why it changed' }));
  await region.findByText(/more than/);
  return { ...rendered, region, asked };
}
