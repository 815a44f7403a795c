/** A household whose money is plain values, and a person who asks about it. */
import type { BillChanges, BillCosts, BillSoFar, LatestAnswer } from '@wattershed/contracts';
import type { TariffPlan } from '@wattershed/domain';
import type { FiledBill } from '../../billing/index.ts';
import { homeOf } from '../home.ts';
import type { Asking } from '../own-answer.ts';
import type { Language } from '../question.ts';
import type { Sources, TariffInForce } from '../sources.ts';
import { createWriter } from '../writer.ts';

const household = '00000000-0000-4000-8000-000000000001';
export const heater = '00000000-0000-4000-8000-00000000000a';
export const mains = '00000000-0000-4000-8000-00000000000b';

/** Monday 16 November 2026, noon in Madrid. */
const nowMs = Date.parse('2026-11-16T11:00:00Z');

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
    electricity: '93.50',
    water: '26.40',
    lines: [
      { utility: 'electricity', kind: 'use', from: '2026-11-01', to: '2026-11-17', quantity: '340000', rate: '0.25', amount: '85.00', name: { en: 'Energy', es: 'Energía', hi: 'ऊर्जा' }, unit: 'kWh' },
      { utility: 'electricity', kind: 'tax', from: '2026-11-01', to: '2026-11-17', quantity: '85.00', rate: '10', amount: '8.50' },
      { utility: 'water', kind: 'use', from: '2026-11-01', to: '2026-11-17', quantity: '13200000', rate: '2', amount: '26.40', unit: 'm3' },
    ],
    unpricedDays: 0,
    faults: [],
  },
  electricityWh: 340_000,
  electricityEstimatedWh: 0,
  waterMl: 13_200_000,
  waterEstimatedMl: 0,
  coverage: 1,
  likely: {
    low: '220.10',
    expected: '231.00',
    high: '240.55',
    basedOnDays: 46,
    use: {
      electricity: { low: 1, expected: 2, high: 3, cost: { low: '170.00', expected: '180.00', high: '190.00' }, nextBlocks: [] },
      water: {
        low: 1,
        expected: 2,
        high: 3,
        cost: { low: '48.00', expected: '51.00', high: '53.00' },
        nextBlocks: [
          { charge: 'water', above: '15', left: '1.8', unit: 'm3', rate: '2', nextRate: '3.1', jump: '0', day: '2026-11-19' },
        ],
      },
    },
  },
  likelyMissing: null,
  waiting: [],
  compared: null,
};

export const filed = (start: string, end: string, electricity: string, water: string, more: Partial<FiledBill> = {}): FiledBill => ({
  id: `bill-${start}`,
  start,
  end,
  currency: 'EUR',
  total: (Number(electricity) + Number(water)).toFixed(2),
  electricity,
  water,
  lines: [
    { utility: 'electricity', kind: 'use', from: start, to: end, quantity: '100000', rate: '0.2', amount: electricity, name: 'Energy', unit: 'kWh' },
    { utility: 'water', kind: 'use', from: start, to: end, quantity: '1000000', rate: '2', amount: water, unit: 'm3' },
  ],
  coverage: 1,
  unpricedDays: 0,
  version: 1,
  correctedAt: null,
  electricityWh: 100_000,
  electricityEstimatedWh: 0,
  waterMl: 1_000_000,
  waterEstimatedMl: 0,
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
    { utility: 'water', difference: '1.00', parts: [{ kind: 'hours', amount: '1.00' }] },
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
    { room: 'bathroom', kind: 'own', utilities: [{ utility: 'electricity', used: 140_000, own: '37.45', common: '0', fixed: '0', total: '37.45' }] },
    { room: 'whole_home', kind: 'home', utilities: [{ utility: 'electricity', used: 200_000, own: '50.00', common: '0', fixed: '0', total: '50.00' }] },
  ],
  alwaysOn: { watts: 200, cost: '11.44', month: '34.32' },
};

