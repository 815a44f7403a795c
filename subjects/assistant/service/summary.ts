/** What a provider's model is told of the household before it is asked: use, bill and devices, as short as they can be said. */
import { byUtility, type Utility, utilityIds } from '#catalogue/index.ts';
import { addDays } from '#catalogue/local-day.ts';
import type { Asking } from './asking.ts';
import type { Summary } from './provider/system-prompt.ts';
import { toldIn } from './tools/told-figures.ts';

/** A page is read, thought about and asked of: for so long its figures are near enough. Tools read anew. */
const keptMs = 30_000;
const maxKept = 2_000;

const maxDevices = 60;

/** `electricity_kWh`. Null where nothing was measured: that is not the same as no use. */
type Use = Readonly<Record<string, string | null>>;

const usedSince = async ({ home, sources }: Asking, from: string): Promise<{ use: Use; figures: string }> => {
  const to = addDays(home.today, 1);
  const { rows, origin } = await sources.usage({ from, to, bucket: 'month', by: 'utility' });
  const sumOf = (utility: Utility): readonly [string, string | null] => {
    const { unit, size, digits } = toldIn(utility);
    const own = rows.filter((row) => row.utility === utility);
    const sum = own.reduce((all, { used }) => all + used, 0);
    return [`${utility}_${unit}`, own.length === 0 ? null : (sum / size).toFixed(digits)];
  };
  return {
    use: Object.fromEntries(utilityIds.map(sumOf)),
    figures: { measured: 'measured', simulated: 'simulated sample', none: 'nothing measured yet' }[origin],
  };
};

const billSoFar = async ({ sources }: Asking): Promise<Record<string, unknown>> => {
  const { start, end, currency, cost, amounts, likely, daysGone, daysLeft } = await sources.soFar();
  return {
    cycle_from: start,
    cycle_until: addDays(end, -1),
    days_gone: daysGone,
    days_left: daysLeft,
    currency,
    so_far: cost && { total: cost.total, ...byUtility((utility) => amounts[utility].cost) },
    likely: likely && { low: likely.low, expected: likely.expected, high: likely.high },
  };
};

type Figures = Pick<Summary, 'usage' | 'billing'>;

const readFigures = async (asking: Asking): Promise<Figures> => {
  const [today, month, billing] = await Promise.all([
    usedSince(asking, asking.home.today),
    usedSince(asking, `${asking.home.today.slice(0, 7)}-01`),
    billSoFar(asking),
  ]);
  return { usage: { today: today.use, this_month: month.use, figures: month.figures }, billing };
};

/** The household as it is now: what was switched a moment ago is so. */
const summaryOf = ({ home }: Asking, figures: Figures): Summary => ({
  householdName: home.name,
  today: home.today,
  timeZone: home.timeZone,
  ...figures,
  devices: home.devices
    .slice(0, maxDevices)
    .map(({ name, room, utility, isActive }) => ({ name, room, utility, state: isActive ? 'on' : 'off' })),
});

export type Summarise = (userId: string, asking: Asking) => Promise<Summary>;

/** Figures are kept for each person and day: the panel asks for them when it opens, so that a question need not wait for them. */
export const createSummarise = (now: () => number): Summarise => {
  const kept = new Map<string, { readonly figures: Promise<Figures>; readonly until: number }>();
  const figuresOf = (userId: string, asking: Asking): Promise<Figures> => {
    const key = `${userId} ${asking.home.id} ${asking.home.today}`;
    const known = kept.get(key);
    if (known && known.until > now()) return known.figures;
    const figures = readFigures(asking);
    figures.catch(() => kept.delete(key));
    kept.delete(key);
    kept.set(key, { figures, until: now() + keptMs });
    if (kept.size > maxKept) kept.delete(kept.keys().next().value as string);
    return figures;
  };
  return async (userId, asking) => summaryOf(asking, await figuresOf(userId, asking));
};
