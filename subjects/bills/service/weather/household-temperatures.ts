/** Outdoor temperatures of households: read from files, looked at, kept. */
import type { KeptTemperatures, TemperaturesAnswer } from '../../contract/weather.ts';
import { daysBetween, type LocalDay } from '#catalogue/local-day.ts';
import type { Sql, Transaction } from '#kernel/db.ts';
import { ProblemError } from '#kernel/http/problem.ts';

type Unit = Extract<TemperaturesAnswer, { ok: true }>['unit'];

interface TemperatureFileOptions {
  readonly unit?: Unit | undefined;
  readonly timeZone: string;
  /** Days from this one on are not over. */
  readonly today: LocalDay;
}

type TemperatureFile =
  | {
      readonly ok: true;
      /** Tenths of °C. */
      readonly days: Readonly<Record<LocalDay, number>>;
      readonly leftOut: number;
      readonly ahead: number;
      readonly columns: readonly string[];
      readonly unit: Unit;
      readonly isUnitTold: boolean;
    }
  | Extract<TemperaturesAnswer, { ok: false }>;

export interface WeatherDeps {
  readonly sql: Sql;
  readonly now: () => number;
  readonly readFile: (bytes: Uint8Array, options: TemperatureFileOptions) => TemperatureFile;
}

interface GivenTemperatures {
  readonly household?: string | undefined;
  readonly unit?: Unit | undefined;
  readonly bytes: Uint8Array;
  readonly isPreview: boolean;
}

export interface Weather {
  /** All of the file or nothing. Throws `forbidden` for a household that is not the person's to change. */
  take(userId: string, given: GivenTemperatures): Promise<TemperaturesAnswer>;
  /** Throws `forbidden` for a household that is not the person's. */
  kept(userId: string, household: string | undefined): Promise<KeptTemperatures>;
}

const summaryOf = (file: TemperatureFile, changed: number | null): TemperaturesAnswer => {
  if (!file.ok) return file;
  const { days, columns, ...said } = file;
  const sorted = Object.keys(days).sort();
  const [from = '', to = ''] = [sorted[0], sorted.at(-1)];
  const byWarmth = Object.values(days).sort((a, b) => a - b);
  return {
    ...said,
    from,
    to,
    days: sorted.length,
    missing: daysBetween(from, to) + 1 - sorted.length,
    coldest: byWarmth[0] ?? 0,
    warmest: byWarmth.at(-1) ?? 0,
    columns: [...columns],
    changed,
  };
};

/** Answers how many days were new or other than before; null for a household that is not the person's to change. */
export const saveTemperatures = async (
  sql: Sql | Transaction,
  userId: string,
  household: string,
  days: Readonly<Record<LocalDay, number>>,
): Promise<number | null> => {
  const [row] = await sql<{ n: number | null }[]>`
    select private.save_temperatures(${userId}, ${household}, ${JSON.stringify(days)}::text::jsonb) as n`;
  return row?.n ?? null;
};

export const createWeather = ({ sql, now, readFile }: WeatherDeps): Weather => {
  const homeOf = async (userId: string, household: string | undefined) => {
    const [row] = await sql<{ id: string; time_zone: string; today: string }[]>`
      select * from private.tariff_home(${userId}, ${household ?? null}, ${new Date(now()).toISOString()})`;
    if (!row) throw new ProblemError('forbidden');
    return { id: row.id, timeZone: row.time_zone, today: row.today };
  };

  const save = async (userId: string, household: string, days: Readonly<Record<LocalDay, number>>): Promise<number> => {
    const changed = await saveTemperatures(sql, userId, household, days);
    if (changed === null) throw new ProblemError('forbidden');
    return changed;
  };

  return {
    take: async (userId, { household, unit, bytes, isPreview }) => {
      const { id, timeZone, today } = await homeOf(userId, household);
      const file = readFile(bytes, { unit, timeZone, today });
      return summaryOf(file, file.ok && !isPreview ? await save(userId, id, file.days) : null);
    },
    kept: async (userId, household) => {
      const [row] = await sql<{ kept: KeptTemperatures | null }[]>`
        select private.temperatures_kept(${userId}, ${household ?? null}) as kept`;
      if (!row?.kept) throw new ProblemError('forbidden');
      return row.kept;
    },
  };
};
