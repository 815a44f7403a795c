import type { DayClass } from '../../../domain/tariff/plan.ts';

/** The days that most lines of times hold on. */
export const dayPresets = {
  every: [],
  workdays: ['workday'],
  weekends: ['weekend'],
  free: ['weekend', 'holiday'],
  holidays: ['holiday'],
} as const satisfies Record<string, readonly DayClass[]>;
export type DayPreset = keyof typeof dayPresets;

export const presetNames = Object.keys(dayPresets) as DayPreset[];

/** Undefined: the days were chosen one by one. */
export function presetOf(days: readonly DayClass[]): DayPreset | undefined {
  return presetNames.find((name) => dayPresets[name].join(' ') === days.join(' '));
}
