/** A report of one home, from the figures of use and of bills as the pages show them, in the name of whoever asks. */
import { noticeFacts, type Utility, utilityIds, hasTrait } from '#catalogue/index.ts';
import { addDays, daysOf, type LocalDay } from '#catalogue/local-day.ts';
import { dayBounds, zoneOffsets } from '#catalogue/zone-clock.ts';
import type { Sql } from '#kernel/db.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import { billBudget } from '#subjects/bills/domain/bill/bill.ts';
import type { Billing, CostQuestion } from '#subjects/bills/service/index.ts';
import type { LatestAnswer, UsageAnswer, UsageQuery } from '#subjects/usage/contract/usage.ts';
import { rootMeters } from '#subjects/usage/domain/home-meters.ts';
import type { Usage } from '#subjects/usage/service/index.ts';
import type { ReportAnswer } from '../../contract/report.ts';
import type { DaysCost, HomeDay, HourPrices, ReportFacts, ReportNotice } from '../../domain/report/facts.ts';
import { hourPrices } from '../../domain/report/hour-prices.ts';
import { makeReport } from '../../domain/report/make-report.ts';
import { periodOf, type ReportPeriod, shiftPeriod } from '../../domain/report/period.ts';

export interface ReportDeps {
  readonly sql: Sql;
  readonly usage: Pick<Usage, 'read' | 'latest'>;
  readonly billing: Pick<Billing, 'costs' | 'costsTogether' | 'soFar'>;
  readonly now: () => number;
}

export type ReadReport = (userId: string, household: string, period: string) => Promise<ReportAnswer>;

interface StoredHome {
  readonly name: string;
  readonly kind: 'home' | 'demo' | 'guest';
  readonly currency: string;
  readonly units: 'metric' | 'us';
  readonly country: string | null;
  readonly timeZone: string;
  readonly budgets: readonly { readonly utility: Utility; readonly amount: string }[];
  readonly devices: readonly {
    readonly id: string;
    readonly name: string;
    readonly room: string;
    readonly isRest: boolean;
  }[];
  readonly notices: readonly (ReportNotice & { readonly isOfPeriod: boolean })[];
  readonly away: ReportFacts['away'];
}

/** So many periods before tell what is usual: six weeks, four months. */
const periodsBack: Record<ReportPeriod['kind'], number> = { week: 6, month: 4, year: 1 };
/** So long after its end a period is the latest: what is to do now is told with it. */
const latestForDays = 8;

const noCost: DaysCost = { currency: null, rows: [], fixed: [], missing: [] };

const dayIn = (timeZone: string, at: number): LocalDay =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(at);

const earlier = (a: LocalDay, b: LocalDay): LocalDay => (a < b ? a : b);

export const createReadReport =
  (deps: ReportDeps): ReadReport =>
  async (userId, household, name) => {
    const period = periodOf(name);
    if (period === null) throw new ProblemError('query-invalid', 'period: as 2026-W47, 2026-11 or 2026');
    const { sql, usage, billing, now } = deps;
    const [row] = await sql<{ home: StoredHome | null }[]>`
      select private.report_home(${userId}, ${household}, ${period.start}, ${period.end}) as home`;
    const home = row?.home;
    if (!home) throw new ProblemError('forbidden');
    const today = dayIn(home.timeZone, now());
    const latest = JSON.parse(await usage.latest(userId, household)) as LatestAnswer;
    const answer = { household, home: homeOf(home), origin: latest.origin, today };
    const end = earlier(period.end, addDays(today, 1));
    if (period.start >= end || latest.origin === 'none') return { ...answer, bill: null, report: null };

    const before = shiftPeriod(period, -1);
    const since = startOf(period, periodsBack[period.kind]);
    const read = async (query: Pick<UsageQuery, 'from' | 'to' | 'bucket' | 'by'>) =>
      (JSON.parse(await usage.read(userId, { household, ...query })) as UsageAnswer).rows;
    const week = addDays(end, -7);
    const hoursFrom = week > period.start ? week : period.start;
    const asked: readonly CostQuestion[] = [
      { start: period.start, end, bucket: 'day', by: 'utility' },
      { start: before.start, end: before.end, bucket: 'day', by: 'utility' },
      { start: since, end: before.start, bucket: 'day', by: 'utility' },
      { start: before.start, end, bucket: period.kind, by: 'device' },
      { start: hoursFrom, end, bucket: 'hour-of-day', by: 'utility' },
    ];
    const [deviceRows, homeRows, hourRows, costs] = await Promise.all([
      read({ from: before.start, to: end, bucket: 'day', by: 'room,device' }),
      read({ from: since, to: end, bucket: 'day', by: 'utility' }),
      read({ from: hoursFrom, to: end, bucket: 'hour', by: 'utility' }),
      billing.costsTogether(userId, household, asked),
    ]);
    const [cost = noCost, costBefore = noCost, costEarlier = noCost, ofDevices = noCost, ofHours = noCost] = costs;
    const open = home.notices.find(({ isOpen, kind }) => isOpen && noticeFacts(kind).tone !== 'know') ?? null;
    const isLatest = today < addDays(period.end, latestForDays);
    const hours = open === null && isLatest ? readHours(ofHours, hourRows, home.timeZone) : null;
    const [alwaysOn, bill] = isLatest
      ? await Promise.all([
          open === null && hours === null ? readAlwaysOn(deps, userId, household) : null,
          period.kind === 'year' ? null : readBill(deps, userId, household, home),
        ])
      : [null, null];
    const report = makeReport({
      period,
      today,
      devices: new Map(home.devices.map(({ id, ...device }) => [id, device])),
      deviceDays: deviceRows.map(({ start, utility, room = '', deviceId = '', used }) => ({
        day: start,
        utility,
        room,
        deviceId,
        used,
      })),
      homeDays: homeDaysOf(homeRows, latest, home.timeZone, since, end),
      cost,
      costBefore,
      costEarlier,
      deviceCosts: ofDevices.rows.filter(({ start }) => start === period.start),
      deviceCostsBefore: ofDevices.rows.filter(({ start }) => start === before.start),
      notices: home.notices.filter(({ isOfPeriod }) => isOfPeriod).map(plainNotice),
      open: isLatest && open !== null ? plainNotice(open) : null,
      away: home.away.filter(({ day }) => day < today),
      hours,
      alwaysOn,
    });
    return { ...answer, bill, report };
  };

