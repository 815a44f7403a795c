/** What speaks for a printed line being one of ours: the amount, what was counted, its price, its unit, and last the words. */
import { billingSizes, languageIds, textIn, type Words } from '#catalogue/index.ts';
import { isUnitOfUse, type PaperLine } from '../../contract/paper-bill.ts';
import type { BillLine, LineKind } from '../../domain/bill/bill.ts';
import { isOfUnits, isShare, type TariffPlan } from '../../domain/tariff/plan.ts';
import { bareWords, type Concept, conceptsOf } from './words.ts';

export interface Group {
  readonly members: readonly number[];
  readonly amount: number;
  readonly rates: readonly number[];
  readonly quantity: number;
  readonly kinds: ReadonlySet<LineKind>;
  readonly concepts: ReadonlySet<Concept>;
  readonly words: ReadonlySet<string>;
  /** The periods of a schedule that it is of, and those of the same tariff that it is not. */
  readonly periods: ReadonlySet<string>;
  readonly per: ReadonlySet<string>;
  readonly charges: ReadonlySet<string>;
  readonly block: BillLine['block'] | undefined;
  /** Charged on a share of the use, so that a paper may tell a percentage. */
  readonly isPart: boolean;
}

export interface Printed {
  readonly members: readonly number[];
  readonly amount: number;
  readonly rate: number | undefined;
  readonly rateHalf: number;
  readonly quantity: number | undefined;
  readonly quantityHalf: number;
  readonly unit: PaperLine['unit'];
  readonly days: number | undefined;
  readonly concepts: ReadonlySet<Concept>;
  readonly words: ReadonlySet<string>;
  readonly text: string;
}

const halfOf = (text: string | undefined): number =>
  text === undefined ? 0 : 0.5 * 10 ** -(text.split('.')[1]?.length ?? 0);
const namesOf = (name: Words | undefined): string =>
  name === undefined ? '' : [...new Set(languageIds.map((language) => textIn(name, language)))].join(' ');

const conceptOfKind: Partial<Record<LineKind, Concept>> = {
  returned: 'returned',
  standing: 'standing',
  capacity: 'power',
  demand: 'power',
  discount: 'discount',
  minimum: 'minimum',
  tax: 'tax',
  rounding: 'rounding',
};

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);

const groupOf = (members: readonly number[], ours: readonly BillLine[], plan: TariffPlan): Group => {
  const lines = members.map((i) => ours[i] as BillLine);
  const named = lines
    .map(
      ({ charge, name, kind }) =>
        `${charge ?? ''} ${namesOf(name ?? plan.charges.find(({ id }) => id === charge)?.name)} ${kind === 'use' ? (plan.unit === 'kWh' ? 'energy' : plan.utility) : ''}`,
    )
    .join(' ');
  const kinds = new Set(lines.map(({ kind }) => kind));
  const periods = new Set(lines.flatMap(({ period }) => period ?? []));
  const concepts = conceptsOf(`${named} ${[...periods].join(' ')}`.replaceAll('-', ' '));
  for (const kind of kinds) {
    const concept = conceptOfKind[kind];
    if (concept) concepts.add(concept);
  }
  const perUse = lines.map((line) =>
    isOfUnits(line.kind) ? Number(line.quantity) / billingSizes[line.unit ?? plan.unit] : Number(line.quantity),
  );
  const isSameUse =
    lines.length > 1 &&
    perUse.every((one) => Math.abs(one - (perUse[0] ?? 0)) < 1e-6) &&
    new Set(lines.map(({ charge }) => charge)).size === lines.length;
  return {
    members,
    amount: sum(lines.map(({ amount }) => Number(amount))),
    // Charges on the same use are one price together.
    rates: isSameUse
      ? [sum(lines.map(({ rate }) => Number(rate)))]
      : [...new Set(lines.map(({ rate }) => Number(rate)))],
    quantity: isSameUse || kinds.has('standing') || kinds.has('capacity') ? (perUse[0] ?? 0) : sum(perUse),
    kinds,
    concepts,
    words: bareWords(`${named.replace(/[-_]/g, ' ')} ${named}`),
    periods,
    per: new Set(lines.map(({ per, kind }) => per ?? (kind === 'standing' ? 'month' : ''))),
    charges: new Set(lines.flatMap(({ charge }) => charge ?? [])),
    block: lines.length === 1 ? lines[0]?.block : undefined,
    isPart: plan.charges.some((one) => 'sharePercent' in one && lines.some(({ charge }) => charge === one.id)),
  };
};

