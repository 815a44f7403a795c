import { http, HttpResponse } from 'msw';
import { byUtility } from '#catalogue/index.ts';
import { asha } from '#apps/web/testing/auth-answers.ts';
import { server } from '#apps/web/testing/server.ts';
import type { LatestAnswer } from '#subjects/usage/contract/usage.ts';
import type { BillingRecord, BudgetRow, Household, HouseholdMember, TariffRow } from '#supabase/tables/index.ts';
import type { BillLineRow, ImportBill } from '#supabase/tables/json-columns.ts';
import type { BillCosts } from '../contract/bill-costs.ts';
import type { BillChanges, BillSoFar } from '../contract/billing.ts';
import type { PaymentAccount } from '../contract/payments.ts';
import { planOfPrices } from './tariffs/prices/simple-plan.ts';

/** A household with bills, as the backend and the service would answer. */

export const householdId = '5b1e6f0a-0000-4000-8000-0000000000aa';

export const household: Household = {
  id: householdId,
  owner_id: asha.id,
  kind: 'home',
  name: 'Lisbon home',
  time_zone: 'Europe/Lisbon',
  time_zone_chosen: true,
  currency: 'EUR',
  units: 'metric',
  country: 'IE',
  billing_day: 1,
  keep_months: null,
  residents: null,
  dwelling: null,
  latitude: null,
  longitude: null,
  has_readings: true,
  created_at: '2026-01-01T00:00:00Z',
};

const lines: BillLineRow[] = [
  {
    utility: 'electricity',
    kind: 'use',
    from: '2026-10-01',
    to: '2026-11-01',
    quantity: '200000',
    rate: '0.15',
    amount: '30.00',
  },
  {
    utility: 'electricity',
    kind: 'standing',
    from: '2026-10-01',
    to: '2026-11-01',
    quantity: '31',
    rate: '6.4',
    amount: '6.40',
  },
  {
    utility: 'electricity',
    kind: 'tax',
    from: '2026-10-01',
    to: '2026-11-01',
    quantity: '36.40',
    rate: '10',
    amount: '3.60',
  },
  {
    utility: 'water',
    kind: 'use',
    from: '2026-10-01',
    to: '2026-11-01',
    quantity: '10700000',
    rate: '2',
    amount: '21.40',
  },
];

export function bill(start: string, end: string, total: number, rest: Partial<BillingRecord> = {}): BillingRecord {
  return {
    household_id: householdId,
    id: `bill-of-${start}`,
    user_id: asha.id,
    period_start: start,
    period_end: end,
    currency: 'EUR',
    total_amount: total,
    water_cost: 21.4,
    electricity_cost: Math.round((total - 21.4) * 100) / 100,
    created_at: `${end}T00:00:00Z`,
    lines,
    amounts: {
      electricity: { used: 200_000, estimated: 0, cost: (total - 21.4).toFixed(2) },
      water: { used: 10_700_000, estimated: 0, cost: '21.40' },
    },
    coverage: 0.998,
    unpriced_days: 0,
    version: 1,
    corrected_at: null,
    ...rest,
  };
}

export const soFar: BillSoFar = {
  household: householdId,
  timeZone: 'Europe/Lisbon',
  origin: 'measured',
  today: '2026-11-16',
  start: '2026-11-01',
  end: '2026-12-01',
  daysGone: 15,
  daysLeft: 15,
  currency: 'EUR',
  cost: {
    total: '31.87',
    lines: [
      {
        utility: 'electricity',
        kind: 'use',
        from: '2026-11-01',
        to: '2026-11-17',
        quantity: '100000',
        rate: '0.15',
        amount: '15.00',
      },
      {
        utility: 'electricity',
        kind: 'standing',
        from: '2026-11-01',
        to: '2026-11-17',
        quantity: '16',
        rate: '6',
        amount: '3.20',
      },
      {
        utility: 'electricity',
        kind: 'tax',
        from: '2026-11-01',
        to: '2026-11-17',
        quantity: '18.20',
        rate: '9.2',
        amount: '1.67',
      },
      {
        utility: 'water',
        kind: 'use',
        from: '2026-11-01',
        to: '2026-11-17',
        quantity: '6000000',
        rate: '2',
        amount: '12.00',
      },
    ],
    unpricedDays: 0,
    faults: [],
  },
  amounts: {
    ...byUtility(() => ({ used: 0, estimated: 0, cost: '0.00' })),
    electricity: { used: 100_000, estimated: 0, cost: '19.87' },
    water: { used: 6_000_000, estimated: 0, cost: '12.00' },
  },
  priceNow: { electricity: { unit: 'kWh', size: 1000, rate: '0.19', blockRates: {} } },
  coverage: 0.984,
  likely: {
    low: '58.20',
    expected: '61.10',
    high: '63.90',
    basedOnDays: 46,
    use: {
      electricity: {
        low: 190_000,
        expected: 201_000,
        high: 212_000,
        cost: { low: '36.10', expected: '38.00', high: '39.80' },
        nextBlocks: [],
      },
    },
  },
  likelyMissing: null,
  waiting: [],
  compared: {
    days: 15,
    amount: '30.00',
    lastCycle: { start: '2026-10-01', end: '2026-10-16', amount: '25.00' },
    lastYear: null,
  },
};

