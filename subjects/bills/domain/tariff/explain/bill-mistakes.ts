/**
 * What a utility may have done otherwise, one mistake at a time: each says what its bill would then come to, and the one that hits what it
 * says to the cent is probably the cause.
 */
import type { Words } from '#catalogue/index.ts';
import { addDays, type LocalDay } from '#catalogue/local-day.ts';
import { planAsOf } from '../charges/charge-days.ts';
import { planOfSize } from '../charges/meter-size.ts';
import type { Blocks, DecimalText, TariffCharge, TariffPlan, UnitPrice, UseCharge } from '../plan.ts';
import type { Agreement } from '../price-bill.ts';

export const mistakeKinds = [
  'day-more',
  'day-less',
  'whole-units',
  'estimated-use',
  'former-price',
  'tax-rate',
  'charge-missing',
  'charge-twice',
  'one-block',
  'one-period',
  'periods-swapped',
  'persons',
  'other-plan',
] as const;
type MistakeKind = (typeof mistakeKinds)[number];

/** What is to be said of it, as far as its kind has more to say. */
export interface Mistake {
  readonly kind: MistakeKind;
  /** The charge that is missing, there twice, or a tax; or the other plan. */
  readonly name?: Words | undefined;
  /** A price, percent, or number of persons. */
  readonly value?: DecimalText | undefined;
  readonly period?: string | undefined;
  /** The last day on which the former price held. */
  readonly day?: LocalDay | undefined;
  /** What the use was estimated from: as many days before, or of a year before. */
  readonly basis?: 'before' | 'year' | undefined;
}

/** A mistake in the tariff. */
export interface TariffMistake {
  readonly mistake: Mistake;
  readonly apply: (agreement: Agreement) => Agreement;
}

/** Taxes that somebody somewhere asks on what a home uses, in percent. */
const commonTaxes = '4 5 5.5 6 7 8 9 10 11 12 13 13.5 14 15 16 17 18 19 20 21 22 23 24 25 27'.split(' ');

/** As it is for the size of the household's meter. */
const sized = ({ plan, facts }: Agreement): TariffPlan => planOfSize(plan, facts?.meterSize);

const changed =
  (edit: (plan: TariffPlan) => TariffPlan) =>
  (agreement: Agreement): Agreement => ({ ...agreement, plan: edit(sized(agreement)) });

const withCharges =
  (edit: (charge: TariffCharge) => TariffCharge | readonly TariffCharge[]) =>
  (plan: TariffPlan): TariffPlan => ({ ...plan, charges: plan.charges.flatMap(edit) });

const priceOnly = (charge: UseCharge, price: UnitPrice): UseCharge => {
  const { rate: _rate, blocks: _blocks, schedule: _schedule, rates: _rates, ...rest } = charge;
  return typeof price === 'string' ? { ...rest, rate: price } : { ...rest, blocks: price };
};

const uses = ({ charges }: TariffPlan): UseCharge[] =>
  charges.filter((charge): charge is UseCharge => charge.kind === 'use');

const ratesIn = ({ tables }: Blocks): DecimalText[] => tables.flatMap(({ steps }) => steps.map(({ rate }) => rate));

/** All of a charge's use at the price of one of its blocks. */
const oneBlock = (plan: TariffPlan): TariffMistake[] => {
  const ladders = uses(plan).flatMap(({ id, blocks }) => (blocks ? ratesIn(blocks).map((rate) => ({ id, rate })) : []));
  return ladders.map(({ id, rate }) => ({
    mistake: { kind: 'one-block', value: rate },
    apply: changed(
      withCharges((charge) =>
        charge.kind === 'use' && charge.id === id && charge.blocks && ratesIn(charge.blocks).includes(rate)
          ? priceOnly(charge, rate)
          : charge,
      ),
    ),
  }));
};

const periodsOf = (plan: TariffPlan): string[] => [
  ...new Set(uses(plan).flatMap(({ rates }) => Object.keys(rates ?? {}))),
];

/** All use at the prices of one period. */
const onePeriod = (plan: TariffPlan): TariffMistake[] =>
  periodsOf(plan).map((period) => ({
    mistake: { kind: 'one-period', period },
    apply: changed(
      withCharges((charge) => {
        const price = charge.kind === 'use' ? charge.rates?.[period] : undefined;
        return charge.kind === 'use' && price !== undefined ? priceOnly(charge, price) : charge;
      }),
    ),
  }));

/** The prices of two periods, each at the hours of the other. */
const swappedPeriods = (plan: TariffPlan): TariffMistake[] => {
  const periods = periodsOf(plan);
  const pairs = periods.flatMap((one, i) => periods.slice(i + 1).map((other) => [one, other] as const));
  return pairs.map(([one, other]) => ({
    mistake: { kind: 'periods-swapped', period: `${one}, ${other}` },
    apply: changed(
      withCharges((charge) => {
        if (charge.kind !== 'use' || charge.rates?.[one] === undefined || charge.rates[other] === undefined)
          return charge;
        return { ...charge, rates: { ...charge.rates, [one]: charge.rates[other], [other]: charge.rates[one] } };
      }),
    ),
  }));
};

const formerPrices = 3;