/** Single lines, and those that a bill may say in one: of one charge, of one period of it, of one kind, or on the same use. */
export const groupsOf = (ours: readonly BillLine[], plan: TariffPlan): Group[] => {
  const keys = new Map<string, number[]>();
  const put = (key: string, i: number): void => void keys.set(key, [...(keys.get(key) ?? []), i]);
  ours.forEach((line, i) => {
    const { charge = '', kind, period = '', from, to } = line;
    put(`one ${i}`, i);
    put(`charge ${charge}`, i);
    put(`period ${charge} ${period}`, i);
    put(`days ${charge} ${from} ${to}`, i);
    put(`kind ${kind}`, i);
    if (period !== '') put(`kind period ${kind} ${period}`, i);
    if (kind === 'standing' || kind === 'capacity') put('time', i);
    if (kind === 'tax' || kind === 'derived') put('shares', i);
    if (kind === 'derived' && ours[i + 1]?.kind === kind) {
      put(`beside ${i}`, i);
      put(`beside ${i}`, i + 1);
    }
  });
  const seen = new Set<string>();
  return [...keys.values()].flatMap((members) => {
    const key = members.join();
    if (seen.has(key)) return [];
    seen.add(key);
    return [groupOf(members, ours, plan)];
  });
};

export const printedOf = (members: readonly number[], lines: readonly PaperLine[]): Printed => {
  const own = members.map((i) => lines[i] as PaperLine);
  const text = own.map((one) => one.text).join(' ');
  const one = own.length === 1 ? own[0] : undefined;
  const rates = new Set(own.map(({ rate }) => rate));
  const sharedRate = rates.size === 1 ? own[0]?.rate : undefined;
  return {
    members,
    amount: sum(own.map(({ amount }) => Number(amount))),
    rate: sharedRate === undefined ? undefined : Number(sharedRate),
    rateHalf: halfOf(sharedRate),
    quantity:
      own.every(({ quantity }) => quantity !== undefined) && sharedRate !== undefined
        ? sum(own.map(({ quantity }) => Number(quantity)))
        : undefined,
    quantityHalf: sum(own.map(({ quantity }) => halfOf(quantity))),
    unit: one?.unit ?? own[0]?.unit,
    days: one?.days === undefined ? undefined : Number(one.days),
    concepts: conceptsOf(text),
    words: bareWords(text),
    text,
  };
};

// Evidence.

/** Of each list a thing is one at most. */
const apart: readonly (readonly Concept[])[] = [
  ['peak', 'offpeak', 'middle'],
  ['cgst', 'sgst'],
  ['vat', 'duty'],
  ['water', 'sewage'],
  ['meter', 'power'],
];

const unitScore = ({ unit, quantity, days }: Printed, { kinds, isPart }: Group): number => {
  if (unit === undefined) return 0;
  const all = [...kinds];
  const isUse = all.every(isOfUnits);
  if (unit === '%') return all.every(isShare) ? 1.5 : isPart && quantity === undefined ? 0 : -6;
  if (isUnitOfUse(unit)) return isUse ? 1.5 : all.some(isShare) ? -1.5 : -6;
  if (unit === 'kW' || days !== undefined)
    return all.some((kind) => kind === 'capacity' || kind === 'demand') ? 2 : all.includes('standing') ? 0 : -6;
  if (unit === 'day' || unit === 'month' || unit === 'year')
    return isUse
      ? -6
      : all.some((kind) => kind === 'standing' || kind === 'capacity' || kind === 'discount')
        ? 1.5
        : -3;
  return 0;
};

