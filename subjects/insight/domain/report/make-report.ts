/** A week, a month or a year of a home: money first, what changed and why, which day was best and which odd, what was noticed, what is worth doing. */
import { type Utility, utilityIds } from '#catalogue/index.ts';
import { addDays, daysOf, type LocalDay } from '#catalogue/local-day.ts';
import { decimalText } from '#subjects/bills/domain/tariff/exact.ts';
import { isCovered } from '../compare-spans.ts';
import { bestDay, beyondOthers, type DayMeasure, oddestDay, type WholeDay } from './days.ts';
import { type AwaySpan, type DeviceDay, groupBy, type ReportFacts } from './facts.ts';
import { moneyOf } from './money-figures.ts';
import { periodAt, type ReportPeriod, shiftPeriod } from './period.ts';
import type { PeriodReport, ReportBar, ReportDay, ReportOddDay, WorthDoing } from './period-report.ts';
import { amountIn, deviceKey, fixedPerDay, ledgerOf } from './report-money.ts';
import { roomsOf, utilityOf } from './utility-figures.ts';
import { daysOfUtility, earlier, isMeasured, sum, within, withPrice, type Work } from './work.ts';

/** Null: nothing was measured in it. */
export const makeReport = (facts: ReportFacts): PeriodReport | null => {
  const { period, today, homeDays } = facts;
  const before = shiftPeriod(period, -1);
  const begun = earlier(period.end, addDays(today, 1));
  const own = within(homeDays, period.start, period.end);
  if (own.every(({ coveredS }) => coveredS <= 0)) return null;
  const work: Work = {
    ...facts,
    before,
    begun,
    until: earlier(period.end, today),
    ledger: ledgerOf(facts.cost, facts.deviceCosts, { start: period.start, end: begun }),
    ledgerBefore:
      facts.costBefore.currency === facts.cost.currency
        ? ledgerOf(facts.costBefore, facts.deviceCostsBefore, before)
        : null,
    daysByUtility: groupBy(homeDays, ({ utility }) => utility),
  };
  const seen = utilityIds.filter((utility) => own.some((day) => day.utility === utility && day.coveredS > 0));
  const measure: DayMeasure = work.ledger === null ? (seen[0] as Utility) : 'money';
  return {
    kind: period.kind,
    period: period.name,
    start: period.start,
    end: period.end,
    isOver: period.end <= today,
    currency: work.ledger?.currency ?? null,
    money: work.ledger && moneyOf(work, work.ledger, withPrice(work, seen)),
    utilities: utilityIds
      .filter(
        (utility) =>
          seen.includes(utility) || work.ledger?.cells.some((cell) => cell.utility === utility && cell.cents !== 0n),
      )
      .map((utility) => utilityOf(work, utility)),
    rooms: roomsOf(work),
    bars: barsOf(work, seen),
    ...daysOfNote(work, measure, seen),
    notices: [...facts.notices],
    away: awaySpans(facts.away),
    worth: worthDoing(facts),
  };
};

/** A single day that looks empty is one on which people were out. */
const minEmptyDays = 2;

/** Days one after the other, what was said apart from what only looked so. */
const awaySpans = (days: ReportFacts['away']): AwaySpan[] => {
  const spans: AwaySpan[] = [];
  for (const { day, isSaid } of days) {
    const last = spans.at(-1);
    if (last !== undefined && last.isSaid === isSaid && addDays(last.to, 1) === day)
      spans[spans.length - 1] = { ...last, to: day };
    else spans.push({ from: day, to: day, isSaid });
  }
  return spans.filter(({ from, to, isSaid }) => isSaid || to >= addDays(from, minEmptyDays - 1));
};

const barStarts = ({ kind, start, end }: ReportPeriod): { start: LocalDay; end: LocalDay }[] => {
  if (kind !== 'year') return daysOf(start, end).map((day) => ({ start: day, end: addDays(day, 1) }));
  const months: { start: LocalDay; end: LocalDay }[] = [];
  for (let month = periodAt('month', start); month.start < end; month = shiftPeriod(month, 1)) months.push(month);
  return months;
};

/** Days, or the months of a year. */
const barsOf = (work: Work, seen: readonly Utility[]): ReportBar[] =>
  barStarts(work.period).map(({ start, end }) => {
    const { ledger, begun, until } = work;
    const isIn = (day: LocalDay): boolean => day >= start && day < end;
    const costs = start < begun ? ledger : null;
    return {
      start,
      total: costs && amountIn(costs, ({ day }) => isIn(day)),
      fixed: costs && amountIn(costs, ({ day, kind }) => isIn(day) && kind === 'fixed'),
      parts: seen.map((utility) => ({
        utility,
        used: sum(daysOfUtility(work, utility, start, end), ({ used }) => used),
        use:
          costs === null || costs.without.has(utility)
            ? null
            : amountIn(costs, (cell) => isIn(cell.day) && cell.utility === utility && cell.kind === 'use'),
      })),
      isWhole: end <= until && isMeasured(work, seen, start, end),
    };
  });

