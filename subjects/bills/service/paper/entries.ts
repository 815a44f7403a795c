/** Amounts of a paper, each with what is said of it, and the figures beside it that multiply to it. */
import { timeUnits } from '../../contract/paper-bill.ts';
import { blanked, type Figure, shifted, type Unit } from './figures.ts';
import { around, type Box, type Columns, type IsMoney, type PlacedFigure, type Segment } from './segments.ts';
import { says } from './words.ts';

interface Factors {
  readonly quantity: PlacedFigure;
  readonly rate: PlacedFigure;
  readonly days?: PlacedFigure | undefined;
  /** Of the rate: a percentage, or in hundredths of the currency. */
  readonly scale: number;
}

const halfOf = ({ decimals }: Figure): number => 0.5 * 10 ** -decimals;
/** Figures are printed rounded: what they come to may be so much off. */
const mayBe = (amount: PlacedFigure, product: number, factors: readonly PlacedFigure[]): boolean => {
  const loose = factors.reduce(
    (sum, one) => (one.decimals === 0 || one.value === 0 ? sum : sum + halfOf(one) / Math.abs(one.value)),
    0,
  );
  const off = Math.abs(Math.abs(amount.value) - Math.abs(product));
  return off <= halfOf(amount) * 1.2 + Math.abs(product) * Math.min(loose, 0.004) + 1e-9;
};

export const isTime = (unit: Unit | undefined): boolean => timeUnits.some((one) => one === unit);
const isRateLike = (one: Figure): boolean => one.per !== undefined || one.isMinor || one.isPercent || one.isMoney;

/** Parts of a year, for prices by the year or the month. */
const sharesOfTime = [1, 1 / 365, 1 / 366, 1 / 12, 1 / 30, 12 / 365];

/** Of a price by the year or the month, what is paid for a day. */
const sharesOfDay: Readonly<Partial<Record<Unit, readonly number[]>>> = {
  year: [1 / 365, 1 / 366, 1 / 360],
  month: [1 / 30, 12 / 365, 12 / 366],
};

/** As many figures stand by an amount on a bill; each three of them are tried. */
const maxBeside = 14;
/** Of figures that stand by an amount, those that multiply to it; the nearest, and those whose units fit, first. */
const factorsOf = (amount: PlacedFigure, all: readonly PlacedFigure[]): Factors | undefined => {
  const others = all.toSorted((a, b) => Math.abs(a.at - amount.at) - Math.abs(b.at - amount.at)).slice(0, maxBeside);
  const found: { factors: Factors; rank: number }[] = [];
  const add = (quantity: PlacedFigure, rate: PlacedFigure, scale: number, days?: PlacedFigure): void => {
    const distance = Math.abs(amount.at - quantity.at) + Math.abs(amount.at - rate.at);
    const fits =
      Number(isRateLike(rate)) +
      Number(quantity.unit !== undefined && quantity.unit === rate.per) +
      // Where neither says what it is, a price stands behind, and has the finer decimals.
      Number(quantity.at < rate.at) +
      (rate.decimals > quantity.decimals ? (rate.decimals > 3 ? 2 : quantity.decimals === 0 ? 1.5 : 0.5) : 0) -
      Number(rate.unit !== undefined);
    found.push({ factors: { quantity, rate, scale, days }, rank: fits * 10_000 - distance - (days ? 5_000 : 0) });
  };
  others.forEach((rate, i) => {
    // What is free costs nothing for each.
    if (
      (rate.value === 0) !== (amount.value === 0) ||
      (rate.value === 0 && !isRateLike(rate)) ||
      rate.unit !== undefined
    )
      return;
    const ownScales = rate.isPercent || rate.isMinor ? [0.01] : rate.isMoney ? [1] : [1, 0.01];
    others.forEach((quantity, j) => {
      // The price of a unit that only the quantity tells.
      const scales =
        quantity.places > 0 && rate.per === undefined && !rate.isPercent
          ? [...ownScales, ...ownScales.map((scale) => scale * 10 ** -quantity.places)]
          : ownScales;
      if (i === j || quantity.value === 0 || quantity.isPercent || quantity.isMinor || quantity.per !== undefined)
        return;
      if (quantity.isMoney && !rate.isPercent) return;
      if (rate.places < 0 && quantity.unit === undefined) {
        const text = shifted(quantity.text, -rate.places);
        const larger = { ...quantity, text, value: Number(text), unit: rate.per };
        if (mayBe(amount, larger.value * rate.value, [quantity, rate])) add(larger, rate, 1);
      }
      for (const scale of scales) {
        const product = quantity.value * rate.value * scale;
        // Hundredths that nothing names are those of a title above the column.
        const isPlain = scale !== 0.01 || rate.isPercent || rate.isMinor || rate.decimals > 0;
        const isTrivial = quantity.value === 1 && quantity.unit === undefined;
        if (isPlain && !isTrivial && mayBe(amount, product, [quantity, rate])) add(quantity, rate, scale);
        if (rate.isPercent) continue;
        if (quantity.unit === 'day' && quantity.decimals === 0)
          for (const share of (rate.per && sharesOfDay[rate.per]) ?? [])
            if (mayBe(amount, product * share, [rate])) add(quantity, rate, scale * share);
        // So many of the days of a year, or of a month.
        if (rate.isMoney && quantity.decimals === 0 && (quantity.unit === undefined || quantity.unit === 'day'))
          others.forEach((whole, k) => {
            if (k === i || k === j || whole.unit !== 'day' || whole.decimals > 0 || whole.value < quantity.value)
              return;
            if (whole.value < 28 || !mayBe(amount, product / whole.value, [rate])) return;
            add({ ...quantity, unit: 'day' }, rate, scale / whole.value);
          });
        others.forEach((days, k) => {
          if (
            k === i ||
            k === j ||
            days.decimals > 0 ||
            days.value < 2 ||
            days.isMoney ||
            days.isPercent ||
            days.per !== undefined
          )
            return;
          if (!(isTime(days.unit) || (days.unit === undefined && days.value <= 400))) return;
          if (isTime(quantity.unit)) return;
          for (const share of sharesOfTime)
            if (mayBe(amount, product * days.value * share, [quantity, rate])) add(quantity, rate, scale * share, days);
        });
      }
    });
  });
  return found.sort((a, b) => b.rank - a.rank)[0]?.factors;
};