const timeSizes: Readonly<Record<string, number>> = { day: 1, month: 365 / 12, year: 365, bill: 30 };

const isRate = ({ rate, rateHalf }: Printed, { rates, per }: Group): boolean | undefined => {
  if (rate === undefined || rate === 0) return undefined;
  const near = (one: number, half = rateHalf): boolean => Math.abs(Math.abs(one) - rate) <= half * 1.01 + 1e-9;
  if (rates.some((one) => near(one))) return true;
  // The same by the year and by the day.
  for (const one of per)
    if (
      rates.some((other) =>
        ['day', 'month', 'year'].some(
          (to) =>
            to !== one &&
            timeSizes[one] !== undefined &&
            near((other * (timeSizes[to] as number)) / timeSizes[one], Math.max(rateHalf, rate * 0.004)),
        ),
      )
    )
      return undefined;
  return false;
};

const isQuantity = ({ quantity, quantityHalf }: Printed, group: Group): boolean | undefined => {
  if (quantity === undefined || quantity === 0) return undefined;
  return Math.abs(Math.abs(group.quantity) - Math.abs(quantity)) <= quantityHalf * 1.01 + 1e-6;
};

const shared = <Item>(a: ReadonlySet<Item>, b: ReadonlySet<Item>): Item[] => [...a].filter((one) => b.has(one));

/** The name of a period, of those that a tariff tells apart. */
const periodScore = ({ words, text }: Printed, { periods }: Group, all: ReadonlySet<string>): number => {
  if (all.size === 0) return 0;
  const spaced = (one: string): string =>
    ` ${one
      .toLowerCase()
      .split(/[^\p{L}\p{M}\p{N}]+/u)
      .filter(Boolean)
      .join(' ')} `;
  const spoken = spaced(text);
  const names = (period: string): boolean =>
    spoken.includes(spaced(period)) || (period.length > 2 && [...bareWords(period)].every((word) => words.has(word)));
  const said = [...all].filter(names);
  if (said.length === 0) return 0;
  const own = said.filter((one) => periods.has(one));
  if (own.length === said.length && own.length === periods.size) return 2.5;
  return own.length === 0 ? -5 : -1;
};

const wordScore = (printed: Printed, group: Group, rarity: ReadonlyMap<string, number>): number => {
  const concepts = shared(printed.concepts, group.concepts).filter(
    (one) => one !== 'tax' || printed.concepts.size === 1 || group.concepts.size <= 2,
  );
  const strange = apart.filter((list) => {
    const [a, b] = [list.filter((one) => printed.concepts.has(one)), list.filter((one) => group.concepts.has(one))];
    return a.length > 0 && b.length > 0 && !a.some((one) => b.includes(one));
  });
  const wordsShared = shared(printed.words, group.words).map((one) => 1 / (rarity.get(one) ?? 1));
  return Math.min(4, concepts.length * 1.5) + Math.min(3, sum(wordsShared) * 1.5) - strange.length * 4;
};

const blockScore = ({ text }: Printed, { block }: Group): number => {
  if (!block) return 0;
  const numbers = (text.replaceAll(',', '').match(/\d+(?:\.\d+)?/g) ?? []).map(Number);
  const ends = [Number(block.above), Number(block.upTo)].filter((one) => one > 0);
  const isSaid = ends.length > 0 && ends.every((one) => numbers.includes(one) || numbers.includes(one + 1));
  return isSaid ? 1 : 0;
};

/** Names of a charge, in the words of each language. */
type Names = ReadonlyMap<string, readonly ReadonlySet<string>[]>;
const namesIn = ({ charges }: TariffPlan): Names =>
  new Map(
    charges.map(({ id, name }) => [
      id,
      name === undefined
        ? []
        : [...new Set(languageIds.map((language) => textIn(name, language)))]
            .map(bareWords)
            .filter(({ size }) => size > 1),
    ]),
  );
