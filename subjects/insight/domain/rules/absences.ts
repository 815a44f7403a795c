/** Days on which somebody has said that nobody is at home: what is used then says nothing of what is usual. */
import { localDays } from './local-days.ts';
import type { HomeLook, Rule } from './rule.ts';

/** Those within the look as a rule sees it: of the days of an absence most know nothing. */
export const lookFor = ({ seesAbsences }: Pick<Rule, 'seesAbsences'>, home: HomeLook): HomeLook =>
  seesAbsences === true ? home : withoutAbsences(home);

export const withoutAbsences = <Of extends HomeLook>(home: Of): Of => {
  const away = localDays(home).filter(({ day }) => home.absences.some(({ from, to }) => from <= day && day <= to));
  if (away.length === 0) return home;
  return {
    ...home,
    meters: home.meters.map((meter) => {
      const used = meter.used.slice();
      for (const { from, to } of away) used.fill(Number.NaN, from, to);
      return { ...meter, used };
    }),
  };
};
