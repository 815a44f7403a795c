/** What a change has saved: by how much less was used than expected, and whether that is more than this home's own ups and downs. */
import { compareWithExpected, type DayUse, type ExpectedDay, minAfter, minBefore } from './expect-use.ts';
import { errorsOf, type NoiseSettings } from './home-noise.ts';

/** Chosen on one half of the homes that `bench/insight/savings.ts` reads; ADR 0055 has the figures. */
export const savingSettings: NoiseSettings = {
  baselineDays: 365,
  blindDays: 84,
  recentShare: 0.8,
  recentHalfDays: 14,
  awayShare: 0.3,
  minError: 0.03,
  perWeekSpread: 1,
  drift: 0.8,
  priorWeight: 2,
};

/** Errors of real homes, counted on those that settings were chosen on: eight of ten lie within the first, five of a hundred beyond the second on its side. */
const inEight = 1.2;
const surely = 2;
/** What is larger by so many errors than what is told is told in eight of ten cases. */
const mostly = 0.84;
/** Later days are another season, and say more of it than of the change. */
export const afterDays = 84;
const monthDays = 30.4375;

export interface SavedRange {
  readonly low: number;
  readonly expected: number;
  readonly high: number;
}

interface ChangeResult {
  /** Wh or mL a month; below nothing: more is used. The truth lies within it in eight of ten cases. */
  readonly perMonth: SavedRange;
  /** The same as shares of what was expected. */
  readonly share: SavedRange;
  /** A share that would be told here in eight of ten cases; less is told seldom. */
  readonly tellable: number;
  readonly days: readonly ExpectedDay[];
  readonly daysBefore: number;
  readonly daysAway: number;
  readonly followsWeather: boolean;
}

export type ChangeAssessment =
  | { readonly state: 'no-past'; readonly weeks: null }
  | { readonly state: 'too-early'; readonly weeks: number }
  | ({ readonly state: 'cannot-tell'; readonly weeks: number | null } & ChangeResult)
  | ({ readonly state: 'saved' | 'more'; readonly weeks: null } & ChangeResult);

interface Asked {
  /** Days that are wholly known, the earliest first. */
  readonly days: readonly DayUse[];
  /** The first day on which the change is felt as a whole. */
  readonly changeDay: number;
  /** The first day that is not over. */
  readonly today: number;
}

/** In how many weeks more the same difference would be told from chance; null: in none of those that are looked at. */
const weeksUntilTold = (
  size: number,
  daysNow: number,
  weeksLeft: number,
  errorAt: (days: number) => number,
): number | null => {
  for (let weeks = 1; weeks <= weeksLeft; weeks += 1) if (size > surely * errorAt(daysNow + 7 * weeks)) return weeks;
  return null;
};

export const assessChange = (
  { days: all, changeDay, today }: Asked,
  settings: NoiseSettings = savingSettings,
): ChangeAssessment => {
  const until = Math.min(today, changeDay + afterDays);
  const days = all.filter(({ day }) => day < until);
  const before = days.filter(({ day }) => day < changeDay);
  const after = days.filter(({ day }) => day >= changeDay);
  if (before.filter(({ day }) => day >= changeDay - settings.blindDays).length < minBefore)
    return { state: 'no-past', weeks: null };
  if (after.length < minAfter) return { state: 'too-early', weeks: Math.ceil((minAfter - after.length) / 7) };
  const compared = compareWithExpected(days, changeDay, settings);
  // Few enough days on which somebody was at home.
  if (compared === null) return { state: 'too-early', weeks: 1 };
  const { ratio, ...shown } = compared;
  const errorAt = errorsOf(before, compared.days.length, settings);
  const [off, error] = [Math.log(ratio), errorAt(compared.days.length)];
  const share = {
    low: 1 - Math.exp(off + inEight * error),
    expected: 1 - ratio,
    high: 1 - Math.exp(off - inEight * error),
  };
  const perDay = compared.days.reduce((sum, one) => sum + one.expected, 0) / (compared.days.length + compared.daysAway);
  const perMonth = {
    low: share.low * perDay * monthDays,
    expected: share.expected * perDay * monthDays,
    high: share.high * perDay * monthDays,
  };
  const result = { ...shown, share, perMonth, tellable: 1 - Math.exp(-(surely + mostly) * error) };
  if (off < -surely * error) return { state: 'saved', weeks: null, ...result };
  if (off > surely * error) return { state: 'more', weeks: null, ...result };
  const weeksLeft = Math.floor((changeDay + afterDays - until) / 7);
  return {
    state: 'cannot-tell',
    weeks: weeksUntilTold(Math.abs(off), compared.days.length, weeksLeft, errorAt),
    ...result,
  };
};
