/**
 * Tibber's consumption of a home: kWh by hour, by GraphQL with a personal token. Pages begin after a cursor, which is the hour before in
 * base64; an hour that is not known yet has no consumption.
 */
import { z } from 'zod';
import { definePull, instant, kWhReading, type Pulled, PullFault, reachOf } from './pull.ts';

const dayS = 86_400;
const hourS = 3600;
/** A month. */
const hoursAtOnce = 744;
const patienceS = 14 * dayS;

const home = z.object({
  id: z.string(),
  consumption: z
    .object({
      nodes: z.array(
        z.object({
          from: instant,
          to: instant,
          consumption: z.number().nonnegative().nullable(),
          consumptionUnit: z.literal('kWh').nullish(),
        }),
      ),
    })
    .nullable(),
});
const answer = z.union([
  z.object({ errors: z.array(z.object({ extensions: z.object({ code: z.string() }).optional() })).min(1) }),
  z.object({ data: z.object({ viewer: z.object({ homes: z.array(home) }) }) }),
]);

const question = `query ($first: Int!, $after: String!) { viewer { homes { id
  consumption(resolution: HOURLY, first: $first, after: $after) { nodes { from to consumption consumptionUnit } } } } }`;

export const tibber = definePull({
  id: 'tibber',
  label: 'Tibber',
  base: 'https://api.tibber.com',
  fills: ['electricity'],
  flows: ['drawn'],
  hasKey: true,
  settings: { home: /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$/ },
  everyS: dayS / 4,
  next: async ({ settings: { home: wanted = '' }, key, from, now }, ask): Promise<Pulled> => {
    const end = Math.min(from + hoursAtOnce * hourS, now);
    const after = Buffer.from(new Date((from - hourS) * 1000).toISOString()).toString('base64');
    const body = JSON.stringify({ query: question, variables: { first: hoursAtOnce, after } });
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const parsed = answer.safeParse(await ask.json('/v1-beta/gql', { method: 'POST', headers, body }));
    if (!parsed.success) throw new PullFault('not-understood', { cause: parsed.error });
    if ('errors' in parsed.data) {
      const isRefused = parsed.data.errors.some(({ extensions }) => extensions?.code === 'UNAUTHENTICATED');
      throw new PullFault(isRefused ? 'key-refused' : 'not-understood');
    }
    const { homes } = parsed.data.data.viewer;
    const found = homes.find(({ id }) => wanted === '' || id === wanted);
    if (!found) throw new PullFault('nothing-there');
    const readings = (found.consumption?.nodes ?? [])
      .flatMap((one) => (one.consumption === null ? [] : [kWhReading(one.from, one.to, one.consumption)]))
      .filter(({ at }) => at >= from && at < end);
    return { to: reachOf(readings, { from, end, now, patienceS }), isAll: end === now, readings };
  },
});
