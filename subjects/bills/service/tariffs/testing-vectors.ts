/** Real consumption and prices with expected bills, and the library to price them by. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { zoneOffsets } from '#catalogue/zone-clock.ts';
import { dayStartS, type IntervalUse } from '../../domain/tariff/interval-use.ts';
import { pricePlan } from '../../domain/tariff/price-bill.ts';
import type { PlanInput } from '../../domain/tariff/pricing.ts';
import type { TariffPlan } from '../../domain/tariff/plan.ts';
import { readTariffLibrary } from './tariff-library.ts';

const shared = fileURLToPath(new URL('../../../../../shared/data/', import.meta.url));
export const hasVectors = existsSync(shared);
export const vectorsNote = hasVectors ? '' : ' (skipped: ../shared/data is not here)';

export const readVector = (path: string): string => {
  const bytes = readFileSync(`${shared}${path}`);
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
};

export const rowsOf = (path: string, separator = ','): string[][] =>
  readVector(path)
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(separator));

export const tariffFolder = fileURLToPath(new URL('../../../../tariffs', import.meta.url));

export const libraryPlan = async (id: string): Promise<TariffPlan> => {
  const found = (await readTariffLibrary(tariffFolder)).tariffs.find((one) => one.id === id);
  if (!found) throw new Error(`no tariff ${id}`);
  return found.plan;
};

/** Exact figures, to compare with what is not rounded to the cent. */
export const finely = (plan: TariffPlan, step = '0.00000001'): TariffPlan => ({
  ...plan,
  charges: plan.charges.map((charge) => ({ ...charge, round: undefined })),
  rounding: { lines: step, total: step },
});

/** All of a month's use at its first moment: what blocks see. */
export const useAtOnce = (day: string, timeZone: string, used: number): IntervalUse => ({
  spanS: 900,
  startS: [dayStartS(day, zoneOffsets(timeZone))],
  used: [used],
});

export const totalOf = (input: PlanInput): number => Number(pricePlan(input).total);
