/** What sums to an amount is a part of it: which amounts of a paper are its lines, and which is their total. */
import type { Entry } from './entries.ts';
import type { Box, Column, Columns, IsMoney, PlacedFigure, Segment } from './segments.ts';
import { says } from './words.ts';

/** As much of an entry as sums ask for. */
type Amount = Pick<Entry, 'amount' | 'text' | 'factors' | 'isTax'>;
interface Node<Of extends Amount = Entry> {
  readonly entry: Of;
  readonly children: readonly Node<Of>[];
}

const cents = (value: number): number => Math.round(value * 1000);

const isTotal = ({ text, isTax }: Amount): boolean => !isTax && (says.total.test(text) || says.part.test(text));
/** Totals are rounded on their own. */
const slackOf = (entry: Amount): number => (isTotal(entry) ? 22 : 7);
/** Also what was paid in so many parts. */
const isBalance = ({ text, factors, amount }: Entry): boolean =>
  says.balance.test(text) &&
  (!factors ||
    (amount.value < 0 && factors.quantity.unit === undefined && !factors.rate.isPercent && !factors.rate.per));
const everyNode = <Of extends Amount>(nodes: readonly Node<Of>[], all: Node<Of>[] = []): Node<Of>[] => {
  for (const node of nodes) {
    all.push(node);
    everyNode(node.children, all);
  }
  return all;
};
const leavesOf = <Of extends Amount>(node: Node<Of>): Node<Of>[] =>
  everyNode([node]).filter(({ children }) => children.length === 0);

/** How many, one after the other from the first on, sum to an amount; what cost nothing goes with them. */
const runOf = <Of extends Amount>(nodes: readonly Node<Of>[], entry: Of, least: number): number => {
  const [target, slack] = [cents(entry.amount.value), slackOf(entry)];
  let sum = 0;
  for (const [i, node] of nodes.entries()) {
    sum += cents(node.entry.amount.value);
    if (i + 1 < least || Math.abs(sum - target) > slack) continue;
    const next = nodes.findIndex((one, k) => k > i && !(one.entry.amount.value === 0 && one.entry.factors));
    return next === -1 ? nodes.length : next;
  }
  return 0;
};

/** Amounts in their order become trees: a sum stands behind its parts, or before them; single parts only where words call the amount a total. */
const treesOf = <Of extends Amount>(entries: readonly Of[]): Node<Of>[] => {
  const stack: Node<Of>[] = [];
  for (const entry of entries) {
    const isLeaf = entry.factors !== undefined && !isTotal(entry);
    const count = isLeaf || entry.amount.value === 0 ? 0 : runOf(stack.toReversed(), entry, isTotal(entry) ? 1 : 2);
    let children = count === 0 ? [] : stack.splice(-count);
    // Told twice, as net and tax behind all that it is made of.
    const again = count === 0 ? 0 : runOf(stack.toReversed(), entry, 2);
    const isMade = (nodes: readonly Node<Of>[]): boolean => nodes.filter((one) => one.entry.factors).length > 1;
    if (again > 0 && isMade(stack.slice(-again)) && !isMade(children.flatMap(leavesOf)))
      children = stack.splice(-again);
    // The same sum said again.
    const [only] = children;
    stack.push(
      children.length === 1 && only && only.children.length > 0
        ? { entry, children: only.children }
        : { entry, children },
    );
  }
  // Before them, from the end: the innermost first.
  for (let i = stack.length - 2; i >= 0; i -= 1) {
    const { entry, children } = stack[i] as Node<Of>;
    if (children.length > 0 || entry.amount.value === 0 || (entry.factors && !isTotal(entry))) continue;
    const count = runOf(stack.slice(i + 1), entry, 2);
    if (count > 0) stack[i] = { entry, children: stack.splice(i + 1, count) };
  }
  return stack;
};

// Columns.

