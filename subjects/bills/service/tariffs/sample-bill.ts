/** A month under a tariff, before anybody has it: of the household's own use where there is enough, else of an example's. */
import { interchangeOf } from '#catalogue/index.ts';
import type { SampleBill } from '../../contract/tariffs.ts';
import { addDays, type LocalDay } from '#catalogue/local-day.ts';
import { type IntervalUse, noUse } from '../../domain/tariff/interval-use.ts';
import { pricePlan } from '../../domain/tariff/price-plan.ts';
import type { PlanFacts } from '../../domain/tariff/pricing.ts';
import { spreadDays } from '../../domain/tariff/spread-days.ts';
import type { TariffPlan } from '../../domain/tariff/plan.ts';
import type { Transaction } from '#kernel/db.ts';
import { readMarket, readQuarters } from '../index.ts';

const sampleDays = 30;
/** By the hour, most of it in the morning and in the evening. */
const exampleHours = [1, 1, 1, 1, 1, 1, 2, 4, 4, 3, 2, 2, 3, 3, 2, 2, 2, 3, 4, 5, 6, 5, 4, 2];

const exampleUse = (plan: TariffPlan, start: LocalDay, timeZone: string): IntervalUse => {
  const from = Date.parse('2026-01-05') / 1000;
  const shape = {
    spanS: 900,
    startS: exampleHours.flatMap((_, hour) => [0, 1, 2, 3].map((quarter) => from + hour * 3600 + quarter * 900)),
    used: exampleHours.flatMap((weight) => [weight, weight, weight, weight]),
  };
  const days = Array.from({ length: sampleDays }, (_, i) => ({
    day: addDays(start, i),
    used: interchangeOf(plan.utility).exampleDay,
  }));
  // The shape is of the clock, wherever that is.
  const clock = spreadDays([{ day: '2026-01-05', used: 96_000 }], shape, 'UTC');
  const local = { ...clock, startS: Array.from(clock.startS, (at) => at - zoneShift(at, timeZone)) };
  return spreadDays(days, local, timeZone);
};

const zoneShift = (at: number, timeZone: string): number => {
  const parts = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(at * 1000);
  return Date.parse(`${parts.replace(' ', 'T')}Z`) / 1000 - at;
};

/** The last day on which all that it charges for use may hold; none: it goes on. */
const lastDayOf = (plan: TariffPlan): LocalDay | undefined => {
  const ends = plan.charges.filter(({ kind }) => kind === 'use').map(({ until }) => until);
  return ends.some((until) => until === undefined)
    ? undefined
    : ends.reduce((last, until) => ((until ?? '') > (last ?? '') ? until : last), undefined);
};

export interface SampleHome {
  readonly id: string;
  readonly timeZone: string;
  readonly today: LocalDay;
}

export const sampleBill = async (
  sql: Transaction,
  home: SampleHome | null,
  plan: TariffPlan,
  facts: PlanFacts | undefined,
  today: LocalDay,
): Promise<SampleBill> => {
  const last = lastDayOf(plan);
  const end = last !== undefined && last < today ? last : today;
  const start = addDays(end, -sampleDays);
  // The days of a bill are those of its tariff's clock.
  const timeZone = plan.timeZone ?? home?.timeZone ?? 'UTC';
  const own =
    home && end === today ? (await readQuarters(sql, home.id, { start, end }, timeZone))[plan.utility] : noUse;
  const isOwn = own.startS.length > 0;
  const use = isOwn ? own : exampleUse(plan, start, timeZone);
  const market = home ? await readMarket(sql, home.id, { start, end }, timeZone, [plan]) : {};
  const cycle = { start, end, cycleDays: sampleDays, cycleMonths: 1 };
  const { lines, total, faults } = pricePlan({ plan, cycle, timeZone, use, facts, ...market });
  return {
    of: isOwn ? 'own' : 'example',
    start,
    end,
    used: Array.from(use.used).reduce((sum, used) => sum + used, 0),
    currency: plan.currency,
    total,
    lines: [...lines],
    faults: faults.map((fault) => ({ ...fault, utility: plan.utility })),
  };
};