// Amounts, each with what is said of it.

export interface Entry {
  readonly segment: Segment;
  readonly text: string;
  readonly amount: PlacedFigure;
  readonly factors?: Factors | undefined;
  /** What a row adds to an amount without it. */
  readonly isTax?: boolean;
  readonly box: Box;
}

const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{M}]+/gu, ' ').trim();
/** Letters that are of no figure, nor say that it is multiplied. */
const namesIn = ({ segment, text: own }: Entry, text: string): string => {
  if (segment.isSentence || own !== segment.text) return lettersOf(text);
  return lettersOf(text.replace(own, blanked(own, segment.figures)))
    .replace(/(?<!\p{L})(?:x|at|per)(?!\p{L})/gu, '')
    .trim();
};
export const clean = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/^[\s:;,.–-]+|[\s:;,–-]+$/g, '')
    .slice(0, 300);

/** The two that a row adds up, and their sum: an amount, its tax, and both. */
const addedIn = (amounts: readonly PlacedFigure[]): readonly [PlacedFigure, PlacedFigure, PlacedFigure] | undefined => {
  for (let i = 0; i + 2 < amounts.length; i += 1) {
    const [net, tax, gross] = amounts.slice(i, i + 3) as [PlacedFigure, PlacedFigure, PlacedFigure];
    const isAdded = Math.abs(net.value + tax.value - gross.value) < 0.0051;
    if (isAdded && tax.value > 0 && tax.value < 0.5 * net.value) return [net, tax, gross];
  }
  return undefined;
};

const rankOf = (factors: Factors | undefined): number => {
  if (!factors) return 0;
  if (factors.rate.isPercent) return 1000;
  // Hundredths that nothing names are less likely.
  return factors.scale === 0.01 && !factors.rate.isMinor ? 1500 : 2000;
};

/**
 * A row tells one amount: what its other figures multiply to, before a share of that; else that of the column that sums best; else the last.
 * The total of a table with and without tax tells the tax too.
 */
export const entryOfRow = (segment: Segment, isMoney: IsMoney, columns: Columns): Entry[] => {
  const { figures, text, box } = segment;
  const amounts = figures.filter(isMoney);
  const told = amounts.map((amount) => {
    const factors = factorsOf(
      amount,
      figures.filter((one) => one !== amount),
    );
    return {
      rank: rankOf(factors) + (columns.get(amount)?.parts ?? 0),
      entry: { segment, text, amount, factors, box },
    };
  });
  const [best] = told.toReversed().toSorted((a, b) => b.rank - a.rank);
  const added = addedIn(amounts);
  if (added && says.total.test(text) && (best?.rank ?? 0) < 1500) {
    const [, tax, gross] = added;
    const own = told.find(({ entry }) => entry.amount === tax)?.entry;
    return [...(own ? [{ ...own, isTax: true }] : []), { segment, text, amount: gross, box }];
  }
  return best ? [best.entry] : [];
};