/** Amounts that begin or end at the same place of their rows, and whether they sum to one among them. */
export const columnsOf = (segments: readonly Segment[], isMoney: IsMoney): Columns => {
  const all = segments.flatMap(({ isSentence, page, text, figures }) =>
    isSentence ? [] : figures.filter(isMoney).map((amount) => ({ amount, page, text })),
  );
  const columns = new Map<PlacedFigure, Column>();
  const close = (open: typeof all): void => {
    const rows = open.toSorted((a, b) => a.amount.box.y - b.amount.box.y);
    const sizes = everyNode(treesOf(rows)).flatMap((node) => (node.children.length > 1 ? [leavesOf(node).length] : []));
    const column = { figures: rows.map(({ amount }) => amount), parts: Math.max(0, ...sizes) };
    for (const figure of column.figures)
      if (column.parts > (columns.get(figure)?.parts ?? -1)) columns.set(figure, column);
  };
  for (const edge of [(box: Box): number => box.x + box.width, (box: Box): number => box.x]) {
    let open: typeof all = [];
    for (const one of all.toSorted((a, b) => a.page - b.page || edge(a.amount.box) - edge(b.amount.box))) {
      const last = open.at(-1);
      if (last && (last.page !== one.page || edge(one.amount.box) - edge(last.amount.box) > 2.5)) {
        close(open);
        open = [];
      }
      open.push(one);
    }
    close(open);
  }
  return columns;
};

/** Of those that nothing supports, how many may stand between, and how many totals are tried so: a bill has few. */
const maxWeak = 16;
const maxTotals = 30;
/** A sum that was not reached as something else stands between: without one or two amounts that nothing supports, before it or behind. */
const reachedWithout = (stack: readonly Node[], total: Entry): Node[] | undefined => {
  const end = stack.findIndex(({ entry }) => entry === total);
  const sides = end === -1 ? [stack] : [stack.slice(0, end), stack.slice(end + 1).toReversed()];
  for (const side of sides) {
    const weak = side.filter(({ entry, children }) => !entry.factors && children.length === 0).slice(-maxWeak);
    const without = [
      [],
      ...weak.map((one) => [one]),
      ...weak.flatMap((one, i) => weak.slice(i + 1).map((two) => [one, two])),
    ];
    const near = side.toReversed();
    for (const out of without) {
      const rest = near.filter((node) => !out.includes(node));
      const count = runOf(rest, total, 2);
      if (count > 1) return rest.slice(0, count).toReversed();
    }
  }
  return undefined;
};

/** Of what is due, what is of this bill: all but what was owed or paid before, where that is one sum. */
const withoutBalance = (whole: Node | undefined, nodes: readonly Node[]): Node | undefined => {
  let best = whole;
  const seen = new Set<number>();
  while (best?.children.some(({ entry }) => isBalance(entry))) {
    seen.add(cents(best.entry.amount.value));
    const [own, ...more] = best.children.flatMap(({ entry }) =>
      isBalance(entry) || entry.amount.value === 0 ? [] : cents(entry.amount.value),
    );
    if (own === undefined || more.length > 0 || seen.has(own)) return best;
    const [part] = nodes
      .filter(({ entry, children }) => children.length > 1 && cents(entry.amount.value) === own)
      .toSorted((a, b) => leavesOf(b).length - leavesOf(a).length);
    if (!part) return best;
    best = part;
  }
  return best;
};

const byAmount = (nodes: readonly Node[]): ReadonlyMap<number, readonly Node[]> => {
  const all = new Map<number, Node[]>();
  for (const node of nodes) {
    const amount = cents(node.entry.amount.value);
    const same = all.get(amount);
    if (same) same.push(node);
    else all.set(amount, [node]);
  }
  return all;
};

/** Of how many parts, one after the other, a sum is looked for that no row tells. */
const maxParts = 60;
/** What a summary says in one amount is told in parts elsewhere: down to the finest, and no part is one of two. */
const detailsIn = (trees: readonly Node[], nodes: readonly Node[]): ((whole: Node) => Node[]) => {
  const leaves = new Map(nodes.map((node) => [node, leavesOf(node)]));
  const leavesIn = (node: Node): readonly Node[] => leaves.get(node) ?? leavesOf(node);
  const finest = new Set(nodes.flatMap(({ entry }) => (entry.factors && !isTotal(entry) ? [entry] : [])));
  const sums = byAmount(nodes.filter(({ children }) => children.length > 0));
  const singles = byAmount(trees.filter(({ children, entry }) => children.length === 0 && entry.factors));
  const runs = new Map<string, readonly (readonly Node[])[]>();
  const runsTo = (entry: Entry): readonly (readonly Node[])[] => {
    const key = `${cents(entry.amount.value)} ${slackOf(entry)}`;
    const found =
      runs.get(key) ??
      trees.flatMap((_, start) => {
        const from = trees.slice(start, start + maxParts);
        const run = from.slice(0, runOf(from, entry, 2));
        return run.some((node) => node.entry.factors) ? [run] : [];
      });
    runs.set(key, found);
    return found;
  };
  return (whole) => {
    const used = new Set<Entry>();
    const isFree = (node: Node): boolean => leavesIn(node).every(({ entry }) => !used.has(entry));
    const isRunFree = (run: readonly Node[]): boolean => run.every((node) => !used.has(node.entry) && isFree(node));
    const finer = (leaf: Node): Node[] => {
      if (finest.has(leaf.entry)) return [leaf];
      const target = cents(leaf.entry.amount.value);
      const tree = sums.get(target)?.find(isFree);
      if (tree) return detailsOf(tree);
      const run = runsTo(leaf.entry).find(isRunFree);
      if (run) return run.flatMap(detailsOf);
      const single = singles.get(target)?.find(isFree);
      if (!single) return [leaf];
      used.add(single.entry);
      return [single];
    };
    const detailsOf = (node: Node): Node[] => {
      for (const { entry } of everyNode([node])) used.add(entry);
      return leavesIn(node).flatMap(finer);
    };
    return detailsOf(whole);
  };
};