const homeOf = ({ name, timeZone, country, units, currency }: StoredHome): ReportAnswer['home'] => ({
  name,
  timeZone,
  country,
  units,
  currency,
});

const plainNotice = (stored: StoredHome['notices'][number]): ReportNotice => {
  const { id, kind, device, utility, since, noticedAt, endedAt, isOpen } = stored;
  return { id, kind, device, utility, since, noticedAt, endedAt, isOpen };
};

const startOf = (period: ReportPeriod, back: number): LocalDay => {
  let first = period;
  for (let i = 0; i < back; i += 1) first = shiftPeriod(first, -1);
  return first.start;
};

/** Every day, also one of which nothing is known. */
const homeDaysOf = (
  rows: UsageAnswer['rows'],
  latest: LatestAnswer,
  timeZone: string,
  from: LocalDay,
  to: LocalDay,
): HomeDay[] => {
  const offsetAt = zoneOffsets(timeZone);
  const known = new Map(rows.map((row) => [`${row.start} ${row.utility}`, row]));
  const seen = utilityIds.filter((utility) => rows.some((row) => row.utility === utility));
  const meters = new Map(seen.map((utility) => [utility, Math.max(1, rootMeters(latest, utility).length)]));
  return daysOf(from, to).flatMap((day) => {
    const [begin, end] = dayBounds(Date.parse(day) / 1000, offsetAt);
    return seen.map((utility) => {
      const {
        used = 0,
        estimated = 0,
        imported = 0,
        coveredS = 0,
        atLeast = false,
      } = known.get(`${day} ${utility}`) ?? {};
      const expectedS = (end - begin) * (meters.get(utility) ?? 1);
      return { day, utility, used, estimated, imported, coveredS, expectedS, atLeast };
    });
  });
};

/** Of what can wait. */
const readHours = ({ rows: costs }: DaysCost, rows: UsageAnswer['rows'], timeZone: string): HourPrices | null => {
  const utility = utilityIds.find((one) => hasTrait(one, 'isSwitchable'));
  if (utility === undefined) return null;
  const offsetAt = zoneOffsets(timeZone);
  const hourOf = (start: string): number => {
    const instant = Date.parse(start) / 1000;
    const local = instant + offsetAt(instant);
    return Math.floor((((local % 86_400) + 86_400) % 86_400) / 3600);
  };
  const own = rows.filter((row) => row.utility === utility);
  const hours = costs
    .filter((row) => row.utility === utility)
    .map(({ start, cost, unpriced }) => {
      const hour = Number(start);
      const used = own.reduce((sum, row) => (hourOf(row.start) === hour ? sum + row.used : sum), 0);
      return { hour, used, cost: Number(cost), unpriced };
    });
  return hourPrices(utility, hours);
};

const readAlwaysOn = async ({ billing }: ReportDeps, userId: string, household: string) => {
  const { alwaysOn } = await billing.costs(userId, household);
  return alwaysOn && Number(alwaysOn.month) > 0 ? { watts: alwaysOn.watts, month: alwaysOn.month } : null;
};

const readBill = async (
  { billing }: ReportDeps,
  userId: string,
  household: string,
  { budgets }: StoredHome,
): Promise<ReportAnswer['bill']> => {
  const { cost, currency, likely, daysLeft } = await billing.soFar(userId, household);
  if (cost === null || currency === null) return null;
  const budget = billBudget(cost.lines, budgets);
  return {
    total: cost.total,
    currency,
    likely: likely && { low: likely.low, expected: likely.expected, high: likely.high },
    budget: budget === undefined ? null : String(budget),
    daysLeft,
  };
};