/** Lines that say the whole name of one charge, where no other line does. */
const namedBy = (printed: readonly Printed[], names: Names): ReadonlyMap<Printed, string> => {
  const isSaid = ({ words }: Printed, name: ReadonlySet<string>): boolean => [...name].every((word) => words.has(word));
  const said = [...names].flatMap(([charge, all]) => {
    const lines = printed.filter((line) => all.some((name) => isSaid(line, name)));
    return lines.length === 1 ? [[lines[0] as Printed, charge] as const] : [];
  });
  return new Map(said.filter(([line]) => said.filter(([other]) => other === line).length === 1));
};

interface Ground {
  /** Percentages that one printed line and one of ours have: there is nothing to take it for. */
  readonly percents: ReadonlySet<number>;
  readonly periods: ReadonlySet<string>;
  readonly rarity: ReadonlyMap<string, number>;
  readonly named: ReadonlyMap<Printed, string>;
}

export interface Weighed {
  readonly score: number;
  readonly isAmount: boolean;
  /** Something besides the amount speaks for it. */
  readonly isSupported: boolean;
}

export const weigh = (printed: Printed, group: Group, ground: Ground): Weighed => {
  const slack = Math.min(0.03, 0.0101 * Math.max(printed.members.length, group.members.length) + 0.0001);
  const off = Math.abs(printed.amount - group.amount);
  const isCredit = off > slack && Math.abs(printed.amount + group.amount) <= slack && group.amount < 0;
  const isAmount = (off <= slack || isCredit) && group.amount !== 0;
  const rate = isRate(printed, group);
  const quantity = isQuantity(printed, group);
  const unit = unitScore(printed, group);
  const period = periodScore(printed, group, ground.periods);
  const words = wordScore(printed, group, ground.rarity) + blockScore(printed, group);
  const isOpposed = !isCredit && printed.amount * group.amount < 0;
  const isOnlyShare =
    printed.unit === '%' && rate === true && group.members.length === 1 && ground.percents.has(printed.rate ?? 0);
  const isTimeQuantity = printed.unit === 'day' || printed.unit === 'month';
  const score =
    (isAmount ? 5 : group.amount === 0 ? -4 : -1.5) +
    (rate === true ? 3 : rate === false && !isAmount ? -1 : 0) +
    (quantity === true ? (isTimeQuantity ? 1 : 2.5) : quantity === false && !isAmount ? -1.5 : 0) +
    unit +
    period +
    words +
    (ground.named.has(printed) && group.charges.has(ground.named.get(printed) as string) ? 2 : 0) +
    (isOnlyShare && !isAmount ? 2 : 0) -
    (isOpposed ? 4 : 0) -
    (group.members.length - 1) * 0.05;
  return {
    score,
    isAmount,
    isSupported: rate === true || (quantity === true && !isTimeQuantity) || period > 0 || words > 0 || unit > 0,
  };
};

/** What all lines together tell of each. */
export const groundOf = (
  printed: readonly PaperLine[],
  ours: readonly BillLine[],
  singles: readonly Printed[],
  groups: readonly Group[],
  plan: TariffPlan,
): Ground => {
  const rarity = new Map<string, number>();
  for (const { members, words } of groups)
    if (members.length === 1) for (const word of words) rarity.set(word, (rarity.get(word) ?? 0) + 1);
  const onlyOnce = (rates: readonly number[]): Set<number> =>
    new Set(rates.filter((one) => rates.filter((other) => other === one).length === 1));
  const ourPercents = onlyOnce(
    ours.flatMap(({ kind, rate, per }) => (isShare(kind) && per === undefined ? [Number(rate)] : [])),
  );
  const percents = new Set(
    [...onlyOnce(printed.flatMap(({ unit, rate }) => (unit === '%' ? [Number(rate)] : [])))].filter((one) =>
      ourPercents.has(one),
    ),
  );
  return {
    percents,
    periods: new Set(ours.flatMap(({ period }) => period ?? [])),
    rarity,
    named: namedBy(singles, namesIn(plan)),
  };
};
