/** What is nobody's own, shared among rooms by a household's policy: common areas and fixed charges, of one utility. */
import { exact, type Exact, greatestOf, roundTo, sumOf, textOf, zero } from '../exact.ts';
import type { DecimalText } from '../plan.ts';

/** Not at all; in proportion to what each room's own use costs; or the same for each room. */
export const sharings = ['apart', 'by-use', 'evenly'] as const;
type Sharing = (typeof sharings)[number];

/** A room that bears its own cost and its shares, one that is common, or what is in no room at all, which is common too. */
export const roomKinds = ['own', 'common', 'home'] as const;
export type RoomKind = (typeof roomKinds)[number];

export interface OwnCost {
  readonly room: string;
  readonly kind: RoomKind;
  /** Of use, in money. */
  readonly own: DecimalText;
}

export interface SharedPolicy {
  readonly fixed: Sharing;
  readonly common: Sharing;
}

/** In money; `own`, `common` and `fixed` sum to `total`, exactly. A credit is below zero. */
export interface RoomCost extends OwnCost {
  /** Its share of what common areas cost; of a common area what others bear of it, below zero. */
  readonly common: DecimalText;
  /** Its share of the fixed charges. */
  readonly fixed: DecimalText;
  readonly total: DecimalText;
}

export interface SharedRooms {
  /** In the order given; with `apart` their totals sum to all that was given, exactly. */
  readonly rooms: readonly RoomCost[];
  /** What no room bears of the fixed charges. */
  readonly apart: DecimalText;
  /** What the policy would share and no room can bear: there is none, or by use none has a cost. */
  readonly unborne: readonly ('common' | 'fixed')[];
}

/**
 * Parts of `amount` by weights that are not below zero. The units that rounding down leaves go one each to the largest, of those
 * as large to the first; so who weighs more never gets less. Null where nothing weighs anything.
 */
const shareAmong = (amount: Exact, weights: readonly Exact[], unit: Exact): readonly Exact[] | null => {
  const whole = sumOf(weights);
  if (whole.equals(0)) return null;
  const shares = weights.map((weight) => roundTo(amount.mul(weight).div(whole), unit, 'down'));
  const heaviest = [...weights.keys()].sort((a, b) => (weights[b] ?? zero).compare(weights[a] ?? zero));
  let left = amount.sub(sumOf(shares));
  for (const i of heaviest) {
    const part = left.abs().compare(unit) < 0 ? left : unit.mul(left.s);
    shares[i] = (shares[i] ?? zero).add(part);
    left = left.sub(part);
  }
  return shares;
};

/** What each room that bears costs by itself; one that earned has no cost to share by. */
const weightsBy = (sharing: Exclude<Sharing, 'apart'>, owns: readonly Exact[]): readonly Exact[] =>
  owns.map((own) => (sharing === 'evenly' ? exact(1) : greatestOf(own, zero)));

/**
 * Shares what common areas cost, and `fixed`, among the rooms of kind `own`. All amounts are of one utility, in a currency with so
 * many decimals; credits are shared as charges are.
 */
export const shareCommon = (
  rooms: readonly OwnCost[],
  fixed: DecimalText,
  policy: SharedPolicy,
  digits: number,
): SharedRooms => {
  const owns = rooms.map(({ own }) => exact(own));
  const bearers = [...rooms.keys()].filter((i) => rooms[i]?.kind === 'own');
  // The dearest first, so that what rounding leaves of even shares goes to it.
  bearers.sort((a, b) => (owns[b] ?? zero).compare(owns[a] ?? zero));
  const bear = (sharing: Sharing, amount: Exact): readonly Exact[] | null => {
    if (sharing === 'apart') return null;
    const own = bearers.map((i) => owns[i] ?? zero);
    return shareAmong(amount, weightsBy(sharing, own), exact(1n, 10n ** BigInt(digits)));
  };
  const pool = sumOf(owns.filter((_, i) => !bearers.includes(i)));
  const commons = bear(policy.common, pool);
  const fixes = bear(policy.fixed, exact(fixed));
  const text = (amount: Exact): DecimalText => textOf(amount, digits);
  const isUnborne = (sharing: Sharing, amount: Exact, shares: readonly Exact[] | null): boolean =>
    sharing !== 'apart' && shares === null && !amount.equals(0);
  return {
    rooms: rooms.map((room, i) => {
      const own = owns[i] ?? zero;
      const at = bearers.indexOf(i);
      const common = at >= 0 ? (commons?.[at] ?? zero) : commons === null ? zero : own.neg();
      const share = fixes?.[at] ?? zero;
      return { ...room, common: text(common), fixed: text(share), total: text(own.add(common).add(share)) };
    }),
    apart: text(fixes === null ? exact(fixed) : zero),
    unborne: [
      ...(isUnborne(policy.common, pool, commons) ? (['common'] as const) : []),
      ...(isUnborne(policy.fixed, exact(fixed), fixes) ? (['fixed'] as const) : []),
    ],
  };
};
