import { useQuery } from '@tanstack/react-query';
import { keptOffline } from '#shell/data/keep-answers.ts';
import { useOutbox } from '#shell/data/outbox-state.ts';
import { callService } from '#shell/data/service.ts';
import { serviceNow } from '#shell/parts/clock.ts';
import { readMeterRegister } from '../../contract/repairs.ts';
import type { RegisterBefore } from '../../domain/typed-reading.ts';
import { type TypedReading, typedReadings } from './typed-readings.ts';

/** What a counter showed, at seconds since 1970. */
export interface Seen {
  at: number;
  value: number;
}

export const seenOf = ({ at, value }: { at: string; value: number }): Seen => ({
  at: Math.floor(Date.parse(at) / 1000),
  value,
});

/** Until the service has told what a meter can pass. */
const noLimits = { maxPerHour: Number.POSITIVE_INFINITY, maxGapS: 0, rollsOverAt: null };

interface RegisterOf {
  /** Undefined: it comes with its first reading. */
  meter: number | undefined;
  /** What its readings wait as. */
  subject: string;
  /** Undefined: now. */
  at: number | undefined;
  /** Taken a moment ago. */
  kept: readonly Seen[];
}

/**
 * What stands around an instant: as the service tells it, with what waits here for the connection. Undefined: it is on its way. Where it
 * cannot be asked, the service says when the reading arrives what is to be thought of it.
 */
export function useRegister({ meter, subject, at, kept }: RegisterOf): RegisterBefore | undefined {
  const { data, isError, fetchStatus } = useQuery({
    queryKey: ['readings', 'register', meter ?? null, at ?? 'now'],
    queryFn: ({ signal }) => {
      const query = { at: new Date(at ?? serviceNow()).toISOString() };
      return callService(readMeterRegister, { params: { id: meter ?? 0 }, query, signal });
    },
    enabled: meter !== undefined,
    meta: keptOffline,
  });
  const waiting = useOutbox()
    .filter((one) => one.kind === typedReadings.name && one.subject === subject && one.refused === undefined)
    .map(({ payload }) => seenOf(payload as TypedReading));
  if (meter !== undefined && data === undefined && !isError && fetchStatus === 'fetching') return undefined;
  const told = [data?.before, data?.after].flatMap((one) => (one ? [seenOf(one)] : []));
  const all = [...told, ...waiting, ...kept].toSorted((a, b) => a.at - b.at);
  const second = Math.floor((at ?? serviceNow()) / 1000);
  return {
    before: all.findLast((one) => one.at <= second) ?? null,
    after: all.find((one) => one.at > second) ?? null,
    usualPerDay: data?.usualPerDay ?? null,
    limits: data?.limits ?? noLimits,
  };
}