/** Prices of electricity as the form makes them. */
export function tariff(validFrom: string, rest: Partial<TariffRow> = {}): TariffRow {
  const { utility = 'electricity' } = rest;
  return {
    household_id: householdId,
    id: `${utility}-of-${validFrom}`,
    utility,
    valid_from: validFrom,
    currency: 'EUR',
    plan: planOfPrices({ rate: '0.15', standing: '6', tax: '9.2' }, utility, 'EUR'),
    written: null,
    library_id: null,
    facts: {},
    is_example: false,
    revision: 1,
    created_at: '2026-01-01T00:00:00Z',
    ...rest,
  };
}

const noCosts: BillCosts = {
  household: householdId,
  start: '2026-11-01',
  today: '2026-11-16',
  currency: null,
  utilities: [],
  policy: { fixed: 'apart', common: 'apart', commonRooms: [] },
  rooms: [],
  alwaysOn: null,
};
const noMeters: LatestAnswer = {
  household: householdId,
  timeZone: 'Europe/Lisbon',
  origin: 'measured',
  at: '2026-11-16T12:00:00Z',
  meters: [],
};
const nothingBefore: BillChanges = { against: null, difference: null, utilities: [], weather: null };

interface FarSide {
  soFar?: BillSoFar;
  bills?: BillingRecord[];
  tariffs?: TariffRow[];
  role?: HouseholdMember['role'];
  units?: Household['units'];
  budgets?: BudgetRow[];
  accounts?: PaymentAccount[];
}

export function answerBilling({
  soFar: answer = soFar,
  bills = [],
  tariffs = [],
  role = 'owner',
  units = 'metric',
  budgets = [],
  accounts = [],
}: FarSide = {}): void {
  server.use(
    http.get('*/rest/v1/household_members', () =>
      HttpResponse.json([{ role, switch_rooms: null, households: { ...household, units } }]),
    ),
    http.get('*/api/v1/bills/so-far', () => HttpResponse.json(answer)),
    http.get('*/rest/v1/billing_records', ({ request }) => {
      const { searchParams } = new URL(request.url);
      const before = searchParams.get('period_start')?.replace('lt.', '') ?? '9999';
      const earlier = bills.filter(({ period_start }) => period_start < before);
      return HttpResponse.json(earlier.slice(0, Number(searchParams.get('limit'))));
    }),
    http.get('*/api/v1/prices', () => HttpResponse.json({ series: [] })),
    http.get('*/rest/v1/billing_cycles', () => HttpResponse.json([])),
    http.post('*/storage/v1/object/list/bills', () => HttpResponse.json([])),
    http.get('*/rest/v1/emission_factors', () => HttpResponse.json([])),
    http.get('*/api/v1/payments', () => HttpResponse.json({ household: householdId, today: answer.today, accounts })),
    http.get('*/rest/v1/budgets', () => HttpResponse.json(budgets)),
    http.get('*/rest/v1/tariffs', () => HttpResponse.json(tariffs)),
    http.get('*/rest/v1/connected_devices', () => HttpResponse.json([])),
    http.get('*/rest/v1/meters', () => HttpResponse.json([])),
    http.get('*/api/v1/usage/latest', () => HttpResponse.json(noMeters)),
    http.get('*/api/v1/bills/costs', () => HttpResponse.json(noCosts)),
    http.get('*/api/v1/bills/:id/changes', () => HttpResponse.json(nothingBefore)),
    http.get('*/rest/v1/utility_bills', () => HttpResponse.json([])),
  );
}

/** A bill of October, as a Green Button file of New York tells it: 99.50. */
export function toldBill(rest: Partial<ImportBill> = {}): ImportBill {
  return {
    column: 'Home',
    utility: 'electricity',
    start: '2026-10-01T04:00:00.000Z',
    end: '2026-11-01T04:00:00.000Z',
    total: 9_950_000,
    currency: 'EUR',
    used: 450_000,
    isEstimated: false,
    isEarly: false,
    isSummed: false,
    lines: [],
    ...rest,
  };
}
