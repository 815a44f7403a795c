/** Tariffs as a household may have them in force. */
import type { TariffPlan } from '#subjects/bills/domain/tariff/plan.ts';
import type { TariffInForce } from '../asking.ts';

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
