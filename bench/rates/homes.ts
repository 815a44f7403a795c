/** Hours of use to price rates on: real homes from the files beside the checkout, and one that is made. */
import { between, stream } from '#simulator/src/random.ts';
import type { IntervalUse } from '#subjects/bills/domain/tariff/interval-use.ts';
import { type BenchHome, readBenchHomes } from '../honest-homes.ts';
import type { Hour } from './independent.ts';

export interface RateHome {
  readonly name: string;
  readonly timeZone: string;
  /** Whole months by the clock of its zone, as the independent engine takes them. */
  readonly hours: readonly Hour[];
  /** The same, as ours takes them. */
  readonly use: IntervalUse;
  readonly isCalendarYear: boolean;
}

const hourS = 3600;

/** By the platform's calendar, not by ours. */
const clockOf = (timeZone: string): ((atS: number) => Omit<Hour, 'usedWh'>) => {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
  });
  return (atS) => {
    const parts = Object.fromEntries(format.formatToParts(atS * 1000).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 0, day = 0, hour = 0 } = parts;
    return { year, month, day, hour };
  };
};

const homeOf = (name: string, timeZone: string, known: ReadonlyMap<number, number>): RateHome => {
  const clock = clockOf(timeZone);
  const all = [...known].map(([atS, usedWh]) => ({ atS, ...clock(atS), usedWh }));
  const from = all.findIndex(({ day, hour }) => day === 1 && hour === 0);
  const to = all.findLastIndex(({ atS }) => clock(atS + hourS).day === 1 && clock(atS + hourS).hour === 0);
  const whole = all.slice(from, to + 1);
  const startS = whole.map(({ atS }) => atS);
  return {
    name,
    timeZone,
    hours: whole.map(({ atS: _atS, ...hour }) => hour),
    use: { spanS: hourS, startS, used: whole.map(({ usedWh }) => usedWh) },
    isCalendarYear: whole[0]?.month === 1 && whole.at(-1)?.month === 12,
  };
};

const zones: Readonly<Record<string, string>> = { 'AMPds2 electricity': 'America/Vancouver' };

const realHome = ({ name, firstDay, perDay, meters }: BenchHome): RateHome => {
  const spanS = 86_400 / perDay;
  const known = new Map<number, number>();
  const used = meters.find(({ parentMeterId }) => parentMeterId === null)?.used ?? [];
  for (const [i, wh] of Array.from(used).entries()) {
    const atS = Math.floor((firstDay * 86_400 + i * spanS) / hourS) * hourS;
    if (!Number.isNaN(wh)) known.set(atS, (known.get(atS) ?? 0) + wh);
  }
  return homeOf(name, zones[name] ?? 'UTC', known);
};

/** None where the files are not there. */
export const realHomes = (): RateHome[] =>
  readBenchHomes()
    .filter(({ meters }) =>
      meters.some(({ utility, parentMeterId }) => utility === 'electricity' && parentMeterId === null),
    )
    .map(realHome);

/** A calendar year in California: cool in summer, lit in the evening, and now and then a car. */
export const madeHome = (): RateHome => {
  const random = stream(8760);
  const [startS, endS] = [Date.UTC(2025, 0, 1, 8) / 1000, Date.UTC(2026, 0, 1, 8) / 1000];
  const known = new Map<number, number>();
  for (let atS = startS; atS < endS; atS += hourS) {
    const hour = ((atS - startS) / hourS) % 24;
    const season = Math.cos((2 * Math.PI * (atS - startS)) / (endS - startS) - Math.PI);
    const cooling = Math.max(0, season) * Math.max(0, Math.sin(((hour - 9) / 12) * Math.PI)) * 1800;
    const evening = hour >= 17 && hour < 23 ? 700 : 150;
    const car = random() < 0.02 ? 7000 : 0;
    known.set(atS, Math.round((cooling + evening) * between(random, 0.4, 1.6) + car));
  }
  return homeOf('made', 'America/Los_Angeles', known);
};

/** What a roof would send back. */
export const withRoof = (hours: readonly Hour[]): Hour[] =>
  hours.map((one) => {
    const sun =
      Math.max(0, Math.sin(((one.hour - 6) / 12) * Math.PI)) * (2.5 - Math.cos((one.month / 6) * Math.PI)) * 900;
    const left = Math.round(sun) - one.usedWh;
    return { ...one, usedWh: Math.max(0, -left), exportedWh: Math.max(0, left) };
  });

/** The same, as ours takes them. */
export const roofUse = ({ hours, use }: RateHome): IntervalUse => {
  const roofed = withRoof(hours);
  return { ...use, used: roofed.map(({ usedWh }) => usedWh), returned: roofed.map(({ exportedWh = 0 }) => exportedWh) };
};
