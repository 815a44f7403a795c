/** The figures of the exam's answers, by the arithmetic of the seeded home and as the reader of a language writes them. */
import { factsOf, type Language, type Utility } from '#catalogue/index.ts';
import type { BillCosts } from '#subjects/bills/contract/bill-costs.ts';
import type { BillSoFar } from '#subjects/bills/contract/billing.ts';
import { billOf, deviceCents, linesOf } from '#subjects/assistant/service/questions/testing-home.ts';
import { createKnown, days, oneDay } from '#subjects/assistant/service/questions/testing-known.ts';
import {
  daysFrom,
  extremeHour,
  type Hour,
  nowMs,
  type Part,
  things,
  timeZone,
  used,
} from '#subjects/assistant/service/questions/testing-use.ts';
import { createWriter, roomName } from '#subjects/assistant/service/writer.ts';
import type { Figure } from './question.ts';

export { days, oneDay };

export type Days = readonly [first: string, last: string];
type Where = Omit<Part, 'utility'>;

interface Bills {
  readonly soFar: BillSoFar;
  readonly costs: BillCosts;
  readonly idOf: (device: string) => string;
}

const today = new Date(nowMs).toISOString().slice(0, 10);
/** The standing charge of electricity with its tax, a day. */
const standingCents = 36.3;

export const from = (first: string, last = today): Days => [first, last];

