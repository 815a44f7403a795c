import type { Utility } from '@wattershed/catalogue';

const unit = { electricity: 'kWh', water: 'm3' } as const;
const rate = { electricity: '0.15', water: '1.80' } as const;

/** A short tariff to begin with: one price, something a month, and a tax. */
export function exampleText(utility: Utility, currency: string, name: string): string {
  return `name: ${name}
utility: ${utility}
currency: ${currency}
unit: ${unit[utility]}
charges:
  - id: use
    kind: use
    rate: ${rate[utility]}
  - id: standing
    kind: fixed
    per: month
    amount: 5.00
  - id: tax
    kind: tax
    percent: 21
    of: all
`;
}
