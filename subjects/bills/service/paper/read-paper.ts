/**
 * A utility's bill from its paper. Nothing rests on the words of one layout: what multiplies to an amount belongs to it, what sums to an
 * amount is a part of it, and only what neither tells is asked of words.
 */
import { addDays, daysBetween } from '#catalogue/local-day.ts';
import type { PaperBill, PaperField, PaperLine, PaperPlace } from '../../contract/paper.ts';
import { datesOf, decimalMarkOf, type Figure, plainText, type Unit } from './figures.ts';
import { around, type Box, isMoneyLike, type PlacedFigure, type Segment, segmentsOf, shareOf } from './segments.ts';
import { readTextLayer, type TextLayer } from './text-layer.ts';
import { says } from './words.ts';

// What multiplies to an amount.

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
  const loose = factors.reduce((sum, one) => (one.decimals === 0 || one.value === 0 ? sum : sum + halfOf(one) / Math.abs(one.value)), 0);
  const off = Math.abs(Math.abs(amount.value) - Math.abs(product));
  return off <= halfOf(amount) * 1.2 + Math.abs(product) * Math.min(loose, 0.004) + 1e-9;
};

const isTime = (unit: Unit | undefined): boolean => unit === 'day' || unit === 'month' || unit === 'year' || unit === 'hour';
const isRateLike = (one: Figure): boolean => one.per !== undefined || one.isMinor || one.isPercent || one.isMoney;

/** Parts of a year, for prices by the year or the month. */
const sharesOfTime = [1, 1 / 365, 1 / 366, 1 / 12, 1 / 30, 12 / 365];

