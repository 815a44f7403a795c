/** The days on which a rate holds. */
import { addDays, type LocalDay } from '@wattershed/domain';
import type { Fields } from './pick-record.ts';
import type { UrdbNotes } from './urdb-answer.ts';

interface ValidDays {
  readonly from?: LocalDay;
  readonly until?: LocalDay;
}

/** Seconds are those of a midnight in America, or of Greenwich's: both are on the same day there. */
const dayOf = (value: unknown): LocalDay | null => {
  const seconds =
    typeof value === 'number' ? value : typeof value === 'string' && /^\d{5,}$/.test(value) ? +value : null;
  const instant = seconds === null ? Date.parse(`${String(value).trim().slice(0, 10)}T00:00:00Z`) : seconds * 1000;
  if (!(Math.abs(instant) < Date.UTC(2200, 0))) return null;
  const day = new Date(instant).toISOString().slice(0, 10);
  return seconds === null && !String(value).trim().startsWith(day) ? null : day;
};

export const validDays = (record: Fields, notes: UrdbNotes): ValidDays => {
  const read = (field: 'startdate' | 'enddate'): LocalDay | null => {
    const value = record[field] ?? '';
    if (value === '') return null;
    const day = dayOf(value);
    if (day === null) notes.leftOut([field], value);
    return day;
  };
  const [from, last] = [read('startdate'), read('enddate')];
  const isEmpty = from !== null && last !== null && last < from;
  if (isEmpty) notes.leftOut(['enddate'], record['enddate']);
  if (last !== null && !isEmpty) notes.assumed('end-day-included', ['enddate'], last);
  return { ...(from !== null && { from }), ...(last !== null && !isEmpty && { until: addDays(last, 1) }) };
};
