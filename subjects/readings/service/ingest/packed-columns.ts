/** A UTC day's readings as the columns of `packed_days`, in the order that `close_day` and `repack_day` take them. */
import { packDay } from '../../domain/packed-day.ts';
import type { Reading } from '../../domain/reading.ts';
import { pgArray } from '#kernel/db.ts';

const arrayOrNull = (values: readonly number[] | null): string | null => (values === null ? null : pgArray(values));

/** `day`: the UTC date; `readings` are sorted by `at`, all of one kind. */
export const packedColumns = (day: string, readings: readonly Reading[]): (number | string | null)[] => {
  const packed = packDay(Date.parse(`${day}T00:00:00Z`) / 1000, readings);
  return [
    packed.n,
    packed.firstS,
    packed.stepS,
    arrayOrNull(packed.offsets),
    packed.firstValue,
    arrayOrNull(packed.deltas),
    packed.spanS,
    arrayOrNull(packed.spans),
    arrayOrNull(packed.sources),
  ];
};
