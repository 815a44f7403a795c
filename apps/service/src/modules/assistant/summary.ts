/** What a provider's model is told of the household before it is asked: use, bill and devices, as short as they can be said. */
import { addDays } from '@wattershed/domain';
import type { Asking } from './own-answer.ts';
import type { Summary } from './provider/system-prompt.ts';

/** A page is read, thought about and asked of: for so long its summary is near enough. Tools read anew. */
const keptMs = 30_000;
const mostKept = 2_000;

const mostDevices = 60;

const usedSince = async ({ home, sources }: Asking, from: string): Promise<Record<string, string>> => {
  const { rows } = await sources.usage({ from, to: addDays(home.today, 1), bucket: 'month', by: 'utility' });
  const sum = (utility: string): number => rows.reduce((all, row) => all + (row.utility === utility ? row.used : 0), 0);
  return { electricity_kWh: (sum('electricity') / 1000).toFixed(2), water_L: (sum('water') / 1000).toFixed(0) };
};

const billSoFar = async ({ sources }: Asking): Promise<Record<string, unknown>> => {
  const { start, end, currency, cost, likely, daysGone, daysLeft } = await sources.soFar();
  return {
    cycle_from: start,
    cycle_until: addDays(end, -1),
    days_gone: daysGone,
    days_left: daysLeft,
    currency,
    so_far: cost && { total: cost.total, electricity: cost.electricity, water: cost.water },
    likely: likely && { low: likely.low, expected: likely.expected, high: likely.high },
  };
};

const make = async (asking: Asking): Promise<Summary> => {
  const { home } = asking;
  const [today, month, billing] = await Promise.all([
    usedSince(asking, home.today),
    usedSince(asking, `${home.today.slice(0, 7)}-01`),
    billSoFar(asking),
  ]);
  return {
    householdName: home.name,
    today: home.today,
    timeZone: home.timeZone,
    usage: { today, this_month: month, figures: home.kind === 'home' ? 'measured' : 'simulated sample' },
    billing,
    devices: home.devices
      .slice(0, mostDevices)
      .map(({ name, room, utility, isActive }) => ({ name, room, utility, state: isActive ? 'on' : 'off' })),
  };
};

export type Summarise = (userId: string, asking: Asking) => Promise<Summary>;

/** Kept for each person: the panel asks for it when it opens, so that a question need not wait for it. */
export const createSummarise = (now: () => number): Summarise => {
  const kept = new Map<string, { readonly summary: Promise<Summary>; readonly until: number }>();
  return (userId, asking) => {
    const key = `${userId} ${asking.home.id}`;
    const known = kept.get(key);
    if (known && known.until > now()) return known.summary;
    const summary = make(asking);
    summary.catch(() => kept.delete(key));
    kept.delete(key);
    kept.set(key, { summary, until: now() + keptMs });
    if (kept.size > mostKept) kept.delete(kept.keys().next().value as string);
    return summary;
  };
};