interface Summed {
  readonly lines: readonly Entry[];
  readonly total: Entry | undefined;
}

export const summed = (told: readonly Entry[], columns: Columns): Summed => {
  // A tax that has a row of its own is said again by the total.
  const seen = new Set<number>();
  const entries = told.filter(({ isTax, amount: { value } }) => {
    const isSaid = isTax && seen.has(cents(value));
    seen.add(cents(value));
    return !isSaid;
  });
  const trees = treesOf(entries);
  // Read down each column too: what stands beside it is not between its amounts.
  const inColumns = [...new Set(columns.values())]
    .filter(({ parts }) => parts > 1)
    .flatMap((column) => treesOf(entries.filter(({ amount }) => columns.get(amount) === column)));
  const nodes = everyNode([...trees, ...inColumns]);
  const isWhole = ({ text }: Entry): boolean => says.whole.test(text) && !says.part.test(text);
  const roots = nodes.filter(({ children, entry }) => children.length > 1 && !isBalance(entry));
  const detailsOf = detailsIn(trees, nodes);
  const weighed = (node: Node): { node: Node; weight: number } => {
    const lines = detailsOf(node);
    const named = isWhole(node.entry) ? 3 : isTotal(node.entry) ? 1 : -4;
    return { node, weight: lines.length * 2 + lines.filter(({ entry }) => entry.factors).length * 2 + named };
  };
  const heaviest = (all: readonly Node[]) => all.map(weighed).toSorted((a, b) => b.weight - a.weight)[0];
  const root = heaviest(roots);
  const named = entries.filter((entry) => isTotal(entry) && !isBalance(entry));
  const wholes = named.filter(isWhole);
  // A total that words name, of all amounts but a few that nothing supports.
  const outer = heaviest(
    [...new Set([...wholes, ...named])]
      .filter(({ amount }) => !root || cents(amount.value) !== cents(root.node.entry.amount.value))
      .slice(0, maxTotals)
      .flatMap((total) => {
        const parts = reachedWithout(trees, total);
        return parts ? [{ entry: total, children: parts }] : [];
      }),
  );
  const best = withoutBalance((outer && (!root || outer.weight > root.weight) ? outer : root)?.node, nodes);
  if (!best) {
    const total = wholes.at(-1) ?? named.at(-1);
    return {
      total,
      lines: entries.filter(
        (entry) => !isTotal(entry) && !isBalance(entry) && entry !== total && (entry.factors || entries.length < 40),
      ),
    };
  }
  const parts = detailsOf(best).map(({ entry }) => entry);
  // What was owed and what was paid cancel each other.
  const isPaid = ({ factors, amount }: Entry): boolean =>
    !factors && amount.value !== 0 && parts.some((one) => !one.factors && one.amount.value === -amount.value);
  const lines = parts.filter((entry) => !isBalance(entry) && !isPaid(entry));
  const sum = lines.reduce((all, { amount }) => all + cents(amount.value), 0);
  const total =
    Math.abs(sum - cents(best.entry.amount.value)) <= 22
      ? best.entry
      : (entries.find(
          ({ amount }) => Math.abs(cents(amount.value) - sum) <= 1 && !lines.some((line) => line.amount === amount),
        ) ?? best.entry);
  return { lines, total };
};
