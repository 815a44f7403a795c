/** Once a day for each home: do its meters agree with each other and with what they were, and what do the rules find? */
import { setImmediate } from 'node:timers/promises';
import { type NoticeKind, type Utility, utilityIds } from '#catalogue/index.ts';
import type { Sql, Transaction } from '#kernel/db.ts';
import { leakCost } from '#subjects/bills/service/index.ts';
import { faultDays, findFaults, isDriftDue, plainDays } from '../domain/honest/find-faults.ts';
import type { Fault, FaultKind } from '../domain/honest/home-use.ts';
import { newsOf, type ToldFault } from '../domain/honest/tell-faults.ts';
import { rules } from '../domain/rules/index.ts';
import type { HomeLook } from '../domain/rules/rule.ts';
import { cautionOf, findingNews, type FoundByRule, type ToldFinding } from '../domain/rules/tell-findings.ts';
import { lastDays, readHomeLook, settled } from './home-look.ts';

const dayS = 86_400;
const quarters = 96;
/** After the late readings of a day have come; homes one after the other over the two hours after. */
const afterMidnightS = 2 * 3600;
const spreadS = 2 * 3600;
/** Homes of one turn: each is a transaction of its own. */
const atOnce = 20;

interface ToldRow {
  readonly id: string;
  readonly meter_id: number;
  readonly since: number;
  readonly noticed_at: number;
  readonly ended_at: number | null;
  readonly dismissed_at: number | null;
  readonly figures: { readonly fault: FaultKind; readonly against: string | null; readonly factor: number | null };
}

const readTold = async (tx: Transaction, household: string, now: number): Promise<ToldFault[]> => {
  const rows = await tx<ToldRow[]>`select * from private.checks_told(${household}, ${now})`;
  return rows.map(({ id, meter_id, since, noticed_at, ended_at, dismissed_at, figures }) => ({
    id,
    meterId: String(meter_id),
    kind: figures.fault,
    againstId: figures.against,
    factor: figures.factor,
    sinceDay: Math.floor(since / dayS),
    toldDay: Math.floor(noticed_at / dayS),
    isOver: ended_at !== null,
    dismissedDay: dismissed_at === null ? null : Math.floor(dismissed_at / dayS),
  }));
};

/** Less a quarter-hour would be lost in rounding: a multiple of it is priced. */
const minPerDay = 10 * quarters;

/** What a month of what is counted wrongly costs. Prices that cannot be told take nothing from what is found. */
const monthCost = async (tx: Transaction, household: string, utility: Utility, perDay: number, now: number) => {
  const times = Math.max(1, minPerDay / perDay);
  const more = { floorMlPerHour: (perDay * times) / 24, leakMl: 0, usedMl: 0 };
  const cost = await tx
    .savepoint((inner) => leakCost(inner, now * 1000, { household, utility, since: now }, more))
    .catch(() => null);
  if (cost === null) return {};
  return { currency: cost.currency, costPerMonth: String(Number((Number(cost.costPerMonth) / times).toPrecision(3))) };
};

const figuresOf = ({ kind, againstId, factor, within, longest, perDay }: Fault) => ({
  fault: kind,
  against: againstId,
  factor: factor === null ? null : Number(factor.toPrecision(5)),
  within: within === null ? null : Number(within.toPrecision(2)),
  longest,
  perDay: Math.round(perDay),
});

/** A notice that begins, as `private.write_checks` takes it. */
interface Begun {
  readonly kind: NoticeKind;
  readonly meter_id: number;
  readonly since: number;
  readonly figures: object;
}

/** Costs what a month of `perDay` does, in figures. */
type CostOf = (meterId: string, perDay: number | null) => Promise<object>;

/** Do its meters agree with each other, and with what they were? */
const checkFaults = async (
  tx: Transaction,
  home: HomeLook,
  withDrift: boolean,
  told: readonly ToldFault[],
  costOf: CostOf,
) => {
  const days = (home.meters[0]?.used.length ?? 0) / home.perDay;
  const faults: Fault[] = [];
  for (const utility of utilityIds) {
    faults.push(...findFaults(home, utility, withDrift));
    // Others have their turn.
    await setImmediate();
  }
  const { begun, ended } = newsOf(faults, told, home.firstDay + days, home);
  const nameOf = (id: string | null): string | null => home.meters.find(({ meterId }) => meterId === id)?.name ?? null;
  const rows: Begun[] = [];
  for (const fault of begun)
    rows.push({
      kind: 'meter-check',
      meter_id: Number(fault.meterId),
      since: fault.sinceDay * dayS,
      figures: {
        ...figuresOf(fault),
        againstName: nameOf(fault.againstId),
        ...(await costOf(fault.meterId, fault.perDay)),
      },
    });
  return { begun: rows, ended: ended.map((id) => ({ id })) };
};

