/** Once a day for each home: do its meters agree with each other and with what they were, and what do the rules find? */
import { setImmediate } from 'node:timers/promises';
import { type NoticeKind, utilityIds } from '#catalogue/index.ts';
import type { Sql, Transaction } from '#kernel/db.ts';
import { faultDays, findFaults, isDriftDue, plainDays } from '../domain/honest/find-faults.ts';
import type { Fault, FaultKind } from '../domain/honest/home-use.ts';
import { newsOf, type ToldFault } from '../domain/honest/tell-faults.ts';
import { lookFor, withoutAbsences } from '../domain/rules/absences.ts';
import { isEmpty, wholesOf } from '../domain/rules/empty-days.ts';
import { rules as allRules } from '../domain/rules/index.ts';
import { localDays } from '../domain/rules/local-days.ts';
import type { HomeLook, Rule } from '../domain/rules/rule.ts';
import { cautionOf, findingNews, type FoundByRule, type ToldFinding } from '../domain/rules/tell-findings.ts';
import { lastDays, readHomeLook, settled } from './home-look.ts';
import { monthCost } from './changes/month-cost.ts';

const dayS = 86_400;
/** After the late readings of a day have come; homes one after the other over the two hours after. */
const afterMidnightS = 2 * 3600;
const spreadS = 2 * 3600;
/** So long a turn lasts at most; each home is a transaction of its own. */
const turnMs = 30_000;
/** A home whose look has failed is looked at again after so long: others have their turn. */
const failedS = 6 * 3600;

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

const figuresOf = ({ kind, againstId, factor, within, longest, perDay }: Fault) => ({
  fault: kind,
  against: againstId,
  factor: factor === null ? null : Number(factor.toPrecision(5)),
  within: within === null ? null : Number(within.toPrecision(2)),
  longest,
  perDay: Math.round(perDay),
});

/** What a turn looks with. */
interface Look {
  /** Seconds since 1970. */
  readonly now: number;
  readonly rules: readonly Rule[];
  readonly onFault: (error: unknown, where: { readonly household: string; readonly kind?: NoticeKind }) => void;
}

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

/** What the rules find that the home wants to be told of. Of one that fails, what was told stays. */
const runRules = async (
  tx: Transaction,
  household: string,
  home: HomeLook,
  { now, rules, onFault }: Look,
  costOf: CostOf,
) => {
  const settings = await tx<{ kind: NoticeKind; is_on: boolean; normal: number }[]>`
    select * from private.rules_of(${household})`;
  const told = await tx<(Omit<ToldFinding, 'meterId' | 'endedAt'> & { meter_id: number; ended_at: number | null })[]>`
    select id, kind, meter_id, ended_at from private.findings_told(${household}, ${now})`;
  const found: FoundByRule[] = [];
  const looked = new Set<NoticeKind>();
  for (const rule of rules) {
    const { kind, days, find } = rule;
    const set = settings.find((one) => one.kind === kind);
    if (set?.is_on === false) continue;
    try {
      found.push(
        ...find(lookFor(rule, lastDays(home, days)), cautionOf(set?.normal ?? 0)).map((one) => ({ ...one, kind })),
      );
      looked.add(kind);
    } catch (error) {
      onFault(error, { household, kind });
    }
    await setImmediate();
  }
  const toldByRules = told.filter(({ kind }) => looked.has(kind));
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

/** So far back a late reading changes what a day looked like. */
const emptyAgainDays = 14;

const keepEmptyDays = async (tx: Transaction, household: string, home: HomeLook): Promise<void> => {
  const days = localDays(home);
  const wholes = wholesOf(home, days);
  const first = Math.max(0, days.length - emptyAgainDays);
  const textOf = (at: number): string => new Date((days[at]?.day ?? 0) * dayS * 1000).toISOString().slice(0, 10);
  const empty = days.flatMap((_, at) => (at >= first && isEmpty(wholes, at) === true ? [textOf(at)] : []));
  if (days.length > 0)
    await tx`select private.keep_empty_days(${household}, ${textOf(first)}::date, ${`{${empty.join(',')}}`}::date[])`;
};

const checkHome = async (tx: Transaction, household: string, lookedOn: number | null, look: Look): Promise<void> => {
  const { now } = look;
  const today = Math.floor(now / dayS);
  const withDrift = isDriftDue(lookedOn, today);
  const home = await readHomeLook(tx, household, today - (withDrift ? faultDays : plainDays), today);
  const monthCostOf: CostOf = async (meterId, perDay) => {
    const utility = home.meters.find((one) => one.meterId === meterId)?.utility;
    return utility === undefined || perDay === null || perDay <= 0
      ? {}
      : ((await monthCost(tx, household, utility, perDay, now)) ?? {});
  };
  const faults = await checkFaults(
    tx,
    withoutAbsences(settled(home)),
    withDrift,
    await readTold(tx, household, now),
    monthCostOf,
  );
  await keepEmptyDays(tx, household, lastDays(home, plainDays));
  const found = await runRules(tx, household, home, look, monthCostOf);
  const next = (today + 1) * dayS + afterMidnightS + (Number.parseInt(household.slice(0, 6), 16) % spreadS);
  const all = {
    begun: [...faults.begun, ...found.begun],
    lasting: found.lasting,
    ended: [...faults.ended, ...found.ended],
  };
  await tx`select private.write_checks(${household}, ${now}, ${next}, ${tx.json(all as unknown as Parameters<typeof tx.json>[0])})`;
};

/** Answers how many homes were looked at; `now` in seconds since 1970. */
export const checkMeters = async (
  sql: Sql,
  now: number,
  given: Partial<Omit<Look, 'now'>> & { readonly signal?: AbortSignal } = {},
): Promise<number> => {
  const look: Look = { now, rules: given.rules ?? allRules, onFault: given.onFault ?? (() => undefined) };
  const until = Date.now() + turnMs;
  for (let looked = 0; ; looked += 1) {
    if (Date.now() > until || given.signal?.aborted) return looked;
    const isMore = await sql.begin(async (tx) => {
      const [due] = await tx<{ household_id: string; looked_on: string | null }[]>`
        select household_id, looked_on::text from private.home_to_check(${now})`;
      if (!due) return false;
      const { household_id: household, looked_on: day } = due;
      const lookedOn = day === null ? null : Date.parse(day) / 1000 / dayS;
      await tx
        .savepoint((inner) => checkHome(inner, household, lookedOn, look))
        .catch(async (error: unknown) => {
          look.onFault(error, { household });
          await tx`select private.put_off_check(${household}, ${now + failedS})`;
        });
      return true;
    });
    if (!isMore) return looked;
  }
};
