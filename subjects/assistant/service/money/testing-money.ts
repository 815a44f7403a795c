/** A household whose money is plain values, and a person who asks about it. */
import type { Language } from '#catalogue/index.ts';
import type { LatestAnswer } from '#subjects/usage/contract/usage.ts';
import type { Asking, Sources } from '../asking.ts';
import { homeOf } from '../home.ts';
import { createWriter } from '../writer.ts';
import { bills, changes, costs, heater, household, mains, periodCosts, soFar } from './testing-money-facts.ts';
import { blocksPlan, inForce, periodsPlan } from './testing-money-plans.ts';

/** Monday 16 November 2026, noon in Madrid. */
const nowMs = Date.parse('2026-11-16T11:00:00Z');

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
