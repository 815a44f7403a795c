/** What the home's own figures say about the three tips. Null: they say nothing. */
import { utilityWithStandby } from '@wattershed/catalogue';
import { addDays } from '@wattershed/domain';
import type { HomeDevice } from '../home.ts';
import type { AskedPeriod } from '../question.ts';
import type { OpenNotice } from '../sources.ts';
import { isLeakMeasured } from './leak.ts';
import { hasFigures, type HourUse, type Reading, readHours, readUse } from './use.ts';

export interface TipFacts {
  readonly period: AskedPeriod;
  /** The hour of the day that uses most power, over the last 30 days. */
  readonly busiest: HourUse | null;
  /** W that are drawn when nobody does anything. */
  readonly alwaysOnWatts: number | null;
  /** Air conditioners with what they used in the last 30 days, in Wh. */
  readonly cooling: readonly { readonly device: HomeDevice; readonly used: number }[];
  /** What has not stopped. */
  readonly running: readonly OpenNotice[];
  readonly isLeakMeasured: boolean;
}

const coolers =
  /(?<!\p{L})(a\/?c|air ?con\p{L}*|aircon\p{L}*|aire( acondicionado)?|climati\p{L}*)(?!\p{L})|एसी|ए\.सी|एयर ?कंडी/iu;

const everything = { utility: utilityWithStandby, room: null, device: null };

const readBusiest = async (reading: Reading, period: AskedPeriod): Promise<HourUse | null> => {
  const [power] = await readHours(reading, everything, period);
  const most = (power?.hours ?? []).reduce<HourUse | null>(
    (best, hour) => (best === null || hour.used > best.used ? hour : best),
    null,
  );
  return most !== null && most.used > 0 ? most : null;
};

const readCooling = async (reading: Reading, period: AskedPeriod): Promise<TipFacts['cooling']> => {
  const found = reading.home.devices.filter(
    ({ name, utility }) => utility === utilityWithStandby && coolers.test(name),
  );
  if (found.length === 0) return [];
  const { rows } = await readUse(reading, everything, period);
  return found
    .map((device) => ({
      device,
      used: rows.filter(({ deviceId }) => deviceId === device.id).reduce((sum, row) => sum + row.used, 0),
    }))
    .filter(({ used }) => used > 0);
};

export const readTips = async (reading: Reading): Promise<TipFacts> => {
  const { home, sources } = reading;
  const to = addDays(home.today, 1);
  const period: AskedPeriod = { from: addDays(to, -30), to, name: 'last-30-days', isAssumed: true };
  const known = { period, isLeakMeasured: isLeakMeasured(home) };
  if (!hasFigures(home)) return { ...known, busiest: null, alwaysOnWatts: null, cooling: [], running: [] };
  const [busiest, costs, cooling, notices] = await Promise.all([
    readBusiest(reading, period),
    sources.costs(),
    readCooling(reading, period),
    sources.notices(),
  ]);
  return {
    ...known,
    busiest,
    alwaysOnWatts: costs.alwaysOn?.watts ?? null,
    cooling,
    running: notices.filter(({ kind, endedAt }) => kind === 'running-water' && endedAt === null),
  };
};
