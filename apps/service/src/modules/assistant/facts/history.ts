/** Since when there are readings, and when something was heard last. */
import type { LatestAnswer } from '@wattershed/contracts';
import { addDays, type LocalDay } from '@wattershed/domain';
import { wholeHome } from '../home.ts';
import type { AskedPart } from '../question.ts';
import { isEmpty, sumBy } from './amounts.ts';
import { type Reading, readRows } from './use.ts';

const longestYears = 20;

/** The first day with readings of that part; null: there is none. */
export const readFirstDay = async (reading: Reading, part: AskedPart): Promise<LocalDay | null> => {
  const { today } = reading.home;
  const begin = `${Number(today.slice(0, 4)) - longestYears}-${today.slice(5, 7)}-01`;
  const first = async (from: LocalDay, to: LocalDay, bucket: 'day' | 'month'): Promise<LocalDay | null> => {
    const sums = sumBy(await readRows(reading, { from, to }, part, bucket), ({ start }) => start);
    const heard = [...sums].filter(([, amounts]) => !isEmpty(amounts)).map(([start]) => start);
    return heard.sort()[0] ?? null;
  };
  const month = await first(begin, addDays(today, 1), 'month');
  return month === null ? null : first(month, addDays(month, 31), 'day');
};

/** When a meter of that part was heard last, as an instant; null: never. */
export const lastHeard = ({ meters }: LatestAnswer, { utility, room, device }: AskedPart): string | null => {
  const times = meters
    .filter((meter) => utility === null || meter.utility === utility)
    .filter((meter) => room === null || room === wholeHome || meter.room === room)
    .filter((meter) => device === null || meter.deviceId === device)
    .flatMap(({ lastAt }) => lastAt ?? []);
  return times.sort().at(-1) ?? null;
};
