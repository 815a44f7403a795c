/** When the prices of a tariff end: of each meter that it prices apart, and of each supplier. */
import type { LocalDay } from '#catalogue/local-day.ts';
import { allMeters, type Charge, type OfMeter } from './plan.ts';

type EndingCharge = OfMeter & Pick<Charge, 'supplier' | 'until'> & { readonly kind: string };

/** Of charges for use those of each supplier by itself, as neither prices what the other does; those that are shared price nothing alone. */
export const apartBySupplier = <Of extends Pick<Charge, 'supplier'>>(charges: readonly Of[]): (readonly Of[])[] => {
  const suppliers = [...new Set(charges.flatMap(({ supplier = [] }) => supplier))];
  return suppliers.length === 0 ? [charges] : suppliers.map((id) => charges.filter(({ supplier }) => supplier === id));
};

/** The first day on which no charge for the use of a meter (undefined: of the rest) holds any more; null where one goes on, or where there is none. */
export const meterPricedUntil = (charges: readonly EndingCharge[], of: string | undefined): LocalDay | null => {
  const ends = charges.flatMap(({ kind, meter, until = null }) =>
    kind === 'use' && (meter === of || meter === allMeters) ? [until] : [],
  );
  return ends.reduce((last, end) => (last === null || end === null ? null : end > last ? end : last), ends[0] ?? null);
};

/** The first day on which some use has no price any more; null where all of it goes on. */
export const pricedUntil = ({ charges }: { readonly charges: readonly EndingCharge[] }): LocalDay | null => {
  const meters = charges.flatMap(({ kind, meter }) =>
    kind === 'use' ? [meter === allMeters ? undefined : meter] : [],
  );
  return apartBySupplier(charges.filter(({ kind }) => kind === 'use'))
    .flatMap((own) => meters.map((meter) => meterPricedUntil(own, meter)))
    .reduce((first, end) => (first === null || (end !== null && end < first) ? end : first), null);
};
