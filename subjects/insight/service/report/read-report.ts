/** A report of one home, from the figures of use and of bills as the pages show them, in the name of whoever asks. */
import { noticeFacts, type Utility } from '#catalogue/index.ts';
import { addDays, type LocalDay } from '#catalogue/local-day.ts';
import type { Sql } from '#kernel/db.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import { billBudget } from '#subjects/bills/domain/bill/bill.ts';
import type { Billing, CostQuestion } from '#subjects/bills/service/index.ts';
import type { LatestAnswer, UsageAnswer, UsageQuery } from '#subjects/usage/contract/usage.ts';
import type { Usage } from '#subjects/usage/service/index.ts';
import type { ReportAnswer } from '../../contract/report.ts';
import type { DaysCost, ReportFacts, ReportNotice } from '../../domain/report/facts.ts';
import { makeReport } from '../../domain/report/make-report.ts';
import { periodOf, type ReportPeriod, shiftPeriod } from '../../domain/report/period.ts';
import { type AdviceDeps, createReadAdvice } from '../advice/read-advice.ts';
import { homeDaysOf } from '../home-days.ts';

export interface ReportDeps {
  readonly sql: Sql;
  readonly usage: Pick<Usage, 'read' | 'latest'>;
  readonly billing: Pick<Billing, 'costsTogether'> & AdviceDeps['billing'];
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

export const createReadReport = (deps: ReportDeps): ReadReport => {
  const readAdvice = createReadAdvice(deps);
  return async (userId, household, name) => {
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
    const asked: readonly CostQuestion[] = [
      { start: period.start, end, bucket: 'day', by: 'utility' },
      { start: before.start, end: before.end, bucket: 'day', by: 'utility' },
      { start: since, end: before.start, bucket: 'day', by: 'utility' },
      { start: before.start, end, bucket: period.kind, by: 'device' },
    ];
    const [deviceRows, homeRows, costs] = await Promise.all([
      read({ from: before.start, to: end, bucket: 'day', by: 'room,device' }),
      read({ from: since, to: end, bucket: 'day', by: 'utility' }),
      billing.costsTogether(userId, household, asked),
    ]);
    const [cost = noCost, costBefore = noCost, costEarlier = noCost, ofDevices = noCost] = costs;
    const open = home.notices.find(({ isOpen, kind }) => isOpen && noticeFacts(kind).tone !== 'know') ?? null;
    const isLatest = today < addDays(period.end, latestForDays);
    const [advice, bill] = isLatest
      ? await Promise.all([
          open === null ? readAdvice(userId, household) : null,
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
      advice: advice?.advice.find(({ money }) => Number(money.perMonth) > 0) ?? null,
      away: home.away.filter(({ day }) => day < today),
    });
    return { ...answer, bill, report };
  };
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
