import { factsOf, type Utility } from '@wattershed/catalogue';

/** A short tariff to begin with: one price, something a month, and a tax. */
export function exampleText(utility: Utility, currency: string, name: string): string {
  const { counter, examplePrice } = factsOf(utility);
  return `name: ${name}
utility: ${utility}
currency: ${currency}
unit: ${counter.unit}
charges:
  - id: use
    kind: use
    rate: ${examplePrice}
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