/** Between the amounts of a sentence stands what they are for: before each, or behind each where it begins with one. */
export const entriesOfSentence = (segment: Segment, isMoney: IsMoney): Entry[] => {
  const { figures, text } = segment;
  const used = new Set<PlacedFigure>();
  const amounts = figures.filter((one) => isMoney(one) && (one.isMoney || one.decimals === 2));
  const found = amounts.flatMap((amount) => {
    const i = figures.indexOf(amount);
    const near = figures.filter((one, j) => one !== amount && !used.has(one) && Math.abs(i - j) <= 4);
    const factors = factorsOf(amount, near);
    for (const one of factors ? [factors.quantity, factors.rate] : []) used.add(one);
    return [{ amount, factors }];
  });
  const told = found.filter(({ amount }) => !used.has(amount));
  const isBehind =
    told.length > 1 &&
    lettersOf(text.slice(0, told[0]?.amount.at))
      .split(' ')
      .filter((one) => one.length > 2).length < 2;
  return told.map(({ amount, factors }, i) => {
    const from = isBehind ? amount.at : i === 0 ? 0 : (told[i - 1]?.amount.end ?? 0);
    const to = isBehind || i === told.length - 1 ? (told[i + 1]?.amount.at ?? text.length) : amount.end;
    return { segment, text: text.slice(from, to), amount, factors, box: told.length === 1 ? segment.box : amount.box };
  });
};

export const isNear = (a: Segment, b: Segment, lines: number): boolean =>
  a.page === b.page &&
  Math.abs(a.box.y + a.box.height - b.box.y - b.box.height) <
    lines * Math.max(Math.min(a.box.height, 14), Math.min(b.box.height, 14)) &&
  a.box.x < b.box.x + b.box.width &&
  b.box.x < a.box.x + a.box.width;

/** What a row lacks may stand in the row beneath or above: its factors, or its words. */
export const completed = (entries: readonly Entry[], segments: readonly Segment[]): Entry[] => {
  const claimed = new Set(entries.map(({ segment }) => segment));
  return entries.map((entry) => {
    let { segment, text, factors, box } = entry;
    const at = segments.indexOf(segment);
    const beside = [1, 2, -1]
      .flatMap((step) => segments[at + step] ?? [])
      .filter((one) => !claimed.has(one) && !one.isSentence);
    if (!factors && !segment.isSentence)
      for (const one of beside.filter((other) => isNear(segment, other, 2.2))) {
        const own = segment.figures.filter((figure) => figure !== entry.amount);
        const found = factorsOf(entry.amount, [...own, ...one.figures]);
        if (!found) continue;
        factors = found;
        text = `${text} ${one.text}`;
        box = around([box, one.box]);
        claimed.add(one);
        break;
      }
    // A name that is broken over two rows goes on small, or behind a comma.
    const before = segments[at - 1];
    const isBroken =
      before !== undefined &&
      before.figures.length === 0 &&
      !claimed.has(before) &&
      !segment.isSentence &&
      Math.abs(before.box.x - segment.box.x) < 15 &&
      isNear(segment, before, 1.7) &&
      (/^\p{Ll}{2}/u.test(text) || /[,&/–-]$/.test(before.text));
    if (isBroken) {
      text = `${before.text} ${text}`;
      claimed.add(before);
    }
    if (namesIn(entry, text).length < 3) {
      const wide = { ...segment, box: { ...segment.box, x: 0, width: segment.box.x + segment.box.width } };
      const wordsAt = (step: number): Segment[] =>
        [segments[at + step]].flatMap((one) =>
          one &&
          !claimed.has(one) &&
          isNear(wide, one, 1.7) &&
          one.figures.length === 0 &&
          lettersOf(one.text).length > 2
            ? [one]
            : [],
        );
      const [above] = wordsAt(-1);
      const words = above ? [above, ...(factors ? [] : wordsAt(1))] : [...wordsAt(1), ...wordsAt(2)];
      for (const one of words.slice(0, 2)) {
        text = `${one.text} ${text}`;
        box = around([box, one.box]);
        claimed.add(one);
      }
    }
    return { ...entry, text, factors, box };
  });
};
