/**
 * Prices of the Spanish grid operator's ESIOS, by indicator: 1001 is the PVPC of the regulated tariff, 600 the day-ahead market (OMIE). The answer
 * is kept as it is when it is brought as a file. Tomorrow's come in the evening.
 */
import { z } from 'zod';
import { definePull, instant, type Pulled, PullFault } from './pull.ts';

const hourS = 3600;
const dayS = 86_400;
const daysAtOnce = 90;
const patienceS = 2 * dayS;
/** What an indicator has by the day: the same prices for regions that share them. */
const usualPlace: Readonly<Record<string, string>> = { '1001': '8741', '600': '3' };

const value = z.looseObject({ datetime: instant });
const answer = z.looseObject({ indicator: z.looseObject({ values: z.array(value) }) });

const secondsOf = (text: string): number => Date.parse(text) / 1000;

/** The first of its times that another step begins with: a series' prices all last as long. */
const stepChange = (times: readonly number[]): number | null => {
  const gapAt = (i: number): number => (times[i] ?? 0) - (times[i - 1] ?? 0);
  const i = times.findIndex((_, at) => at > 1 && gapAt(at) < gapAt(1));
  return i < 0 ? null : (times[i - 1] ?? null);
};

export const esios = definePull({
  id: 'esios',
  label: 'ESIOS',
  base: 'https://api.esios.ree.es',
  fills: 'prices',
  flows: [],
  hasKey: true,
  settings: { indicator: /^\d{1,6}$/, place: /^\d{0,6}$/ },
  everyS: 3 * hourS,
  next: async ({ settings: { indicator = '', place = '' }, key, from, now }, ask): Promise<Pulled> => {
    const end = Math.min(from + daysAtOnce * dayS, now + 2 * dayS);
    const query = new URLSearchParams({
      start_date: new Date(from * 1000).toISOString(),
      end_date: new Date(end * 1000).toISOString(),
    });
    const where = place || usualPlace[indicator];
    if (where) query.append('geo_ids[]', where);
    const headers = { accept: 'application/json; application/vnd.esios-api-v1+json', 'x-api-key': key };
    const parsed = answer.safeParse(await ask.json(`/indicators/${indicator}?${query.toString()}`, { headers }));
    if (!parsed.success) throw new PullFault('not-understood', { cause: parsed.error });
    const { indicator: told } = parsed.data;
    const values = told.values.filter(({ datetime: at }) => secondsOf(at) >= from && secondsOf(at) < end);
    const times = [...new Set(values.map(({ datetime }) => secondsOf(datetime)))].sort((a, b) => a - b);
    const change = stepChange(times);
    const kept = change === null ? values : values.filter(({ datetime }) => secondsOf(datetime) < change);
    const step = (times[1] ?? 0) - (times[0] ?? 0);
    const reach = change ?? (times.length > 1 ? (times.at(-1) ?? from) + step : from);
    return {
      to: Math.max(reach, Math.min(end, change ?? now - patienceS)),
      isAll: change === null && end > now,
      ...(kept.length > 0 && { prices: JSON.stringify({ indicator: { ...told, values: kept } }) }),
    };
  },
});
