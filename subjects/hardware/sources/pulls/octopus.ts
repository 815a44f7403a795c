/**
 * Octopus Energy's consumption of a smart meter in Great Britain: kWh by half-hour, with the key as the name of Basic. Half-hours come a day or
 * several later, now and then with holes that are filled afterwards.
 */
import { z } from 'zod';
import { definePull, instant, kWhReading, type Pulled, PullFault, reachOf } from './pull.ts';

const dayS = 86_400;
const daysAtOnce = 60;
/** More half-hours than 60 days have; they give up to 25,000. */
const pageSize = 5_000;
const patienceS = 14 * dayS;

const answer = z.object({
  next: z.string().nullable(),
  results: z.array(z.object({ consumption: z.number().nonnegative(), interval_start: instant, interval_end: instant })),
});

const iso = (atS: number): string => new Date(atS * 1000).toISOString();

export const octopus = definePull({
  id: 'octopus',
  label: 'Octopus Energy',
  base: 'https://api.octopus.energy',
  fills: ['electricity'],
  // What is sent back has an MPAN of its own.
  flows: ['drawn', 'returned'],
  hasKey: true,
  settings: { mpan: /^\d{13}$/, serial: /^[A-Za-z0-9]{1,30}$/ },
  everyS: dayS / 4,
  next: async ({ settings: { mpan = '', serial = '' }, key, from, now }, ask): Promise<Pulled> => {
    const end = Math.min(from + daysAtOnce * dayS, now);
    const query = new URLSearchParams({
      page_size: String(pageSize),
      period_from: iso(from),
      period_to: iso(end),
      order_by: 'period',
    });
    const authorization = `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
    const path = `/v1/electricity-meter-points/${mpan}/meters/${serial}/consumption/?${query.toString()}`;
    const parsed = answer.safeParse(await ask.json(path, { headers: { authorization } }));
    if (!parsed.success) throw new PullFault('not-understood', { cause: parsed.error });
    const readings = parsed.data.results.map((one) =>
      kWhReading(one.interval_start, one.interval_end, one.consumption),
    );
    // What one page could not hold is asked for next.
    const last = readings.at(-1);
    const asked = parsed.data.next !== null && last ? last.at + last.spanS : end;
    return { to: reachOf(readings, { from, end: asked, now, patienceS }), isAll: asked === now, readings };
  },
});
