/**
 * Well-known yearly factors of CO2, as proposals: what a country's grid emits for a kWh, and what burning a cubic metre of gas does. Facts with
 * who says them. Ember's are of the whole life of its power stations, as Our World in Data has them; the others are those that a state uses itself.
 */
import type { Utility } from './utilities.ts';

export interface EmissionProposal {
  readonly country: string;
  readonly utility: Utility;
  /** From this day on, until the next. */
  readonly validFrom: string;
  /** Grams of CO2 for one of the counter's unit. */
  readonly gPerUnit: number;
  /** As it is kept with the factor: who, what, and of which year. */
  readonly reference: string;
}

const ember = (year: number, byCountry: Readonly<Record<string, number>>): EmissionProposal[] =>
  Object.entries(byCountry).map(([country, gPerUnit]) => ({
    country,
    utility: 'electricity',
    validFrom: `${year}-01-01`,
    gPerUnit,
    reference: `Ember ${year}, Our World in Data`,
  }));

export const emissionProposals: readonly EmissionProposal[] = [
  ...ember(2023, {
    AR: 354,
    AT: 111,
    AU: 549,
    BE: 138,
    CA: 170,
    CL: 291,
    CO: 260,
    DE: 381,
    ES: 174,
    FR: 56,
    IE: 291,
    PT: 166,
  }),
  {
    country: 'GB',
    utility: 'electricity',
    validFrom: '2024-01-01',
    gPerUnit: 207.05,
    reference: 'DESNZ/DEFRA conversion factors 2024',
  },
  {
    country: 'GB',
    utility: 'electricity',
    validFrom: '2025-01-01',
    gPerUnit: 177,
    reference: 'DESNZ/DEFRA conversion factors 2025',
  },
  {
    country: 'GB',
    utility: 'gas',
    validFrom: '2024-01-01',
    gPerUnit: 2045.42,
    reference: 'DESNZ/DEFRA conversion factors 2024',
  },
  {
    country: 'IN',
    utility: 'electricity',
    validFrom: '2023-04-01',
    gPerUnit: 729,
    reference: 'CEA CO2 Baseline Database V21, 2023-24',
  },
  {
    country: 'IN',
    utility: 'electricity',
    validFrom: '2024-04-01',
    gPerUnit: 711.7,
    reference: 'CEA CO2 Baseline Database V21, 2024-25',
  },
];

/** Of a home's country and of what it measures, that it has not entered yet. */
export const proposalsFor = (
  country: string | null,
  known: readonly { readonly utility: Utility; readonly validFrom: string }[],
  measured: readonly Utility[],
): EmissionProposal[] =>
  emissionProposals.filter(
    (one) =>
      one.country === country &&
      measured.includes(one.utility) &&
      !known.some(({ utility, validFrom }) => utility === one.utility && validFrom === one.validFrom),
  );
