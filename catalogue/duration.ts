/** "10 minutes", "8 hours", "2 days, 14 hours": a length of time, in the unit that suits it; days alone would hide half a day. */
export function writeDuration(locale: string, seconds: number): string {
  const write = (value: number, unit: string): string =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 }).format(value);
  if (seconds < 90) return write(seconds, 'second');
  if (seconds < 90 * 60) return write(seconds / 60, 'minute');
  const hours = Math.round(seconds / 3600);
  if (hours < 24) return write(hours, 'hour');
  if (hours % 24 === 0 || hours >= 7 * 24) return write(hours / 24, 'day');
  const parts = [write(Math.floor(hours / 24), 'day'), write(hours % 24, 'hour')];
  return new Intl.ListFormat(locale, { type: 'unit' }).format(parts);
}
