import { expect, test } from 'vitest';
import { missingParts, type PricingFault } from './pricing-faults.ts';

const fault = (rest: Partial<PricingFault>): PricingFault => ({
  utility: 'electricity',
  code: 'price-missing',
  charge: 'energy',
  of: 'esios',
  from: '2026-10-03',
  to: '2026-10-06',
  used: 12_000,
  ...rest,
});

test('what several charges miss of one series is said once; days that are apart are counted, use is not twice', () => {
  expect(
    missingParts([fault({}), fault({ charge: 'losses' }), fault({ from: '2026-10-09', to: '2026-10-10', used: 500 })]),
  ).toEqual([{ code: 'price-missing', utility: 'electricity', of: 'esios', days: 4, used: 12_500 }]);
});

test('the periods of a power are named together; another series apart', () => {
  const power = (of: string) => fault({ code: 'capacity-missing', charge: 'power', of, used: 0 });
  expect(missingParts([power('P1'), power('P2'), fault({ of: undefined })]).map(({ of }) => of)).toEqual([
    'P1, P2',
    'energy',
  ]);
});