/** Of figures that stand by an amount, those that multiply to it; the nearest, and those whose units fit, first. */
const factorsOf = (amount: PlacedFigure, others: readonly PlacedFigure[]): Factors | undefined => {
  const found: { factors: Factors; rank: number }[] = [];
  const add = (quantity: PlacedFigure, rate: PlacedFigure, scale: number, days?: PlacedFigure): void => {
    const distance = Math.abs(amount.at - quantity.at) + Math.abs(amount.at - rate.at);
    const fits = Number(isRateLike(rate)) + Number(quantity.unit !== undefined && quantity.unit === rate.per) - Number(rate.unit !== undefined);
    found.push({ factors: { quantity, rate, scale, days }, rank: fits * 10_000 - distance - (days ? 5_000 : 0) });
  };
  others.forEach((rate, i) => {
    if (rate.value === 0 || rate.unit !== undefined) return;
    const scales = rate.isPercent || rate.isMinor ? [0.01] : rate.isMoney ? [1] : [1, 0.01];
    others.forEach((quantity, j) => {
      if (i === j || quantity.value === 0 || quantity.isPercent || quantity.isMinor || quantity.per !== undefined) return;
      if (quantity.isMoney && !rate.isPercent) return;
      for (const scale of scales) {
        const product = quantity.value * rate.value * scale;
        // Hundredths that nothing names are those of a title above the column.
        const isPlain = scale === 1 || rate.isPercent || rate.isMinor || rate.decimals > 0;
        const isTrivial = quantity.value === 1 && quantity.unit === undefined;
        if (isPlain && !isTrivial && mayBe(amount, product, [quantity, rate])) add(quantity, rate, scale);
        if (rate.isPercent) continue;
        others.forEach((days, k) => {
          if (k === i || k === j || days.decimals > 0 || days.value < 2 || days.isMoney || days.isPercent || days.per !== undefined) return;
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

interface Entry {
  readonly segment: Segment;
  readonly text: string;
  readonly amount: PlacedFigure;
  readonly factors?: Factors | undefined;
  readonly box: Box;
}

const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{M}]+/gu, ' ').trim();
const clean = (text: string): string => text.replace(/\s+/g, ' ').replace(/^[\s:;,.–-]+|[\s:;,–-]+$/g, '').slice(0, 300);

/** A row tells one amount: what its other figures multiply to, or the last that is money. */
const entryOfRow = (segment: Segment, isMoney: (one: PlacedFigure) => boolean): Entry[] => {
  const { figures, text, box } = segment;
  const amounts = figures.filter(isMoney);
  for (const amount of amounts.toReversed()) {
    const factors = factorsOf(amount, figures.filter((one) => one !== amount));
    if (factors) return [{ segment, text, amount, factors, box }];
  }
  const last = amounts.at(-1);
  return last ? [{ segment, text, amount: last, box }] : [];
};

/** Between the amounts of a sentence stands what they are for: before each, or behind each where it begins with one. */
const entriesOfSentence = (segment: Segment, isMoney: (one: PlacedFigure) => boolean): Entry[] => {
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
  const isBehind = told.length > 1 && lettersOf(text.slice(0, told[0]?.amount.at)).split(' ').filter((one) => one.length > 2).length < 2;
  return told.map(({ amount, factors }, i) => {
    const from = isBehind ? amount.at : i === 0 ? 0 : (told[i - 1]?.amount.end ?? 0);
    const to = isBehind || i === told.length - 1 ? (told[i + 1]?.amount.at ?? text.length) : amount.end;
    return { segment, text: text.slice(from, to), amount, factors, box: told.length === 1 ? segment.box : amount.box };
  });
};

const isNear = (a: Segment, b: Segment, lines: number): boolean =>
  a.page === b.page &&
  Math.abs(a.box.y + a.box.height - b.box.y - b.box.height) < lines * Math.max(Math.min(a.box.height, 14), Math.min(b.box.height, 14)) &&
  a.box.x < b.box.x + b.box.width &&
  b.box.x < a.box.x + a.box.width;

/** What a row lacks may stand in the row beneath or above: its factors, or its words. */
const completed = (entries: readonly Entry[], segments: readonly Segment[]): Entry[] => {
  const claimed = new Set(entries.map(({ segment }) => segment));
  return entries.map((entry) => {
    let { segment, text, factors, box } = entry;
    const at = segments.indexOf(segment);
    const beside = [1, 2, -1].flatMap((step) => segments[at + step] ?? []).filter((one) => !claimed.has(one) && !one.isSentence);
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
    if (lettersOf(text).length < 3) {
      const words = [-1, 1, 2].flatMap((step) => segments[at + step] ?? []).filter((one) => !claimed.has(one) && isNear({ ...segment, box: { ...segment.box, x: 0, width: segment.box.x + segment.box.width } }, one, 1.7) && one.figures.length === 0 && lettersOf(one.text).length > 2);
      for (const one of words.slice(0, 2)) {
        text = `${one.text} ${text}`;
        box = around([box, one.box]);
        claimed.add(one);
      }
    }
    return { ...entry, text, factors, box };
  });
};

// What sums to an amount.

interface Node {
  readonly entry: Entry;
  readonly children: readonly Node[];
}

const cents = (value: number): number => Math.round(value * 1000);
const sumOf = (nodes: readonly Node[]): number => nodes.reduce((sum, { entry }) => sum + cents(entry.amount.value), 0);
const isSum = (nodes: readonly Node[], amount: number, slack: number): boolean => Math.abs(sumOf(nodes) - cents(amount)) <= slack * 1000 + 1;

const isTotal = ({ text }: Entry): boolean => says.total.test(text) || says.part.test(text);
const isBalance = ({ text, factors }: Entry): boolean => !factors && says.balance.test(text);
const leavesOf = (node: Node): Node[] => (node.children.length === 0 ? [node] : node.children.flatMap(leavesOf));

/** The longest run at the end that sums to an amount: a single one only where words call the amount a total. */
const runBefore = (stack: readonly Node[], entry: Entry): number => {
  const least = isTotal(entry) ? 1 : 2;
  const slack = isTotal(entry) ? 0.021 : 0.006;
  for (let count = least; count <= stack.length; count += 1) {
    const run = stack.slice(-count);
    if (isSum(run, entry.amount.value, slack)) return count;
  }
  return 0;
};

/** Amounts in their order become trees: a sum stands behind its parts, or before them. */
const treesOf = (entries: readonly Entry[]): Node[] => {
  const stack: Node[] = [];
  for (const entry of entries) {
    const isLeaf = entry.factors !== undefined && !isTotal(entry);
    const count = isLeaf ? 0 : runBefore(stack, entry);
    const children = count === 0 ? [] : stack.splice(-count);
    // The same sum said again.
    const [only] = children;
    stack.push(children.length === 1 && only && only.children.length > 0 ? { entry, children: only.children } : { entry, children });
  }
  // Before them, from the end: the innermost first.
  for (let i = stack.length - 2; i >= 0; i -= 1) {
    const node = stack[i] as Node;
    if (node.children.length > 0 || (node.entry.factors && !isTotal(node.entry))) continue;
    for (let count = 2; i + count < stack.length; count += 1)
      if (isSum(stack.slice(i + 1, i + 1 + count), node.entry.amount.value, isTotal(node.entry) ? 0.021 : 0.006)) {
        stack[i] = { entry: node.entry, children: stack.splice(i + 1, count) };
        break;
      }
  }
  return stack;
};

const everyNode = (nodes: readonly Node[]): Node[] => nodes.flatMap((node) => [node, ...everyNode(node.children)]);

/** A sum that was not reached as something else stands between: without one or two amounts that nothing supports. */
const reachedWithout = (stack: readonly Node[], total: Entry): Node[] | undefined => {
  const end = stack.findIndex(({ entry }) => entry === total);
  const before = (end === -1 ? stack : stack.slice(0, end)).filter(({ entry }) => entry !== total);
  const weak = before.filter(({ entry, children }) => !entry.factors && children.length === 0);
  const target = total.amount.value;
  for (let start = 0; start < before.length - 1; start += 1) {
    const window = before.slice(start);
    if (isSum(window, target, 0.021)) return window;
  }
  for (const one of weak)
    for (let start = 0; start < before.length - 1; start += 1) {
      const window = before.slice(start).filter((node) => node !== one);
      if (window.length > 1 && isSum(window, target, 0.021)) return window;
    }
  for (const one of weak)
    for (const two of weak) {
      if (one === two) continue;
      const window = before.filter((node) => node !== one && node !== two);
      if (window.length > 1 && isSum(window, target, 0.021)) return window;
    }
  return undefined;
};

interface Summed {
  readonly lines: readonly Entry[];
  readonly total: Entry | undefined;
}

const summed = (entries: readonly Entry[]): Summed => {
  const trees = treesOf(entries);
  const nodes = everyNode(trees);
  const isWhole = ({ text }: Entry): boolean => says.whole.test(text) && !says.part.test(text);
  const roots = nodes.filter(({ children, entry }) => children.length > 1 && !isBalance(entry));
  // What a summary says in one amount is told in parts elsewhere.
  const finer = (leaf: Node, own: ReadonlySet<Node>): Node[] => {
    if (leaf.entry.factors && !isTotal(leaf.entry)) return [leaf];
    const target = cents(leaf.entry.amount.value);
    const tree = nodes.find((node) => !own.has(node) && node.children.length > 0 && cents(node.entry.amount.value) === target);
    if (tree) return leavesOf(tree);
    const free = trees.filter((node) => !own.has(node));
    for (let start = 0; start < free.length; start += 1)
      for (let count = 2; start + count <= free.length; count += 1) {
        const run = free.slice(start, start + count);
        if (run.some(({ entry }) => entry.factors) && isSum(run, leaf.entry.amount.value, 0.006)) return run.flatMap(leavesOf);
      }
    const twin = free.find(({ entry, children }) => children.length === 0 && entry.factors && cents(entry.amount.value) === target);
    return [twin ?? leaf];
  };
  const linesOf = (node: Node): Node[] => {
    const own = new Set(everyNode([node]));
    return leavesOf(node).flatMap((leaf) => finer(leaf, own));
  };
  const weight = (node: Node): number => {
    const lines = linesOf(node);
    const named = isWhole(node.entry) ? 3 : isTotal(node.entry) ? 1 : -4;
    return lines.length * 2 + lines.filter(({ entry }) => entry.factors).length * 2 + named;
  };
  const root = roots.toSorted((a, b) => weight(b) - weight(a))[0];
  const named = entries.filter((entry) => isTotal(entry) && !isBalance(entry));
  const wholes = named.filter(isWhole);
  // A total that words name, of all amounts but a few that nothing supports.
  const outer = [...wholes, ...named]
    .filter(({ amount }) => !root || cents(amount.value) !== cents(root.entry.amount.value))
    .flatMap((total) => {
      const parts = reachedWithout(trees, total);
      return parts ? [{ entry: total, children: parts }] : [];
    })
    .toSorted((a, b) => weight(b) - weight(a))[0];
  const best = outer && (!root || weight(outer) > weight(root)) ? outer : root;
  if (!best) {
    const total = wholes.at(-1) ?? named.at(-1);
    return { total, lines: entries.filter((entry) => !isTotal(entry) && !isBalance(entry) && entry !== total && (entry.factors || entries.length < 40)) };
  }
  const lines = linesOf(best).map(({ entry }) => entry).filter((entry) => !isBalance(entry));
  const sum = lines.reduce((all, { amount }) => all + cents(amount.value), 0);
  const total = Math.abs(sum - cents(best.entry.amount.value)) <= 22 ? best.entry : (entries.find(({ amount }) => Math.abs(cents(amount.value) - sum) <= 1 && !lines.some((line) => line.amount === amount)) ?? best.entry);
  return { lines, total };
};

// Days.

interface PlacedDate {
  readonly day: string;
  readonly segment: Segment;
  readonly start: number;
  readonly end: number;
}

const pad = (value: number): string => String(value).padStart(2, '0');
const isDay = (day: string): boolean => {
  const at = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === day;
};

const placedDates = (segments: readonly Segment[], isMonthFirst: boolean): PlacedDate[] =>
  segments.flatMap((segment) => {
    const found = datesOf(segment.text);
    const dates = found.flatMap((date, i): PlacedDate[] => {
      const next = found.slice(i + 1).find(({ year }) => year !== null);
      const swaps = date.isEither && (date.month as number) <= 12 && (isMonthFirst ? date.day <= 12 : false);
      const [day, month] = (date.month as number) > 12 || swaps ? [date.month as number, date.day] : [date.day, date.month as number];
      const year = date.year ?? (next?.year != null ? (month > (next.month as number) ? next.year - 1 : next.year) : null);
      const written = `${year}-${pad(month)}-${pad(day)}`;
      return year !== null && isDay(written) ? [{ day: written, segment, start: date.start, end: date.end }] : [];
    });
    // A day alone before a date has its month: 1 to 31 March 2026.
    return dates.flatMap((date, i) => {
      const before = plainText(segment.text).slice(dates[i - 1]?.end ?? 0, date.start);
      const [whole = '', alone] = /(?<![\d.,:/])(\d{1,2})(?:st|nd|rd|th|\.|º)?\s*(?:-|–|—|to|al?|bis|au|até|से|through|and|y|und|et)\s*(?:the\s*|el\s*|zum\s*)?$/iu.exec(before) ?? [];
      const day = alone === undefined ? '' : `${date.day.slice(0, 8)}${pad(Number(alone))}`;
      return alone !== undefined && isDay(day) && day < date.day ? [{ ...date, day, start: date.start - whole.length, end: date.start - 1 }, date] : [date];
    });
  });

interface FoundPeriod {
  readonly from: string;
  readonly to: string;
  readonly dates: readonly [PlacedDate, PlacedDate];
}

const periodOf = (dates: readonly PlacedDate[], segments: readonly Segment[], lines: readonly Entry[]): FoundPeriod | undefined => {
  const said = new Map<number, number>();
  const count = (days: number, weight: number): void => void said.set(days, (said.get(days) ?? 0) + weight);
  for (const { figures } of segments) for (const one of figures) if (one.unit === 'day' && one.decimals === 0 && !one.isMoney) count(one.value, 1);
  for (const { factors } of lines)
    for (const one of factors ? [factors.days, factors.quantity] : [])
      if (one && one.decimals === 0 && one.value >= 5 && one.value <= 200 && (one.unit === 'day' || (one === factors?.days))) count(one.value, 3);
  const candidates: { period: FoundPeriod; score: number }[] = [];
  dates.forEach((first, i) =>
    dates.forEach((last, j) => {
      const days = daysBetween(first.day, last.day);
      if (first.day >= last.day || days < 5 || days > 200) return;
      const isBeside = first.segment === last.segment && i + 1 === j;
      const [a, b] = [first.segment, last.segment];
      const isStacked = a !== b && (isNear(a, b, 4) || (a.page === b.page && Math.abs(a.box.y - b.box.y) < 4));
      const between = isBeside ? first.segment.text.slice(first.end, last.start) : '';
      const label = isBeside ? a.text.slice(0, first.start) : `${a.text} ${b.text}`;
      const above = segments.filter((one) => one.page === a.page && one !== a && one.box.y < a.box.y && a.box.y - one.box.y < 2.5 * Math.max(10, a.box.height) && one.box.x < a.box.x + a.box.width && a.box.x < one.box.x + one.box.width).map(({ text }) => text).join(' ');
      const weightOf = (n: number): number => Math.min(said.get(n) ?? 0, 6);
      const [exclusive, inclusive] = [weightOf(days), weightOf(days + 1)];
      const isWholeMonths = first.day.endsWith('-01') && addDays(last.day, 1).endsWith('-01');
      const sameDay = first.day.slice(8) === last.day.slice(8);
      const isInclusive = exclusive === inclusive ? isWholeMonths || !sameDay : inclusive > exclusive;
      const score =
        (isBeside ? 3 : isStacked ? 1 : -2) +
        (isBeside && between.trim().length <= 12 ? 2 : 0) +
        Math.max(exclusive, inclusive) +
        (says.period.test(label) ? 2 : says.period.test(above) ? 1 : 0) -
        (says.due.test(isBeside ? label : `${a.text} ${b.text}`) ? 2 : 0) -
        (!isBeside && (says.issued.test(a.text) || says.issued.test(b.text)) ? 3 : 0) -
        (says.other.test(label) ? 3 : 0) +
        (days >= 25 && days <= 95 ? 1 : 0);
      candidates.push({ period: { from: first.day, to: isInclusive ? addDays(last.day, 1) : last.day, dates: [first, last] }, score });
    }),
  );
  const best = candidates.toSorted((a, b) => b.score - a.score)[0];
  return best && best.score >= 3 ? best.period : undefined;
};

// Use.

const energyUnits: readonly Unit[] = ['kWh', 'm3', 'L', 'kL', 'gal', 'kgal', 'HCF'];
const isUse = ({ unit, per, isMoney, value }: Figure): boolean => unit !== undefined && energyUnits.includes(unit) && per === undefined && !isMoney && value > 0;

interface FoundUse {
  readonly figure: PlacedFigure;
  readonly segment: Segment;
  readonly unit: Unit | undefined;
  readonly reads: readonly { previous: string; current: string }[];
}

/** Readings: what one shows more than the other is what was used. */
const readsFor = (used: number, figures: readonly { one: PlacedFigure }[]): { previous: string; current: string } | undefined => {
  const plain = figures.map(({ one }) => one).filter(({ isMoney, per, isPercent, isMinor, value }) => !isMoney && per === undefined && !isPercent && !isMinor && value >= 0);
  for (const [i, a] of plain.entries())
    for (const b of plain.slice(Math.max(0, i - 8), i + 9))
      if (a !== b && b.value > used && a.value > 0 && a.value !== used && Math.abs(b.value - a.value - used) < 10 ** -Math.max(a.decimals, b.decimals) * 0.51)
        return { previous: a.text, current: b.text };
  return undefined;
};

const useOf = (segments: readonly Segment[], lines: readonly Entry[]): FoundUse | undefined => {
  const all = segments.flatMap((segment) => segment.figures.map((one) => ({ one, segment })));
  const quantities = lines.flatMap(({ factors }) => (factors && !factors.rate.isPercent && factors.days === undefined && !isTime(factors.quantity.unit) && factors.quantity.unit !== 'kW' ? [factors.quantity] : []));
  const sums = new Set<number>();
  for (let i = 0; i < quantities.length; i += 1)
    for (let j = i + 1, sum = quantities[i]?.value ?? 0; j < quantities.length; j += 1) {
      sum += quantities[j]?.value ?? 0;
      sums.add(Math.round(sum * 1000));
    }
  const units = new Map<Unit, number>();
  for (const { one } of all) if (isUse(one) || (one.per !== undefined && energyUnits.includes(one.per))) units.set((one.unit ?? one.per) as Unit, (units.get((one.unit ?? one.per) as Unit) ?? 0) + 1);
  const unit = [...units].toSorted((a, b) => b[1] - a[1])[0]?.[0];
  const scored = all
    .filter(({ one }) => isUse(one) || (one.unit === undefined && one.per === undefined && !one.isMoney && !one.isPercent && !one.isMinor && one.value > 0 && one.value < 1e6))
    .map(({ one, segment }) => {
      const reads = readsFor(one.value, all);
      const key = Math.round(one.value * 1000);
      const isCounted = quantities.some((quantity) => quantity.value === one.value);
      const isSumOfParts = sums.has(key);
      const score =
        (isUse(one) ? 2 : 0) +
        (reads ? 4 : 0) +
        (isSumOfParts ? 4 : 0) +
        (isCounted ? 2 : 0) +
        (says.used.test(segment.text) ? 1 : 0) -
        (says.other.test(segment.text) ? 3 : 0) -
        (one.unit !== undefined && unit !== undefined && one.unit !== unit ? 2 : 0);
      return { figure: one, segment, unit: one.unit ?? unit, reads: reads ? [reads] : [], score, value: one.value };
    })
    // Of two that could be the difference of readings, a reading is the larger.
    .toSorted((a, b) => b.score - a.score || (a.reads.length > 0 && b.reads.length > 0 ? a.value - b.value : b.value - a.value));
  const [best] = scored;
  return best && best.score >= 3 ? best : undefined;
};

// The whole.

const currencyOf = (segments: readonly Segment[]): string | undefined => {
  const votes = new Map<string, number>();
  for (const { figures } of segments) for (const { currency } of figures) if (currency !== undefined) votes.set(currency, (votes.get(currency) ?? 0) + 1);
  const text = segments.map((one) => one.text).join(' ');
  for (const [sign, code] of [['€', 'EUR'], ['£', 'GBP'], ['₹', 'INR'], ['$', 'USD']] as const) votes.set(code, (votes.get(code) ?? 0) + 0.5 * (text.split(sign).length - 1));
  for (const [code] of text.matchAll(/(?<![A-Z])(?:EUR|GBP|USD|INR|CHF|CAD|AUD|NZD|MXN|BRL|COP|CLP|ARS|PEN|ZAR|SEK|NOK|DKK|PLN|CZK|JPY|SGD)(?![A-Z])/g)) votes.set(code, (votes.get(code) ?? 0) + 1);
  for (const found of text.match(/(?<![A-Za-z])Rs\.?(?![A-Za-z])|रु/g) ?? []) if (found) votes.set('INR', (votes.get('INR') ?? 0) + 1);
  const dollars = ['CAD', 'AUD', 'NZD', 'MXN', 'COP', 'CLP', 'ARS', 'SGD'].find((code) => (votes.get(code) ?? 0) > 0);
  if (dollars !== undefined && votes.has('USD') && !text.includes('USD')) votes.set(dollars, (votes.get(dollars) ?? 0) + (votes.get('USD') ?? 0) + 1);
  const best = [...votes].filter(([, count]) => count > 0).toSorted((a, b) => b[1] - a[1])[0];
  return best?.[0];
};

const issuedOf = (dates: readonly PlacedDate[], segments: readonly Segment[], period: FoundPeriod | undefined): PlacedDate | undefined => {
  const own = dates.filter(({ day }) => period === undefined || (day >= addDays(period.to, -3) && day <= addDays(period.to, 120)));
  const labelled = own.filter((date) => {
    const before = date.segment.text.slice(0, date.start);
    const cell = before.split(/[:;]|\s{2,}/).filter((part) => part.trim() !== '').at(-1) ?? '';
    return says.issued.test(before) && !says.due.test(cell) && !(period && period.dates.some((one) => one.segment === date.segment && one.start === date.start));
  });
  void segments;
  return labelled[0];
};

const paperLineOf = ({ text, amount, factors, segment, box }: Entry, layer: TextLayer): PaperLine => {
  const page = layer.pages[segment.page - 1];
  const place = { page: segment.page, box: page ? shareOf(box, page) : { x: 0, y: 0, width: 1, height: 1 } };
  if (!factors) return { text: clean(text), amount: amount.text, ...place };
  const { quantity, rate, days, scale } = factors;
  const isPercent = rate.isPercent;
  const isMinor = !isPercent && (rate.isMinor || Math.abs(scale - 0.01) < 1e-9);
  const plainRate = isMinor ? shifted(rate.text) : rate.text;
  return {
    text: clean(text),
    quantity: quantity.text,
    ...(isPercent ? { unit: '%' as const } : (quantity.unit ?? rate.per) !== undefined && { unit: quantity.unit ?? (isTime(rate.per) && days ? 'kW' : rate.per) }),
    rate: plainRate.replace(/^-/, ''),
    ...(days && { days: days.text }),
    amount: amount.text,
    ...place,
  };
};

/** Hundredths as the whole. */
const shifted = (text: string): string => {
  const [whole = '0', broken = ''] = text.replace('-', '').split('.');
  const padded = whole.padStart(3, '0');
  const decimals = `${padded.slice(-2)}${broken}`;
  return `${padded.slice(0, -2).replace(/^0+(?=\d)/, '')}.${decimals}`;
};

export const readLayer = (layer: TextLayer): PaperBill => {
  const texts = layer.rows.flatMap(({ pieces }) => pieces.map(({ text }) => text));
  const mark = decimalMarkOf(texts);
  const segments = segmentsOf(layer, mark);
  const currency = currencyOf(segments);
  const all = segments.flatMap(({ figures }) => figures);
  const isWithCents = all.filter((one) => isMoneyLike(one) && one.decimals === 2).length >= 3;
  const isMoney = (one: PlacedFigure): boolean =>
    isMoneyLike(one) ? one.decimals === 2 || !isWithCents || (one.isMoney && one.decimals <= 2) : !isWithCents && one.unit === undefined && one.per === undefined && !one.isPercent && one.decimals <= 2 && one.value !== 0;
  const told = segments.flatMap((segment) => (segment.isSentence ? entriesOfSentence(segment, isMoney) : entryOfRow(segment, isMoney)));
  const entries = completed(told, segments);
  const { lines, total } = summed(entries);
  const isMonthFirst = monthIsFirst(segments, currency);
  const dates = placedDates(segments, isMonthFirst);
  const period = periodOf(dates, segments, lines);
  const issued = issuedOf(dates, segments, period);
  const used = useOf(segments, lines);
  const taxes = lines.filter(({ text, factors }) => says.tax.test(text) && !(factors && !factors.rate.isPercent && factors.quantity.unit === 'day'));
  const placeOf = (segment: Segment, box: Box = segment.box): PaperPlace => {
    const page = layer.pages[segment.page - 1];
    return { page: segment.page, box: page ? shareOf(box, page) : { x: 0, y: 0, width: 1, height: 1 } };
  };
  const places: PaperBill['places'] = {
    ...(period && { from: placeOf(period.dates[0].segment), to: placeOf(period.dates[1].segment) }),
    ...(issued && { issued: placeOf(issued.segment) }),
    ...(used && { used: placeOf(used.segment) }),
    ...(total && { total: placeOf(total.segment) }),
    ...(taxes[0] && { tax: placeOf(taxes[0].segment) }),
  };
  const clueOf: Partial<Record<PaperField, RegExp>> = { from: says.period, to: says.period, used: says.used, total: says.total };
  const missing = [
    ...(period ? [] : (['from', 'to'] as const)),
    ...(used ? [] : (['used'] as const)),
    ...(total ? [] : (['total'] as const)),
    ...(currency === undefined ? (['currency'] as const) : []),
  ];
  const taxSum = taxes.reduce((sum, { amount }) => sum + amount.value, 0);
  return {
    ...(period && { from: period.from, to: period.to }),
    ...(issued && { issued: issued.day }),
    ...(used && { used: { amount: used.figure.text, ...(used.unit && { unit: used.unit }) } }),
    reads: used ? [...used.reads] : [],
    ...(currency !== undefined && { currency }),
    ...(total && { total: total.amount.text }),
    ...(taxes.length > 0 && { tax: taxSum.toFixed(2) }),
    lines: lines.map((line) => paperLineOf(line, layer)),
    places,
    unreadable: missing.map((field) => {
      const clue = clueOf[field];
      const segment = clue && segments.find(({ text }) => clue.test(text));
      return { field, place: segment ? placeOf(segment) : null };
    }),
  };
};

const monthIsFirst = (segments: readonly Segment[], currency: string | undefined): boolean => {
  const either = segments.flatMap(({ text }) => datesOf(text)).filter(({ isEither }) => isEither);
  if (either.some(({ month }) => (month as number) > 12)) return true;
  if (either.some(({ day }) => day > 12)) return false;
  return currency === 'USD';
};

/** Throws a PaperError. */
export const readPaper = async (bytes: Uint8Array): Promise<PaperBill> => readLayer(await readTextLayer(bytes));
