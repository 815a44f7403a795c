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
const sumOf = (nodes: readonly Node[]): number => nodes.reduce((sum, { entry }) => sum + cents(entry.amount.value), 0);

const isTotal = ({ text, isTax }: Amount): boolean => !isTax && (says.total.test(text) || says.part.test(text));
/** Totals are rounded on their own. */
const slackOf = (entry: Amount): number => (isTotal(entry) ? 22 : 7);
const isSum = (nodes: readonly Node[], amount: number, slack: number): boolean =>
  Math.abs(sumOf(nodes) - cents(amount)) <= slack;
/** Also what was paid in so many parts. */
const isBalance = ({ text, factors, amount }: Entry): boolean =>
  says.balance.test(text) &&
  (!factors ||
    (amount.value < 0 && factors.quantity.unit === undefined && !factors.rate.isPercent && !factors.rate.per));
const leavesOf = <Of extends Amount>(node: Node<Of>): Node<Of>[] =>
  node.children.length === 0 ? [node] : node.children.flatMap(leavesOf);

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

const everyNode = <Of extends Amount>(nodes: readonly Node<Of>[]): Node<Of>[] =>
  nodes.flatMap((node) => [node, ...everyNode(node.children)]);

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

/** A sum that was not reached as something else stands between: without one or two amounts that nothing supports, before it or behind. */
const reachedWithout = (stack: readonly Node[], total: Entry): Node[] | undefined => {
  const end = stack.findIndex(({ entry }) => entry === total);
  const target = total.amount.value;
  const sides = end === -1 ? [stack] : [stack.slice(0, end), stack.slice(end + 1).toReversed()];
  for (const side of sides) {
    const weak = side.filter(({ entry, children }) => !entry.factors && children.length === 0).slice(-30);
    const without = [
      [],
      ...weak.map((one) => [one]),
      ...weak.flatMap((one, i) => weak.slice(i + 1).map((two) => [one, two])),
    ];
    for (const out of without) {
      const rest = side.filter((node) => !out.includes(node)).toReversed();
      const count = runOf(rest, total, 2);
      if (count > 1 && isSum(rest.slice(0, count), target, 22)) return rest.slice(0, count).toReversed();
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

interface Summed {
  readonly lines: readonly Entry[];
  readonly total: Entry | undefined;
}

export const summed = (told: readonly Entry[], columns: Columns): Summed => {
  // A tax that has a row of its own is said again by the total.
  const entries = told.filter(
    ({ isTax, amount }, i) =>
      !isTax || told.slice(0, i).every((one) => cents(one.amount.value) !== cents(amount.value)),
  );
  const trees = treesOf(entries);
  // Read down each column too: what stands beside it is not between its amounts.
  const inColumns = [...new Set(columns.values())]
    .filter(({ parts }) => parts > 1)
    .flatMap((column) => treesOf(entries.filter(({ amount }) => columns.get(amount) === column)));
  const nodes = everyNode([...trees, ...inColumns]);
  const isWhole = ({ text }: Entry): boolean => says.whole.test(text) && !says.part.test(text);
  const roots = nodes.filter(({ children, entry }) => children.length > 1 && !isBalance(entry));
  // What a summary says in one amount is told in parts elsewhere.
  const finer = (leaf: Node, own: ReadonlySet<Entry>): Node[] => {
    if (leaf.entry.factors && !isTotal(leaf.entry)) return [leaf];
    const target = cents(leaf.entry.amount.value);
    const isFree = (node: Node): boolean => leavesOf(node).every(({ entry }) => !own.has(entry));
    const tree = nodes.find(
      (node) => node.children.length > 0 && cents(node.entry.amount.value) === target && isFree(node),
    );
    if (tree) return detailsOf(tree, own);
    const free = trees.filter((node) => isFree(node) && !own.has(node.entry));
    for (let start = 0; start < free.length; start += 1) {
      const run = free.slice(start, start + runOf(free.slice(start), leaf.entry, 2));
      if (run.some(({ entry }) => entry.factors)) return run.flatMap((node) => detailsOf(node, own));
    }
    const twin = free.find(
      ({ entry, children }) => children.length === 0 && entry.factors && cents(entry.amount.value) === target,
    );
    return [twin ?? leaf];
  };
  const detailsOf = (node: Node, seen: ReadonlySet<Entry>): Node[] => {
    const own = new Set([...seen, ...everyNode([node]).map(({ entry }) => entry)]);
    return leavesOf(node).flatMap((leaf) => finer(leaf, own));
  };
  const linesOf = (node: Node): Node[] => detailsOf(node, new Set());
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
  const best = withoutBalance(outer && (!root || weight(outer) > weight(root)) ? outer : root, nodes);
  if (!best) {
    const total = wholes.at(-1) ?? named.at(-1);
    return {
      total,
      lines: entries.filter(
        (entry) => !isTotal(entry) && !isBalance(entry) && entry !== total && (entry.factors || entries.length < 40),
      ),
    };
  }
  const parts = linesOf(best).map(({ entry }) => entry);
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
