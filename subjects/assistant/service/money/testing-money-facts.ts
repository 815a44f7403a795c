/** What a household's sources hold of its money, as plain values. */
import { byUtility } from '#catalogue/index.ts';
import type { BillCosts } from '#subjects/bills/contract/bill-costs.ts';
import type { BillChanges, BillSoFar } from '#subjects/bills/contract/billing.ts';
import type { FiledBill, PeriodCosts } from '#subjects/bills/service/index.ts';

export const household = '00000000-0000-4000-8000-000000000001';
export const heater = '00000000-0000-4000-8000-00000000000a';
export const mains = '00000000-0000-4000-8000-00000000000b';

export const soFar: BillSoFar = {
  household,
  timeZone: 'Europe/Madrid',
  origin: 'measured',
  today: '2026-11-16',
  start: '2026-11-01',
  end: '2026-12-01',
  daysGone: 15,
  daysLeft: 15,
  currency: 'EUR',
  cost: {
    total: '119.90',
    lines: [
      {
        utility: 'electricity',
        kind: 'use',
        from: '2026-11-01',
        to: '2026-11-17',
        quantity: '340000',
        rate: '0.25',
        amount: '85.00',
        name: { en: 'Energy', es: 'Energía', hi: 'ऊर्जा' },
        unit: 'kWh',
      },
      {
        utility: 'electricity',
        kind: 'tax',
        from: '2026-11-01',
        to: '2026-11-17',
        quantity: '85.00',
        rate: '10',
        amount: '8.50',
      },
      {
        utility: 'water',
        kind: 'use',
        from: '2026-11-01',
        to: '2026-11-17',
        quantity: '13200000',
        rate: '2',
        amount: '26.40',
        unit: 'm3',
      },
    ],
    unpricedDays: 0,
    faults: [],
  },
  amounts: {
    ...byUtility(() => ({ used: 0, estimated: 0, cost: '0.00' })),
    electricity: { used: 340_000, estimated: 0, cost: '93.50' },
    water: { used: 13_200_000, estimated: 0, cost: '26.40' },
  },
  priceNow: { water: { unit: 'm3', size: 1_000_000, rate: '2.2', blockRates: { water: '2' } } },
  coverage: 1,
  likely: {
    low: '220.10',
    expected: '231.00',
    high: '240.55',
    basedOnDays: 46,
    use: {
      electricity: {
        low: 1,
        expected: 2,
        high: 3,
        cost: { low: '170.00', expected: '180.00', high: '190.00' },
        nextBlocks: [],
      },
      water: {
        low: 1,
        expected: 2,
        high: 3,
        cost: { low: '48.00', expected: '51.00', high: '53.00' },
        nextBlocks: [
          {
            charge: 'water',
            from: '6',
            above: '15',
            upTo: null,
            left: '1.8',
            unit: 'm3',
            rate: '2',
            nextRate: '3.1',
            jump: '0',
            day: '2026-11-19',
          },
        ],
      },
    },
  },
  likelyMissing: null,
  waiting: [],
  compared: null,
};

export const filed = (
  start: string,
  end: string,
  electricity: string,
  water: string,
  more: Partial<FiledBill> = {},
): FiledBill => ({
  id: `bill-${start}`,
  start,
  end,
  currency: 'EUR',
  total: (Number(electricity) + Number(water)).toFixed(2),
  amounts: {
    electricity: { used: 100_000, estimated: 0, cost: electricity },
    water: { used: 1_000_000, estimated: 0, cost: water },
  },
  lines: [
    {
      utility: 'electricity',
      kind: 'use',
      from: start,
      to: end,
      quantity: '100000',
      rate: '0.2',
      amount: electricity,
      name: 'Energy',
      unit: 'kWh',
    },
    { utility: 'water', kind: 'use', from: start, to: end, quantity: '1000000', rate: '2', amount: water, unit: 'm3' },
  ],
  coverage: 1,
  unpricedDays: 0,
  version: 1,
  correctedAt: null,
  ...more,
});

export const bills: readonly FiledBill[] = [
  filed('2026-10-01', '2026-11-01', '71.46', '20.00'),
  filed('2026-09-01', '2026-10-01', '60.24', '19.00'),
  filed('2026-08-01', '2026-09-01', '80.10', '25.05'),
];

export const changes: BillChanges = {
  against: { id: 'bill-2026-09-01', start: '2026-09-01', end: '2026-10-01', total: '79.24' },
  difference: '12.22',
  utilities: [
    {
      utility: 'electricity',
      difference: '11.22',
      parts: [
        { kind: 'days', amount: '2.40' },
        { kind: 'price', amount: '-1.20' },
        { kind: 'device', device: heater, used: 42_000, amount: '8.40' },
        { kind: 'always-on', used: 8100, amount: '1.62' },
      ],
    },
    { utility: 'water', difference: '1.00', parts: [{ kind: 'block', amount: '1.00' }] },
  ],
  weather: 'missing',
};

export const costs: BillCosts = {
  household,
  start: '2026-11-01',
  today: '2026-11-16',
  currency: 'EUR',
  utilities: [
    {
      utility: 'electricity',
      total: '93.50',
      fixed: '6.05',
      devices: [
        { deviceId: mains, room: 'whole_home', used: 200_000, cost: '50.00' },
        { deviceId: heater, room: 'bathroom', used: 140_000, cost: '37.45' },
      ],
      apart: '6.05',
      unborne: [],
    },
  ],
  policy: { fixed: 'apart', common: 'apart', commonRooms: [] },
  rooms: [
    {
      room: 'bathroom',
      kind: 'own',
      utilities: [{ utility: 'electricity', used: 140_000, own: '37.45', common: '0', fixed: '0', total: '37.45' }],
    },
    {
      room: 'whole_home',
      kind: 'home',
      utilities: [{ utility: 'electricity', used: 200_000, own: '50.00', common: '0', fixed: '0', total: '50.00' }],
    },
  ],
  alwaysOn: { watts: 200, cost: '11.44', month: '34.32' },
};

/** Of the use of a period, without what is fixed. */
export const periodCosts: PeriodCosts = {
  currency: 'EUR',
  cycles: [{ start: '2026-10-01', end: '2026-11-01' }],
  utilities: [
    {
      utility: 'electricity',
      cost: '12.30',
      devices: [
        { deviceId: mains, room: 'whole_home', used: 30_000, cost: '7.10' },
        { deviceId: heater, room: 'bathroom', used: 21_000, cost: '5.20' },
      ],
      pricedDays: 7,
      unpricedDays: 0,
      missing: [],
    },
    {
      utility: 'water',
      cost: '3.00',
      devices: [{ deviceId: heater, room: 'bathroom', used: 1_500_000, cost: '3.00' }],
      pricedDays: 7,
      unpricedDays: 0,
      missing: [],
    },
  ],
};
