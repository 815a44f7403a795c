/** A household whose money is plain values, and a person who asks about it. */
import type { Language } from '#catalogue/index.ts';
import type { TariffPlan } from '#subjects/bills/domain/tariff/plan.ts';
import type { LatestAnswer } from '#subjects/usage/contract/usage.ts';
import type { Asking, Sources, TariffInForce } from '../asking.ts';
import { homeOf } from '../home.ts';
import { createWriter } from '../writer.ts';
import { bills, changes, costs, heater, household, mains, periodCosts, soFar } from './testing-money-facts.ts';

/** Monday 16 November 2026, noon in Madrid. */
const nowMs = Date.parse('2026-11-16T11:00:00Z');

const meterOf = (meterId: string, deviceId: string, parentMeterId: string | null): LatestAnswer['meters'][number] => ({
  meterId,
  key: meterId,
  deviceId,
  room: '',
  utility: 'electricity',
  flow: 'drawn',
  parentMeterId,
  lastAt: null,
  lastValue: null,
  rate: null,
  rateWithin: null,
  rateState: 'none',
  rateUntil: null,
  today: 0,
  quarantined: 0,
});

const never = (): never => {
  throw new Error('not asked here');
};

const sources: Sources = {
  usage: async ({ bucket }) => ({ household, timeZone: 'Europe/Madrid', bucket, origin: 'measured', rows: [] }),
  flows: never,
  emissions: never,
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
  periodCosts: async () => periodCosts,
  bills: async () => bills,
  changes: async () => changes,
  tariffs: async () => [inForce(periodsPlan), inForce(blocksPlan)],
  market: async () => ({ prices: {}, colours: {} }),
  payments: async () => [],
  budgets: async () => [{ utility: 'electricity', amount: '150' }],
  faq: async () => [],
  runs: never,
  comparison: never,
  posts: never,
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
      {
        id: heater,
        name: 'Water *heater*',
        room: 'bathroom',
        utility: 'electricity' as const,
        isActive: true,
        commands: false,
      },
      {
        id: mains,
        name: 'Mains',
        room: 'whole_home',
        utility: 'electricity' as const,
        isActive: true,
        commands: false,
      },
    ],
  };
  const home = homeOf(row, at === undefined ? nowMs : Date.parse(at));
  return { home, sources: { ...sources, ...given }, language, write: createWriter(language, home) };
};

// Tariffs as a household may have them in force.

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
    {
      id: 'energy',
      kind: 'use',
      name: 'Energy',
      schedule: 'energy',
      rates: { P1: '0.1786', P2: '0.1402', P3: '0.1093' },
    },
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
    {
      id: 'water',
      kind: 'use',
      blocks: {
        per: 'month',
        tables: [{ steps: [{ upTo: '6', rate: '0.75' }, { upTo: '15', rate: '2' }, { rate: '3.1' }] }],
      },
    },
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
