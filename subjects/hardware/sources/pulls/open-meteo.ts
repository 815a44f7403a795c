/**
 * Open-Meteo's archive of past weather: the mean temperature of each local day, without a key. A day that is not reckoned yet is null, and the
 * last ones are still improved. It is told where the home is to a tenth of a degree, some ten kilometres: their grid is no finer.
 */
import { z } from 'zod';
import { addDays, type LocalDay } from '#catalogue/local-day.ts';
import { zoneOffsets } from '#catalogue/zone-clock.ts';
import { definePull, type Pulled, PullFault, type PullState } from './pull.ts';

const dayS = 86_400;
/** A year in one answer. */
const daysAtOnce = 366;
const improvedDays = 7;

const answer = z.object({
  daily_units: z.object({ temperature_2m_mean: z.literal('°C') }),
  daily: z.object({
    time: z.array(z.iso.date()),
    temperature_2m_mean: z.array(z.number().min(-90).max(60).nullable()),
  }),
});

const dayOf = (atS: number): LocalDay => new Date(atS * 1000).toISOString().slice(0, 10);
const startOf = (day: LocalDay): number => Date.parse(day) / 1000;
const earlier = (a: LocalDay, b: LocalDay): LocalDay => (a < b ? a : b);

const pathOf = ({ place, timeZone }: PullState, first: LocalDay, last: LocalDay): string => {
  if (place === null) throw new PullFault('place-missing');
  const query = new URLSearchParams({
    latitude: place.latitude.toFixed(1),
    longitude: place.longitude.toFixed(1),
    start_date: first,
    end_date: last,
    daily: 'temperature_2m_mean',
    timezone: timeZone,
  });
  return `/v1/archive?${query.toString()}`;
};

export const openMeteo = definePull({
  id: 'open-meteo',
  label: 'Open-Meteo',
  base: 'https://archive-api.open-meteo.com',
  fills: 'temperatures',
  flows: [],
  hasKey: false,
  settings: {},
  everyS: dayS / 2,
  next: async (state, ask): Promise<Pulled> => {
    const yesterday = addDays(dayOf(state.now + zoneOffsets(state.timeZone)(state.now)), -1);
    const first = earlier(addDays(dayOf(state.from), -improvedDays), yesterday);
    const last = earlier(addDays(first, daysAtOnce - 1), yesterday);
    const parsed = answer.safeParse(await ask.json(pathOf(state, first, last)));
    if (!parsed.success) throw new PullFault('not-understood', { cause: parsed.error });
    const { time, temperature_2m_mean: means } = parsed.data.daily;
    if (time.length !== means.length) throw new PullFault('not-understood');
    const temperatures: Record<LocalDay, number> = {};
    for (const [i, day] of time.entries()) {
      const mean = means[i] ?? null;
      if (mean !== null && day >= first && day <= last) temperatures[day] = Math.round(mean * 10);
    }
    const known = Object.keys(temperatures).sort().at(-1);
    const isAll = last === yesterday;
    const reach = isAll ? (known === undefined ? state.from : startOf(addDays(known, 1))) : startOf(addDays(last, 1));
    return { to: Math.max(state.from, reach), isAll, temperatures };
  },
});