/** What the rules find that the home wants to be told of. One rule that fails takes nothing from the others. */
const runRules = async (tx: Transaction, household: string, home: HomeLook, now: number, costOf: CostOf) => {
  const settings = await tx<{ kind: NoticeKind; is_on: boolean; normal: number }[]>`
    select * from private.rules_of(${household})`;
  const told = await tx<(Omit<ToldFinding, 'meterId' | 'endedAt'> & { meter_id: number; ended_at: number | null })[]>`
    select id, kind, meter_id, ended_at from private.findings_told(${household}, ${now})`;
  const found: FoundByRule[] = [];
  for (const { kind, days, find } of rules) {
    const set = settings.find((one) => one.kind === kind);
    if (set?.is_on === false) continue;
    found.push(...find(lastDays(home, days), cautionOf(set?.normal ?? 0)).map((one) => ({ ...one, kind })));
    await setImmediate();
  }
  const toldByRules = told.filter(({ kind }) => rules.some((rule) => rule.kind === kind));
  const news = findingNews(
    found,
    toldByRules.map(({ id, kind, meter_id, ended_at }) => ({ id, kind, meterId: String(meter_id), endedAt: ended_at })),
  );
  const rowOf = async ({ kind, meterId, since, figures, costsPerDay }: FoundByRule): Promise<Begun> => ({
    kind,
    meter_id: Number(meterId),
    since: Math.round(since),
    figures: { ...figures, ...(await costOf(meterId, costsPerDay)) },
  });
  const begun: Begun[] = [];
  for (const one of news.begun) begun.push(await rowOf(one));
  const lasting: (Begun & { id: string })[] = [];
  for (const { id, found: one } of news.lasting) lasting.push({ id, ...(await rowOf(one)) });
  return { begun, lasting, ended: news.ended.map((id) => ({ id })) };
};

const checkHome = async (tx: Transaction, household: string, lookedOn: number | null, now: number): Promise<void> => {
  const today = Math.floor(now / dayS);
  const withDrift = isDriftDue(lookedOn, today);
  const home = await readHomeLook(tx, household, today - (withDrift ? faultDays : plainDays), today);
  const monthCostOf: CostOf = async (meterId, perDay) => {
    const utility = home.meters.find((one) => one.meterId === meterId)?.utility;
    return utility === undefined || perDay === null || perDay <= 0
      ? {}
      : monthCost(tx, household, utility, perDay, now);
  };
  const faults = await checkFaults(tx, settled(home), withDrift, await readTold(tx, household, now), monthCostOf);
  const found = await runRules(tx, household, home, now, monthCostOf);
  const next = (today + 1) * dayS + afterMidnightS + (Number.parseInt(household.slice(0, 6), 16) % spreadS);
  const all = {
    begun: [...faults.begun, ...found.begun],
    lasting: found.lasting,
    ended: [...faults.ended, ...found.ended],
  };
  await tx`select private.write_checks(${household}, ${now}, ${next}, ${tx.json(all as unknown as Parameters<typeof tx.json>[0])})`;
};

/** Answers how many homes were looked at; `now` in seconds since 1970. */
export const checkMeters = async (sql: Sql, now: number, signal?: AbortSignal): Promise<number> => {
  for (let looked = 0; ; looked += 1) {
    if (looked === atOnce || signal?.aborted) return looked;
    const isMore = await sql.begin(async (tx) => {
      const [due] = await tx<{ household_id: string; looked_on: string | null }[]>`
        select household_id, looked_on::text from private.home_to_check(${now})`;
      if (!due) return false;
      const lookedOn = due.looked_on === null ? null : Date.parse(due.looked_on) / 1000 / dayS;
      await checkHome(tx, due.household_id, lookedOn, now);
      return true;
    });
    if (!isMore) return looked;
  }
};
