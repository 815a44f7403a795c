/** What the seeded household pays, in whole cents and by the arithmetic of its two tariffs. */
import type { TariffPlan } from '#subjects/bills/domain/tariff/plan.ts';
import { daysFrom, used } from './testing-use.ts';

export const electricityPlan: TariffPlan = {
  name: 'Luz de dos horas',
  utility: 'electricity',
  currency: 'EUR',
  unit: 'kWh',
  schedules: { hours: { periods: [{ period: 'peak', hours: ['10:00-14:00', '18:00-22:00'] }, { period: 'valley' }] } },
  charges: [
    { id: 'energy', kind: 'use', schedule: 'hours', rates: { peak: '0.25', valley: '0.12' } },
    { id: 'standing', kind: 'fixed', per: 'day', amount: '0.30' },
    { id: 'vat', kind: 'tax', percent: '21', of: 'all' },
  ],
};

export const waterPlan: TariffPlan = {
  name: 'Agua por tramos',
  utility: 'water',
  currency: 'EUR',
  unit: 'm3',
  charges: [
    {
      id: 'water',
      kind: 'use',
      blocks: { per: 'cycle', tables: [{ steps: [{ upTo: '4', rate: '1.10' }, { rate: '2.40' }] }] },
    },
    { id: 'standing', kind: 'fixed', per: 'day', amount: '0.10' },
    { id: 'vat', kind: 'tax', percent: '10', of: 'all' },
  ],
};

const halfUp = (numerator: number, denominator: number): number =>
  Math.floor((2 * numerator + denominator) / (2 * denominator));

const isPeak = ({ hour }: { hour: number }): boolean => (hour >= 10 && hour < 14) || (hour >= 18 && hour < 22);

export interface Cents {
  readonly electricity: number;
  readonly water: number;
  readonly total: number;
}

const withTax = (lines: readonly number[], percent: number): number => {
  const net = lines.reduce((sum, one) => sum + one, 0);
  return net + halfUp(net * percent, 100);
};

/** Lines before tax, of a month's days from its first to the last one that has begun: so much of the first block is theirs too. */
export const linesOf = (first: string, last: string) => {
  const days = daysFrom(first, last).length;
  const ofMonth = new Date(Date.UTC(Number(first.slice(0, 4)), Number(first.slice(5, 7)), 0)).getUTCDate();
  const peak = used({ utility: 'electricity' }, first, last, isPeak);
  const valley = used({ utility: 'electricity' }, first, last) - peak;
  const millilitres = used({ utility: 'water' }, first, last);
  // In parts of a millilitre, of which the month's days make whole ones.
  const cheap = Math.min(millilitres * ofMonth, 4_000_000 * days);
  const dear = millilitres * ofMonth - cheap;
  return {
    electricity: [halfUp(peak * 25, 1000), halfUp(valley * 12, 1000), days * 30],
    water: [halfUp(cheap * 11, 100_000 * ofMonth), halfUp(dear * 24, 100_000 * ofMonth), days * 10],
  };
};

export const billOf = (first: string, last: string): Cents => {
  const lines = linesOf(first, last);
  const [electricity, water] = [withTax(lines.electricity, 21), withTax(lines.water, 10)];
  return { electricity, water, total: electricity + water };
};

/** What a device's electricity costs with its tax, in cents that are not rounded. */
export const deviceCents = (device: string, first: string, last: string): number => {
  const part = { utility: 'electricity', device } as const;
  const peak = used(part, first, last, isPeak);
  return ((peak * 25 + (used(part, first, last) - peak) * 12) / 1000) * 1.21;
};

export const euros = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
