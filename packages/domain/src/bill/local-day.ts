/** Local days are texts like 2026-11-20; they are counted, never turned into instants here. */
export type LocalDay = string;

const dayMs = 86_400_000;

/** The day that comes `days` after `day`. */
export const addDays = (day: LocalDay, days: number): LocalDay =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** How many days `[from, to)` holds. */
export const daysBetween = (from: LocalDay, to: LocalDay): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs);

/** Every day of `[from, to)`. */
export const daysOf = (from: LocalDay, to: LocalDay): LocalDay[] =>
  Array.from({ length: Math.max(0, daysBetween(from, to)) }, (_, i) => addDays(from, i));
