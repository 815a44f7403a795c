/**
 * Home Assistant's long-term statistics, over its WebSocket API with a long-lived token. A row begins with its hour and holds the sum at the end
 * of it, which goes on where the sensor's own counter began anew.
 */
import { z } from 'zod';
import { type CounterUnit, flowIds, isUnitOf, toBaseUnits, utilityIds } from '#catalogue/index.ts';
import { counterUnitOf } from '#subjects/readings/domain/device-words.ts';
import { definePull, type Line, type Pulled, PullFault, type PulledReading, type PullState } from './pull.ts';

const hourS = 3600;
const dayS = 86_400;
const daysAtOnce = 90;
/** An hour's row is written a little after its end, and an instance that was off writes none. */
const patienceS = dayS;

const greeting = z.object({ type: z.string() });
const failure = z.object({ type: z.literal('result'), success: z.literal(false) });
const metadata = z.object({
  result: z.array(
    z.object({
      statistic_id: z.string(),
      has_sum: z.boolean(),
      unit_class: z.string().nullish(),
      statistics_unit_of_measurement: z.string().nullable(),
    }),
  ),
});
/** Milliseconds; a text before 2023.3. */
const start = z.union([z.number().transform((ms) => ms / 1000), z.iso.datetime({ offset: true }).transform(secondsOf)]);
const statistics = z.object({
  result: z.record(z.string(), z.array(z.object({ start, sum: z.number().nullish() }))),
});

function secondsOf(text: string): number {
  return Date.parse(text) / 1000;
}

const signIn = async (line: Line, key: string): Promise<void> => {
  const told = async (): Promise<string> => greeting.safeParse(await line.next()).data?.type ?? '';
  if ((await told()) !== 'auth_required') throw new PullFault('not-understood');
  line.send({ type: 'auth', access_token: key });
  const answer = await told();
  if (answer === 'auth_invalid') throw new PullFault('key-refused');
  if (answer !== 'auth_ok') throw new PullFault('not-understood');
};

const call = async <T>(line: Line, schema: z.ZodType<T>, message: Readonly<Record<string, unknown>>): Promise<T> => {
  line.send(message);
  const answer = await line.next();
  if (failure.safeParse(answer).success) throw new PullFault('nothing-there');
  const parsed = schema.safeParse(answer);
  if (!parsed.success) throw new PullFault('not-understood', { cause: parsed.error });
  return parsed.data;
};

/** Sums are asked for in these, where the statistic is one of energy or volume. */
const asked: Readonly<Record<string, CounterUnit>> = { energy: 'kWh', volume: 'm3' };

/** What its sums are in, where that is what the meter counts. */
const unitOf = async (line: Line, statistic: string, { utility }: PullState): Promise<CounterUnit> => {
  const message = { id: 1, type: 'recorder/get_statistics_metadata', statistic_ids: [statistic] };
  const { result } = await call(line, metadata, message);
  const found = result.find(({ statistic_id: id }) => id === statistic);
  if (!found?.has_sum) throw new PullFault('nothing-there');
  const unit = asked[found.unit_class ?? ''] ?? counterUnitOf(found.statistics_unit_of_measurement ?? '');
  if (unit === null || utility === null || !isUnitOf(unit, utility)) throw new PullFault('not-understood');
  return unit;
};

const readingsOf = async (
  line: Line,
  statistic: string,
  { from, end }: { from: number; end: number },
  unit: CounterUnit,
): Promise<PulledReading[]> => {
  const { result } = await call(line, statistics, {
    id: 2,
    type: 'recorder/statistics_during_period',
    start_time: new Date(from * 1000).toISOString(),
    end_time: new Date(end * 1000).toISOString(),
    statistic_ids: [statistic],
    period: 'hour',
    types: ['sum'],
    units: { energy: 'kWh', volume: 'm³' },
  });
  return (result[statistic] ?? []).flatMap((row) => {
    const at = row.start + hourS;
    const isOver = row.start >= from && at <= end;
    return isOver && typeof row.sum === 'number'
      ? [{ at, value: Math.round(toBaseUnits(row.sum, unit)), spanS: null }]
      : [];
  });
};

export const homeAssistant = definePull({
  id: 'home-assistant',
  label: 'Home Assistant',
  base: null,
  fills: utilityIds,
  flows: flowIds,
  hasKey: true,
  settings: { address: /^\S{1,60}$/, statistic: /^[a-z0-9_]+[.:][a-z0-9_]+$/ },
  everyS: hourS,
  next: (state, ask): Promise<Pulled> =>
    ask.line(state.settings['address'] ?? '', '/api/websocket', async (line) => {
      const { key, now, settings } = state;
      const statistic = settings['statistic'] ?? '';
      const from = Math.floor(state.from / hourS) * hourS;
      const end = Math.min(from + daysAtOnce * dayS, Math.floor(now / hourS) * hourS);
      await signIn(line, key);
      const readings = await readingsOf(line, statistic, { from, end }, await unitOf(line, statistic, state));
      const to = Math.max(state.from, readings.at(-1)?.at ?? from, Math.min(end, now - patienceS));
      return { to, isAll: end > now - hourS, readings };
    }),
});
