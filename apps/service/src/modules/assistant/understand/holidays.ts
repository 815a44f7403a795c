/** Days with a name: those of the same date each year; of the others nobody here knows the date. */
import { yearFor } from './dates.ts';
import { dayOf, daySpan } from './spans.ts';
import { is, type Matcher, spanFound, yearAt } from './time-marks.ts';

const fixed: readonly (readonly [RegExp, month: number, date: number])[] = [
  [/^(?:christmas eve|nochebuena)(?: |$)/, 12, 24],
  [/^(?:christmas|xmas|navidad|क्रिसमस|chris[mt]+as)(?: |$)/, 12, 25],
  [/^(?:new year eve|nochevieja|fin ano)(?: |$)/, 12, 31],
  [/^(?:new year|new years|ano nuevo|नए साल|नव वर्ष|naye saal)(?: |$)/, 1, 1],
  [/^(?:republic day|गणतंत्र दिवस)(?: |$)/, 1, 26],
  [/^(?:independence day|स्वतंत्रता दिवस)(?: |$)/, 8, 15],
  [/^halloween(?: |$)/, 10, 31],
];

const twoWords =
  /^(?:christmas eve|christmas day|xmas day|new |ano nuevo|fin ano|नए साल|नव वर्ष|naye saal|republic day|independence day|गणतंत्र|स्वतंत्रता|day |dia )/;

/** Christmas Day, last Navidad, «el día de Año Nuevo», "स्वतंत्रता दिवस". */
export const byHoliday: Matcher = (marks, at, { today }) => {
  const start = is(marks[at], 'last', 'day') ? at + 1 : at;
  const said = marks
    .slice(start, start + 3)
    .map(({ text }) => text)
    .join(' ');
  const found = fixed.find(([pattern]) => pattern.test(said));
  if (found === undefined) return null;
  const [, month, date] = found;
  const length = start - at + (twoWords.test(said) ? 2 : 1);
  const given = yearAt(marks[at + length], today);
  const day = dayOf(given ?? yearFor(month, date, today), month, date);
  return day === null ? null : spanFound(length + (given === null ? 0 : 1), daySpan(day));
};
