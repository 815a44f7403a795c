/** Local days are texts like 2026-11-20; they are counted, never turned into instants here. */
export type LocalDay = string;

const dayMs = 86_400_000;

const dayAt = (ms: number): LocalDay => new Date(ms).toISOString().slice(0, 10);

/** The day that comes `days` after `day`. */
export const addDays = (day: LocalDay, days: number): LocalDay => dayAt(Date.parse(day) + days * dayMs);

/** How many days `[from, to)` holds. */
export const daysBetween = (from: LocalDay, to: LocalDay): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs);

/** Every day of `[from, to)`. */
export const daysOf = (from: LocalDay, to: LocalDay): LocalDay[] => {
  const first = Date.parse(from);
  return Array.from({ length: Math.max(0, daysBetween(from, to)) }, (_, i) => dayAt(first + i * dayMs));
};
