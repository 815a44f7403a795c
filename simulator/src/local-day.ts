/** Days as a household lives them: from one local midnight to the next, 23 or 25 hours long where clocks change. */
import { Temporal } from 'temporal-polyfill';

/** Instants are seconds since 1970 (UTC). */
export interface LocalDay {
  /** Days from 1970-01-01 to this date. */
  readonly number: number;
  readonly start: number;
  readonly end: number;
  /** 0 = January */
  readonly month: number;
  /** 0 = Monday */
  readonly weekday: number;
  /** The instant at which clocks show `minute` of this day; may lie before or after the day. */
  at(minute: number): number;
}

const EPOCH = Temporal.PlainDate.from('1970-01-01');
const seconds = (moment: { epochMilliseconds: number }): number => Math.floor(moment.epochMilliseconds / 1000);

/** The number of the local day that contains `instant`. */
export const localDayNumber = (instant: number, timeZone: string): number =>
  EPOCH.until(
    Temporal.Instant.fromEpochMilliseconds(instant * 1000)
      .toZonedDateTimeISO(timeZone)
      .toPlainDate(),
  ).days;

export const localDay = (number: number, timeZone: string): LocalDay => {
  const date = EPOCH.add({ days: number });
  const start = seconds(date.toZonedDateTime(timeZone));
  const end = seconds(date.add({ days: 1 }).toZonedDateTime(timeZone));
  const isEven = end - start === 86_400;
  const midnight = date.toPlainDateTime();
  return {
    number,
    start,
    end,
    month: date.month - 1,
    weekday: date.dayOfWeek - 1,
    at: (minute) =>
      isEven ? start + minute * 60 : seconds(midnight.add({ minutes: minute }).toZonedDateTime(timeZone)),
  };
};
