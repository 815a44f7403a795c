/** What sums to an amount is a part of it: which amounts of a paper are its lines, and which is their total. */
import type { Entry } from './entries.ts';
import { says } from './words.ts';

interface Node {
  readonly entry: Entry;
  readonly children: readonly Node[];
}

const cents = (value: number): number => Math.round(value * 1000);
const sumOf = (nodes: readonly Node[]): number => nodes.reduce((sum, { entry }) => sum + cents(entry.amount.value), 0);
const isSum = (nodes: readonly Node[], amount: number, slack: number): boolean =>
  Math.abs(sumOf(nodes) - cents(amount)) <= slack * 1000 + 1;

const isTotal = ({ text }: Entry): boolean => says.total.test(text) || says.part.test(text);
/** Also what was paid in so many parts. */
const isBalance = ({ text, factors, amount }: Entry): boolean =>
  says.balance.test(text) &&
  (!factors ||
    (amount.value < 0 && factors.quantity.unit === undefined && !factors.rate.isPercent && !factors.rate.per));
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
    stack.push(
      children.length === 1 && only && only.children.length > 0
        ? { entry, children: only.children }
        : { entry, children },
    );
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

export const summed = (entries: readonly Entry[]): Summed => {
  const trees = treesOf(entries);
  const nodes = everyNode(trees);
  const isWhole = ({ text }: Entry): boolean => says.whole.test(text) && !says.part.test(text);
  const roots = nodes.filter(({ children, entry }) => children.length > 1 && !isBalance(entry));
  // What a summary says in one amount is told in parts elsewhere.
  const finer = (leaf: Node, own: ReadonlySet<Node>): Node[] => {
    if (leaf.entry.factors && !isTotal(leaf.entry)) return [leaf];
    const target = cents(leaf.entry.amount.value);
    const tree = nodes.find(
      (node) => !own.has(node) && node.children.length > 0 && cents(node.entry.amount.value) === target,
    );
    if (tree) return leavesOf(tree);
    const free = trees.filter((node) => !own.has(node));
    for (let start = 0; start < free.length; start += 1)
      for (let count = 2; start + count <= free.length; count += 1) {
        const run = free.slice(start, start + count);
        if (run.some(({ entry }) => entry.factors) && isSum(run, leaf.entry.amount.value, 0.006))
          return run.flatMap(leavesOf);
      }
    const twin = free.find(
      ({ entry, children }) => children.length === 0 && entry.factors && cents(entry.amount.value) === target,
    );
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
    return {
      total,
      lines: entries.filter(
        (entry) => !isTotal(entry) && !isBalance(entry) && entry !== total && (entry.factors || entries.length < 40),
      ),
    };
  }
  const lines = linesOf(best)
    .map(({ entry }) => entry)
    .filter((entry) => !isBalance(entry));
  const sum = lines.reduce((all, { amount }) => all + cents(amount.value), 0);
  const total =
    Math.abs(sum - cents(best.entry.amount.value)) <= 22
      ? best.entry
      : (entries.find(
          ({ amount }) => Math.abs(cents(amount.value) - sum) <= 1 && !lines.some((line) => line.amount === amount),
        ) ?? best.entry);
  return { lines, total };
};