/** As the demo household's: three periods, power, two taxes. */
export const periodsPlan: TariffPlan = {
  name: { en: 'Three periods (example)', es: 'Tres periodos (ejemplo)', hi: 'तीन समय-खंड (उदाहरण)' },
  utility: 'electricity',
  currency: 'EUR',
  unit: 'kWh',
  schedules: {
    energy: {
      periods: [
        { period: 'P3', days: ['weekend'] },
        { period: 'P3', hours: ['00:00-08:00'] },
        { period: 'P1', hours: ['10:00-14:00', '18:00-22:00'] },
        { period: 'P2' },
      ],
    },
  },
  charges: [
    { id: 'energy', kind: 'use', name: 'Energy', schedule: 'energy', rates: { P1: '0.1786', P2: '0.1402', P3: '0.1093' } },
    { id: 'power', kind: 'capacity', name: 'Power', per: 'year', kW: '4.6', rates: { P1: '27.7' } },
    { id: 'tax1', kind: 'tax', name: 'Electricity tax', percent: '5', of: ['energy', 'power'] },
    { id: 'meter', kind: 'fixed', name: 'Meter rent', per: 'month', amount: '0.81' },
    { id: 'iva', kind: 'tax', name: 'IVA', percent: '21', of: 'all' },
  ],
};

export const blocksPlan: TariffPlan = {
  name: 'Water in blocks',
  utility: 'water',
  currency: 'EUR',
  unit: 'm3',
  charges: [
    { id: 'water', kind: 'use', blocks: { per: 'month', tables: [{ steps: [{ upTo: '6', rate: '0.75' }, { upTo: '15', rate: '2' }, { rate: '3.1' }] }] } },
  ],
};

export const inForce = (plan: TariffPlan, more: Partial<TariffInForce> = {}): TariffInForce => ({
  utility: plan.utility,
  validFrom: '2026-07-10',
  currency: plan.currency,
  plan,
  facts: {},
  isExample: false,
  ...more,
});

const meterOf = (meterId: string, deviceId: string, parentMeterId: string | null): LatestAnswer['meters'][number] => ({
  meterId,
  key: meterId,
  deviceId,
  room: '',
  utility: 'electricity',
  parentMeterId,
  lastAt: null,
  lastValue: null,
  rate: null,
  today: 0,
  quarantined: 0,
});

const never = (): never => {
  throw new Error('not asked here');
};

const sources: Sources = {
  usage: never,
  notices: never,
  latest: async () => ({
    household,
    timeZone: 'Europe/Madrid',
    origin: 'measured',
    at: new Date(nowMs).toISOString(),
    meters: [meterOf('1', mains, null), meterOf('2', heater, '1')],
  }),
  soFar: async () => soFar,
  costs: async () => costs,
  bills: async () => bills,
  changes: async () => changes,
  tariffs: async () => [inForce(periodsPlan), inForce(blocksPlan)],
  market: async () => ({ prices: {}, colours: {} }),
  budgets: async () => [{ utility: 'electricity', amount: '150' }],
  faq: async () => [],
};

interface Asked {
  readonly language?: Language;
  readonly sources?: Partial<Sources>;
  readonly kind?: 'home' | 'demo';
  readonly at?: string;
}

export const asks = ({ language = 'en', sources: given = {}, kind = 'home', at }: Asked = {}): Asking => {
  const row = {
    id: household,
    name: 'Home',
    kind,
    timeZone: 'Europe/Madrid',
    currency: 'EUR',
    units: 'metric' as const,
    country: null,
    hasReadings: true,
    role: 'owner' as const,
    devices: [
      { id: heater, name: 'Water *heater*', room: 'bathroom', utility: 'electricity' as const, isActive: true, commands: false },
      { id: mains, name: 'Mains', room: 'whole_home', utility: 'electricity' as const, isActive: true, commands: false },
    ],
  };
  const home = homeOf(row, at === undefined ? nowMs : Date.parse(at));
  return { home, sources: { ...sources, ...given }, language, write: createWriter(language, home) };
};