/** The tariff as it stood before it, or one of its charges, last changed; and the one that the household had before. */
const formerPlans = (own: readonly Agreement[], end: LocalDay): TariffMistake[] => {
  const inForce = own.filter(({ validFrom }) => validFrom < end);
  const changes = inForce.flatMap(({ plan, validFrom }) => [
    validFrom,
    ...plan.charges.flatMap(({ from, until }) => [from, until]),
  ]);
  const days = [...new Set(changes)]
    .filter((day): day is LocalDay => day !== undefined && day < end)
    .sort()
    .slice(-formerPrices)
    .reverse();
  return days.flatMap((day) => {
    const last = addDays(day, -1);
    const held = inForce.findLast(({ validFrom }) => validFrom <= last);
    if (!held) return [];
    const plan = planAsOf(held.plan, last);
    if (!plan.charges.some(({ kind }) => kind === 'use')) return [];
    return [
      {
        mistake: { kind: 'former-price' as const, day: last },
        apply: (agreement: Agreement): Agreement => ({ ...agreement, plan }),
      },
    ];
  });
};

const otherTaxes = (plan: TariffPlan): TariffMistake[] => {
  const taxes = new Map(plan.charges.flatMap((one) => (one.kind === 'tax' ? [[one.id, one] as const] : [])));
  if (taxes.size === 0)
    return commonTaxes.map((percent) => ({
      mistake: { kind: 'tax-rate', value: percent },
      apply: changed((own) => ({
        ...own,
        charges: [...own.charges, { id: 'tax-of-theirs', kind: 'tax', percent, of: 'all' }],
      })),
    }));
  return [...taxes.values()].flatMap(({ id, name }) =>
    commonTaxes.map((percent) => ({
      mistake: { kind: 'tax-rate' as const, name, value: percent },
      apply: changed(
        withCharges((charge) => (charge.kind === 'tax' && charge.id === id ? { ...charge, percent } : charge)),
      ),
    })),
  );
};

/** A charge left out, with what rests on it; what rests on nothing else goes with it. */
const without =
  (id: string) =>
  (plan: TariffPlan): TariffPlan => ({
    ...plan,
    charges: plan.charges
      .filter((charge) => charge.id !== id)
      .map((charge) =>
        'of' in charge && charge.of !== 'all' ? { ...charge, of: charge.of.filter((one) => one !== id) } : charge,
      ),
  });

/** `isTaxed`: what rests on it rests on it twice. */
const twice = (id: string, isTaxed: boolean) => {
  const again = `${id}-again`;
  return withCharges((charge) => {
    if (charge.id === id) return [charge, { ...charge, id: again }];
    return isTaxed && 'of' in charge && charge.of !== 'all' && charge.of.includes(id)
      ? { ...charge, of: [...charge.of, again] }
      : charge;
  });
};

const missingOrTwice = (plan: TariffPlan): TariffMistake[] => {
  const charges = [...new Map(plan.charges.map((charge) => [charge.id, charge])).values()];
  return charges.flatMap(({ id, name = id }): TariffMistake[] => {
    const isNamed = charges.some((other) => 'of' in other && other.of !== 'all' && other.of.includes(id));
    return [
      { mistake: { kind: 'charge-missing', name }, apply: changed(without(id)) },
      ...(isNamed ? [true, false] : [true]).map((isTaxed) => ({
        mistake: { kind: 'charge-twice' as const, name },
        apply: changed(twice(id, isTaxed)),
      })),
    ];
  });
};

const maxPersons = 8;

const otherPersons = ({ plan, facts }: Agreement): TariffMistake[] => {
  const counts = uses(plan).some(({ blocks }) => blocks?.personsIncluded !== undefined);
  if (!counts) return [];
  return Array.from({ length: maxPersons }, (_, i) => i + 1)
    .filter((persons) => persons !== facts?.persons)
    .map((persons) => ({
      mistake: { kind: 'persons', value: String(persons) },
      apply: (agreement) => ({ ...agreement, facts: { ...agreement.facts, persons } }),
    }));
};

const otherPlans = ({ plan }: Agreement, library: readonly TariffPlan[], end: LocalDay): TariffMistake[] =>
  library
    .filter(({ utility, currency }) => utility === plan.utility && currency === plan.currency)
    .filter((other) => JSON.stringify(other.charges) !== JSON.stringify(plan.charges))
    .map((other) => ({
      mistake: { kind: 'other-plan', name: other.name },
      apply: (agreement) => ({ ...agreement, plan: planAsOf(other, addDays(end, -1)) }),
    }));

/** `own` are of one utility, in the order of their days; the bill ends before `end`. */
export const tariffMistakes = (
  own: readonly Agreement[],
  end: LocalDay,
  library: readonly TariffPlan[],
): TariffMistake[] => {
  const held = own.findLast(({ validFrom }) => validFrom < end);
  if (!held) return [];
  const plan = planAsOf(sized(held), addDays(end, -1));
  return [
    ...formerPlans(own, end),
    ...otherTaxes(plan),
    ...missingOrTwice(plan),
    ...oneBlock(plan),
    ...onePeriod(plan),
    ...swappedPeriods(plan),
    ...otherPersons({ ...held, plan }),
    ...otherPlans(held, library, end),
  ];
};