export const createFigures = (language: Language, bills: Bills) => {
  const write = createWriter(language, { country: 'ES', currency: 'EUR', units: 'metric', timeZone, today });
  const known = createKnown(write, bills);
  const between =
    (first: number, end: number) =>
    ({ hour }: Hour) =>
      hour >= first && hour < end;
  /** To the cent that rounding leaves open. */
  const money = (cents: number): string[] =>
    [...new Set([Math.floor(cents), Math.ceil(cents)])].map((whole) => write.money(whole / 100));
  /** As a whole number, or with one or two decimals. */
  const number = (value: number): string[] => [0, 1, 2].map((digits) => write.number(value, digits));
  const percent = (share: number): string[] => [0, 1].map((digits) => write.percent(share, digits));
  const electricCents = ([first, last]: Days, device?: string): number => {
    if (device !== undefined) return deviceCents(device, first, last);
    const [peak, valley] = linesOf(first, last).electricity;
    return ((peak ?? 0) + (valley ?? 0)) * 1.21;
  };
  const inLastHour = (part: Part): number => used(part, ...days.today, between(13, 14));
  const ranked = (utility: Utility, by: 'device' | 'room', period: Days, sign: 1 | -1) => {
    const own = things.filter((one) => one.utility === utility && one.uses !== null);
    const names = [...new Set(own.map((one) => (by === 'device' ? one.name : one.room)))];
    return names
      .map((name) => ({ name, used: used({ utility, [by]: name }, ...period) }))
      .sort((a, b) => sign * (b.used - a.used));
  };
  return {
    ...known,
    language,
    number,
    money,
    day: (day: string): Figure => [write.day(day), write.shortDay(day)],
    kwhBetween: (period: Days, first: number, end: number, where: Where = {}): string =>
      write.amount('electricity', used({ utility: 'electricity', ...where }, ...period, between(first, end))),
    litresBetween: (period: Days, first: number, end: number, where: Where = {}): string =>
      write.amount('water', used({ utility: 'water', ...where }, ...period, between(first, end))),
    /** An earlier period: whole, or as much of it as has passed of the present one by 14:00 or 14:30. */
    before: (utility: Utility, [first, last]: Days, where: Where = {}): Figure => {
      const part = { utility, ...where };
      const whole = used(part, first, last);
      const rest = used(part, last, last, between(14, 24));
      const half = used(part, last, last, between(14, 15)) / 2;
      return [whole, whole - rest, whole - rest + half].map((amount) => write.amount(utility, amount));
    },
    /** Each of September, October and November so far. */
    months: (utility: Utility, where: Where = {}): string[] =>
      [days.september, days.october, days.november].map((month) =>
        write.amount(utility, used({ utility, ...where }, ...month)),
      ),
    average: (utility: Utility, [first, last]: Days, where: Where = {}): string =>
      write.amount(utility, used({ utility, ...where }, first, last) / daysFrom(first, last).length),
    /** Who used most (or least, `sign` -1), and how much. */
    top: (utility: Utility, by: 'device' | 'room', period: Days, sign: 1 | -1 = 1): Figure[] => {
      const [first] = ranked(utility, by, period, sign);
      if (!first) throw new RangeError('nobody used anything');
      return [by === 'room' ? roomName(language, first.name) : first.name, write.amount(utility, first.used)];
    },
    shareOf: (part: Part, period: Days): string[] =>
      percent(used(part, ...period) / used({ utility: part.utility }, ...period)),
    now: (part: Part): string => write.rate(part.utility, inLastHour(part) / factsOf(part.utility).flow.perHour),
    /** What use cost, of the whole home with its standing charge or without. */
    cost: (period: Days, device?: string): string[] => {
      const use = electricCents(period, device);
      return device === undefined
        ? [...money(use), ...money(use + standingCents * daysFrom(...period).length)]
        : money(use);
    },
    /** Of the budget of 80 a month for electricity. */
    budgetUsed: percent(billOf(...days.november).electricity / 8000),
    budgetLeft: money(8000 - billOf(...days.november).electricity),
    /** By how much a month's bill of one utility, or all of it, is another than the next one's. */
    billChange: (one: 'september' | 'october', other: 'october' | 'november', of: 'total' | 'electricity' | 'water') =>
      money(Math.abs(billOf(...days[one])[of] - billOf(...days[other])[of])),
    /** What is saved where an electricity use of those dear hours is moved to cheap ones. */
    shifted: (device: string, period: Days): string[] => {
      const peak = used(
        { utility: 'electricity', device },
        ...period,
        ({ hour }) => (hour >= 10 && hour < 14) || (hour >= 18 && hour < 22),
      );
      return money(((peak * 13) / 1000) * 1.21);
    },
    /** In the unit that is asked for, or as usual: then that unit is the word that is missing. */
    gallons: (period: Days): string[] => {
      const millilitres = used({ utility: 'water' }, ...period);
      return [write.amount('water', millilitres), ...number(millilitres / 3785.411784)];
    },
    cubicMetres: (period: Days): string[] => {
      const millilitres = used({ utility: 'water' }, ...period);
      return [
        write.amount('water', millilitres),
        ...[1, 2, 3].map((digits) => write.number(millilitres / 1e6, digits)),
      ];
    },
    /** As kWh, or in the small unit. */
    wattHours: (period: Days, where: Where): string[] => {
      const wh = used({ utility: 'electricity', ...where }, ...period);
      return [write.amount('electricity', wh), ...number(wh)];
    },
    /** What the main meter saw and no meter below it. */
    unmetered: (period: Days): string =>
      write.amount(
        'electricity',
        things
          .filter(({ utility }) => utility === 'electricity')
          .reduce(
            (rest, { name }) => rest - used({ utility: 'electricity', device: name }, ...period),
            used({ utility: 'electricity' }, ...period),
          ),
      ),
    /** How many days were above a limit in base units. */
    daysAbove: (part: Part, period: Days, limit: number): string =>
      String(daysFrom(...period).filter((day) => used(part, day, day) > limit).length),
    weekends: (utility: Utility, period: Days, where: Where = {}): string =>
      write.amount(
        utility,
        used({ utility, ...where }, ...period, ({ weekday }) => weekday === 0 || weekday === 6),
      ),
    /** All of a utility but one device. */
    kwhWithout: (device: string, [first, last]: Days): string =>
      write.amount(
        'electricity',
        used({ utility: 'electricity' }, first, last) - used({ utility: 'electricity', device }, first, last),
      ),
    litresWithout: (device: string, [first, last]: Days): string =>
      write.amount('water', used({ utility: 'water' }, first, last) - used({ utility: 'water', device }, first, last)),
    /** The highest hour of a day. */
    peakPower: (day: string): string[] => {
      const { used: watts } = extremeHour({ utility: 'electricity' }, day);
      return [write.rate('electricity', watts), write.amount('electricity', watts)];
    },
    alwaysOnPower: write.rate('electricity', bills.costs.alwaysOn?.watts ?? 0),
    cents: { september: billOf(...days.september).total, october: billOf(...days.october).total },
    /** Of November so far: of electricity, of water, of both, with tax and without. */
    standing: [22 * 36.3, 22 * 11, 22 * 47.3, 22 * 30, 22 * 10, 22 * 40].flatMap(money),
    budget: write.money('80'),
    /** What a whole month used on average of September and October. */
    eachMonth: (utility: Utility): string =>
      write.amount(utility, used({ utility }, days.september[0], days.october[1]) / 2),
    leaked: write.amount('water', 60_000),
    /** The highest hour of a period, and its day. */
    peakIn: (period: Days): Figure[] => {
      const [top] = daysFrom(...period)
        .map((day) => ({ day, watts: extremeHour({ utility: 'electricity' }, day).used }))
        .sort((a, b) => b.watts - a.watts);
      if (!top) throw new RangeError('no day of it is known');
      return [
        [write.rate('electricity', top.watts), write.amount('electricity', top.watts)],
        [write.day(top.day), write.shortDay(top.day)],
      ];
    },
  };
};

export type Figures = ReturnType<typeof createFigures>;
