/** Views for a wall: a token that is shown once, and the one answer that it opens. Figures are those of the pages, by the same functions. */
import { createHash, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Utility, utilityIds } from '#catalogue/index.ts';
import { addDays, daysOf, type LocalDay } from '#catalogue/local-day.ts';
import { dayBounds, type OffsetAt, zoneOffsets } from '#catalogue/zone-clock.ts';
import type { Sql } from '#kernel/db.ts';
import { hashedAddress, type TakeAllowance } from '#kernel/http/client-address.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import { createServe } from '#kernel/http/serve.ts';
import type { Authenticate } from '#kernel/people/person.ts';
import type { BillSoFar } from '#subjects/bills/contract/billing.ts';
import { billBudget } from '#subjects/bills/domain/bill/bill.ts';
import { isWaitedFor } from '#subjects/bills/domain/tariff/tariff-faults.ts';
import type { Billing } from '#subjects/bills/service/index.ts';
import { flowNow } from '#subjects/readings/domain/present-rate.ts';
import type { LatestAnswer, UsageAnswer } from '#subjects/usage/contract/usage.ts';
import { rootMeters, usedToday, usualDay } from '#subjects/usage/domain/home-meters.ts';
import type { Usage } from '#subjects/usage/service/index.ts';
import { makeWallToken, maxWallTokens, readWall, type WallAnswer } from '../contract/wall.ts';

export interface WallDeps {
  readonly sql: Sql;
  readonly authenticate: Authenticate;
  readonly takeAllowance: TakeAllowance;
  /** Who shows unknown tokens is counted by a hash with this key. */
  readonly addressSecret: string;
  readonly usage: Usage;
  readonly billing: Billing;
  readonly now: () => number;
}

/** What the database tells of a token: whose it is, and all that is shown beside figures of use and of the open bill. */
interface StoredWall extends Pick<WallAnswer, 'home' | 'notices'> {
  readonly token: string;
  readonly madeBy: string;
  readonly household: string;
  readonly budgets: readonly { utility: Utility; amount: string }[];
  readonly lastBill: { start: LocalDay; end: LocalDay; currency: string; total: string } | null;
}

/** A view asks once a minute. */
const perView = { kind: 'wall', count: 60, seconds: 600 };
const unknown = { kind: 'wall-unknown', count: 60, seconds: 600 };

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

export const wallRoutes = (app: FastifyInstance, deps: WallDeps): void => {
  const { sql, authenticate, takeAllowance, addressSecret } = deps;
  const serve = createServe(app, authenticate);

  serve(makeWallToken, async ({ person, body: { household, name } }) => {
    const token = `wsw_${randomBytes(24).toString('base64url')}`;
    const hint = token.slice(-4);
    const [row] = await sql<{ id: string }[]>`
      select id from private.add_wall_token(${person.sub}, ${household ?? null}, ${name}, ${hashOf(token)}, ${hint}, ${maxWallTokens})`;
    if (!row)
      throw new ProblemError('forbidden', `For a household that you may change, and ${maxWallTokens} views at most.`);
    return { id: row.id, name, hint, token };
  });

  /** Asked anew each time: one that was ended is refused at once. */
  const find = async (token: string, request: FastifyRequest): Promise<StoredWall> => {
    const [row] = await sql<{ wall: StoredWall | null }[]>`select private.read_wall(${hashOf(token)}) as wall`;
    if (row?.wall) return row.wall;
    await takeAllowance(unknown, hashedAddress(addressSecret, request));
    throw new ProblemError('token-invalid');
  };

  serve(readWall, async ({ token, request }) => {
    const wall = await find(token, request);
    await takeAllowance(perView, wall.token);
    return wallOf(deps, wall);
  });
};

/** In the name of whoever made the view, who is in the household: the database asks each time. */
const wallOf = async ({ usage, billing, now }: WallDeps, wall: StoredWall): Promise<WallAnswer> => {
  const { madeBy, household, home, notices } = wall;
  const [soFar, latest] = await Promise.all([
    billing.soFar(madeBy, household),
    usage.latest(madeBy, household).then((answer) => JSON.parse(answer) as LatestAnswer),
  ]);
  const { today } = soFar;
  const days = JSON.parse(
    await usage.read(madeBy, { household, from: addDays(today, -7), to: today, bucket: 'day', by: 'utility' }),
  ) as UsageAnswer;
  const { at, origin } = latest;
  return {
    at: new Date(now()).toISOString(),
    origin,
    home,
    bill: billOf(soFar, wall),
    utilities: utilityIds
      .filter((utility) => latest.meters.some((meter) => meter.utility === utility))
      .map((utility) => ({
        utility,
        ...flowOf(latest, utility, Date.parse(at)),
        ...dayOf(latest, days, utility, today),
      })),
    notices,
  };
};

const billOf = (soFar: BillSoFar, { budgets, lastBill }: StoredWall): WallAnswer['bill'] => {
  const { start, end, daysGone, daysLeft, currency, cost, likely, likelyMissing } = soFar;
  const budget = cost === null ? undefined : billBudget(cost.lines, budgets);
  const isLast = lastBill !== null && lastBill.currency === currency;
  return {
    start,
    end,
    daysGone,
    daysLeft,
    currency,
    total: cost?.total ?? null,
    isPartly: cost !== null && (cost.faults.some(isWaitedFor) || cost.unpricedDays > 0),
    likely: likely && { low: likely.low, expected: likely.expected, high: likely.high },
    likelyMissing,
    budget: budget === undefined ? null : String(budget),
    last: isLast ? { start: lastBill.start, end: lastBill.end, total: lastBill.total } : null,
  };
};

const flowOf = ({ meters, atLeast }: LatestAnswer, utility: Utility, nowMs: number) => {
  const isUnseen = atLeast?.includes(utility) === true;
  const { state, flow, lastAt } = flowNow(meters, utility, nowMs, undefined, isUnseen);
  return {
    state,
    rate: flow?.rate ?? null,
    within: flow?.within ?? null,
    lastAt,
    ...((isUnseen || flow?.atLeast) && { atLeast: true as const }),
  };
};

const dayOf = (latest: LatestAnswer, { rows, timeZone }: UsageAnswer, utility: Utility, today: LocalDay) => {
  const offsetAt = zoneOffsets(timeZone);
  const own = rows.filter((row) => row.utility === utility);
  const before = daysOf(addDays(today, -7), today).map((day) => {
    const [from, to] = boundsOf(day, offsetAt);
    const { used = 0, coveredS = 0, atLeast } = own.find(({ start }) => start === day) ?? {};
    return { used, coveredS: atLeast ? 0 : coveredS, lengthS: to - from };
  });
  const [midnight] = boundsOf(today, offsetAt);
  return {
    today: usedToday(latest, utility, midnight * 1000),
    usualDay: usualDay(before, rootMeters(latest, utility).length),
  };
};

const boundsOf = (day: LocalDay, offsetAt: OffsetAt) => dayBounds(Date.parse(day) / 1000, offsetAt);
