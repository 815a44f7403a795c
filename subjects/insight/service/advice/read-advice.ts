/** What is worth doing in a home: found from its figures, told but for what was answered. The one list of every page and mail. */
import { utilityIds, type Utility } from '#catalogue/index.ts';
import type { LocalDay } from '#catalogue/local-day.ts';
import type { Sql, Transaction } from '#kernel/db.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import type { Billing } from '#subjects/bills/service/index.ts';
import type { FoundAdvice } from '../../contract/worth-doing.ts';
import { chooseAdvice, findAdvice, type HomeFacts } from '../../domain/advice/advice.ts';
import { allAdvice } from '../../domain/advice/index.ts';
import type { ReportReader } from '../../domain/report/report-writer.ts';
import { monthCost } from '../changes/month-cost.ts';
import { readYearFacts, type YearFacts } from './year-facts.ts';

export interface AdviceDeps {
  readonly sql: Sql;
  readonly billing: Pick<Billing, 'costs' | 'soFar' | 'year' | 'quarterPrices'>;
  readonly now: () => number;
}

interface HomeRow {
  readonly id: string;
  readonly time_zone: string;
  readonly country: string | null;
  readonly units: ReportReader['units'];
  readonly today: LocalDay;
  readonly ground: string;
  readonly facts: YearFacts | null;
}

/** Whose it is, and how it is written for them. */
interface AdviceOfHome extends Pick<ReportReader, 'country' | 'units' | 'timeZone'> {
  readonly household: string;
  readonly advice: readonly FoundAdvice[];
}

export type ReadAdvice = (userId: string, wanted: string | undefined) => Promise<AdviceOfHome>;

export const createReadAdvice =
  ({ sql, billing, now }: AdviceDeps): ReadAdvice =>
  async (userId, wanted) => {
    const [home] = await sql<HomeRow[]>`
      select * from private.advice_home(${userId}, ${wanted ?? null}, ${new Date(now()).toISOString()})`;
    if (!home) throw new ProblemError('forbidden');
    const { id: household, time_zone: timeZone, country, units, today, ground } = home;
    const reader = { household, country, units, timeZone };
    const nowS = Math.floor(now() / 1000);
    const [{ currency, alwaysOn }, blocks] = await Promise.all([
      billing.costs(userId, household),
      readBlocks(billing, userId, household),
    ]);
    if (currency === null) return { ...reader, advice: [] };
    const kept = home.facts ?? (await readYearFacts({ sql, billing }, { id: household, today, timeZone, nowS }));
    if (home.facts === null)
      await sql`select private.keep_advice(${household}, ${ground}, ${JSON.stringify(kept)}::text::jsonb)`;
    const { leaks, answered } = await sql.begin(async (tx) => ({
      leaks: await readLeaks(tx, household, nowS),
      answered: await tx<{ advice: string | null }[]>`select advice from private.home_changes_of(${household})`,
    }));
    const facts: HomeFacts = {
      ...kept,
      currency,
      alwaysOn: alwaysOn && { watts: alwaysOn.watts, month: Number(alwaysOn.month) },
      leaks,
      blocks,
    };
    const said = chooseAdvice(findAdvice(allAdvice, facts), new Set(answered.flatMap(({ advice }) => advice ?? [])));
    return {
      ...reader,
      advice: said.map(
        ({ perMonth, meterId, device, ...one }): FoundAdvice => ({
          ...one,
          meterId: meterId ?? null,
          device: device ?? null,
          money: { perMonth: perMonth.toFixed(2), currency },
        }),
      ),
    };
  };

interface LeakRow {
  readonly meter_id: number;
  readonly device: string;
  readonly utility: Utility;
  readonly figures: { readonly floorMlPerHour?: number };
}

const readLeaks = async (tx: Transaction, household: string, now: number): Promise<HomeFacts['leaks']> => {
  const rows = await tx<LeakRow[]>`select * from private.running_leaks(${household})`;
  const leaks = [];
  for (const { meter_id: meterId, device, utility, figures } of rows) {
    const perHour = figures.floorMlPerHour ?? 0;
    const cost = perHour > 0 ? await monthCost(tx, household, utility, perHour * 24, now) : null;
    const litresPerHour = Number((perHour / 1000).toPrecision(2));
    leaks.push({ meterId: String(meterId), device, utility, litresPerHour, month: cost && Number(cost.costPerMonth) });
  }
  return leaks;
};

/** Of what is expected of the open cycle; prices in another currency than the bill's are left to its page. */
const readBlocks = async (
  billing: AdviceDeps['billing'],
  userId: string,
  household: string,
): Promise<HomeFacts['blocks']> => {
  const { likely, priceNow } = await billing.soFar(userId, household);
  return utilityIds.flatMap((utility) => {
    const own = likely?.use[utility];
    const size = priceNow[utility]?.size ?? null;
    if (!own || size === null) return [];
    return own.nextBlocks.flatMap(({ day, above, unit, currency, rate, nextRate }) => {
      const beyond = own.expected / size - Number(above);
      if (day === null || currency !== undefined || beyond <= 0 || Number(nextRate) <= Number(rate)) return [];
      return [{ utility, day, above, unit, rate, nextRate, more: beyond * (Number(nextRate) - Number(rate)) }];
    });
  });
};