/** Days are compared in the money of their use, or in what the first utility used. */
const daysOfNote = (
  work: Work,
  measure: DayMeasure,
  seen: readonly Utility[],
): Pick<PeriodReport, 'best' | 'oddest'> => {
  const { period, begun, until, cost, costBefore, costEarlier, ledger, deviceDays } = work;
  const all = measure === 'money' ? [...costEarlier.rows, ...costBefore.rows, ...cost.rows] : [];
  const rows = all.filter(({ utility }) => ledger?.without.has(utility) !== true);
  const rowsOfDay = groupBy(rows, ({ start }) => start);
  const of = measure === 'money' ? withPrice(work, seen) : [measure];
  const valueOf = (day: LocalDay): number | null => {
    if (measure !== 'money') return sum(daysOfUtility(work, measure, day, addDays(day, 1)), ({ used }) => used);
    const own = rowsOfDay.get(day) ?? [];
    return own.length === 0 || own.some(({ unpriced }) => unpriced > 0) ? null : sum(own, (row) => Number(row.cost));
  };
  const known = [...groupBy(work.homeDays, ({ day }) => day)].flatMap(([day, own]): WholeDay[] => {
    const isWhole = of.every((utility) => own.some((one) => one.utility === utility && isCovered(one)));
    const value = day < until && isWhole ? valueOf(day) : null;
    return value === null ? [] : [{ day, value }];
  });
  // A day on which nobody was at home is none to be proud of.
  const away = new Set(awaySpans(work.away).flatMap(({ from, to }) => daysOf(from, addDays(to, 1))));
  const own = within(known, period.start, period.end).filter(({ day }) => !away.has(day));
  const usedBy = new Map(
    [...groupBy(deviceDays, ({ utility, deviceId }) => deviceKey(utility, deviceId))].map(([key, days]) => [
      key,
      sumByDay(days),
    ]),
  );
  // Devices of several utilities are weighed against each other in money: each by the mean price of its own use.
  const weighed = new Map(
    [...usedBy]
      .filter(([key]) => measure === 'money' || key.startsWith(`${measure} `))
      .map(([key, days]) => [key, weighDays(days, measure === 'money' ? priceOf(work, key, days) : 1)]),
  );
  const best = bestDay(own);
  const odd = oddestDay(own, known, weighed);
  const text = (value: number): string | null =>
    ledger && decimalText(BigInt(Math.round(value * 10 ** ledger.digits)), ledger.digits);
  // As its bar says it, what goes by time among it.
  const told = ({ day, value }: WholeDay): ReportDay =>
    measure === 'money'
      ? { day, utility: null, amount: ledger && amountIn(ledger, (cell) => cell.day === day), used: null }
      : { day, utility: measure, amount: null, used: value };
  const fixed = fixedPerDay(cost, period.start, begun);
  return {
    best: best && told(best),
    oddest: odd && {
      ...told(odd),
      usual: measure === 'money' ? text(odd.usual + fixed) : null,
      usualUsed: measure === 'money' ? null : odd.usual,
      mostly:
        odd.mostly === null
          ? null
          : mostlyOf(work, odd.mostly, beyondOthers(usedBy.get(odd.mostly) ?? new Map(), odd.day)),
    },
  };
};

const sumByDay = (days: readonly DeviceDay[]): ReadonlyMap<LocalDay, number> => {
  const sums = new Map<LocalDay, number>();
  for (const { day, used } of days) sums.set(day, (sums.get(day) ?? 0) + used);
  return sums;
};

const weighDays = (days: ReadonlyMap<LocalDay, number>, by: number): ReadonlyMap<LocalDay, number> =>
  new Map([...days].map(([day, used]) => [day, used * by]));

/** What a Wh or mL of a device cost in the period, on average. */
const priceOf = ({ ledger, period }: Work, key: string, days: ReadonlyMap<LocalDay, number>): number => {
  const used = sum(
    [...days].filter(([day]) => day >= period.start),
    ([, value]) => value,
  );
  return used === 0 ? 0 : Number(ledger?.devices.get(key) ?? 0) / used;
};

const mostlyOf = ({ devices, deviceDays }: Work, key: string, used: number | null): ReportOddDay['mostly'] => {
  const own = deviceDays.find(({ utility, deviceId }) => deviceKey(utility, deviceId) === key);
  const device = own && devices.get(own.deviceId);
  return own && device && used !== null ? { deviceId: own.deviceId, utility: own.utility, ...device, used } : null;
};

/** What is open comes first, then what is worth doing anyway. */
const worthDoing = ({ open, advice }: ReportFacts): WorthDoing | null => {
  if (open !== null) return { kind: 'notice', notice: open };
  return advice && { kind: 'advice', advice };
};
