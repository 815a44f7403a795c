/**
 * "Did it save?" on real homes: at each of many days a change of a known size is put into what was really used from that day on, and
 * the home is asked what it saved. Settings were chosen on one half of the homes; both halves are printed, the other is the answer.
 * `npx tsx bench/insight/savings.ts [--weeks=8] [--step=14]`
 */
import { assessChange, type ChangeAssessment } from '#subjects/insight/domain/saving/assess-change.ts';
import type { DayUse } from '#subjects/insight/domain/saving/expect-use.ts';
import { readBenchHomes } from '../honest-homes.ts';
import { option } from '../option.ts';

const weeks = option('weeks', 8);
const stepDays = option('step', 14);
const rounds = 1000;
const firstTryDays = 120;

type Kind = 'whole home' | 'steady meter';
interface Series {
  readonly home: string;
  readonly kind: Kind;
  readonly isLearned: boolean;
  readonly days: readonly DayUse[];
}

/** A meter that is used on most days; of what runs twice a week no day is like another. */
const steadyShare = 0.8;
const idleShare = 0.3;

const middle = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

/** Every second home of a source, and of the single ones the Canadian; a home's meters stay together. */
const isLearnedHome = (name: string): boolean =>
  name.startsWith('AMPds2') || ['002', '010', '031', '040', '048', '058'].includes(name.slice(-3));

const seriesOf = (): Series[] =>
  readBenchHomes().flatMap(({ name, firstDay, perDay, meters }) =>
    meters.flatMap(({ meterId, used }): Series[] => {
      const days = Array.from({ length: Math.floor(used.length / perDay) }, (_, i) => ({
        day: firstDay + i,
        used: used.subarray(i * perDay, (i + 1) * perDay).reduce((sum, one) => sum + one, 0),
      })).filter((one) => Number.isFinite(one.used));
      const usual = middle(days.map((one) => one.used));
      const isSteady =
        usual > 0 && days.filter((one) => one.used > idleShare * usual).length > steadyShare * days.length;
      const isWhole = meterId === 'whole';
      if (!isWhole && !isSteady) return [];
      return [{ home: name, kind: isWhole ? 'whole home' : 'steady meter', isLearned: isLearnedHome(name), days }];
    }),
  );

interface Trial {
  readonly home: string;
  readonly answers: ReadonlyMap<number, ChangeAssessment>;
}

const saved = [0, 0.05, 0.1, 0.2, 0.3, -0.1, -0.2];

const trialsOf = ({ home, days }: Series): Trial[] => {
  const [first, last] = [days[0]?.day ?? 0, days.at(-1)?.day ?? 0];
  const trials: Trial[] = [];
  for (let changeDay = first + firstTryDays; changeDay + 7 * weeks <= last + 1; changeDay += stepDays) {
    const today = changeDay + 7 * weeks;
    const known = days.filter(({ day }) => day < today);
    if (known.filter(({ day }) => day >= changeDay).length < 6 * weeks) continue;
    const answers = new Map(
      saved.map((share) => [
        share,
        assessChange({
          days: known.map((one) => (one.day < changeDay ? one : { ...one, used: one.used * (1 - share) })),
          changeDay,
          today,
        }),
      ]),
    );
    trials.push({ home, answers });
  }
  return trials;
};

/** Homes are drawn again, not days: those of one home are alike. */
const intervalOf = (trials: readonly Trial[], isSo: (trial: Trial) => boolean): [number, number] => {
  const byHome = [...new Set(trials.map(({ home }) => home))].map((home) => trials.filter((one) => one.home === home));
  let seed = 1;
  const draw = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const shares = Array.from({ length: rounds }, () => {
    const drawn = byHome.flatMap(() => byHome[draw(byHome.length)] ?? []);
    return drawn.filter(isSo).length / drawn.length;
  }).sort((a, b) => a - b);
  return [shares[Math.floor(rounds * 0.025)] ?? 0, shares[Math.floor(rounds * 0.975)] ?? 0];
};

const percent = (share: number): string => `${Math.round(share * 100)}`;
const print = (what: string, trials: readonly Trial[], isSo: (trial: Trial) => boolean, bar: string): void => {
  const share = trials.filter(isSo).length / trials.length;
  const [low, high] = intervalOf(trials, isSo);
  console.log(`  ${what.padEnd(42)} ${percent(share).padStart(3)} %  (${percent(low)} to ${percent(high)})  ${bar}`);
};

const stateAt = (share: number, trial: Trial) => trial.answers.get(share)?.state;
const holds = (share: number, trial: Trial): boolean => {
  const answer = trial.answers.get(share);
  return answer !== undefined && 'share' in answer && answer.share.low <= share && share <= answer.share.high;
};

const all = seriesOf();
for (const isLearned of [true, false])
  for (const kind of ['whole home', 'steady meter'] as const) {
    const series = all.filter((one) => one.kind === kind && one.isLearned === isLearned);
    const trials = series.flatMap(trialsOf).filter(({ answers }) => 'share' in (answers.get(0) ?? {}));
    const homes = new Set(series.map(({ home }) => home)).size;
    console.log(
      `${kind}, ${isLearned ? 'the half that settings were chosen on' : 'the other half'}: ${weeks} weeks, ${series.length} meters of ${homes} homes, n = ${trials.length}`,
    );
    if (trials.length === 0) continue;
    print('nothing changed, "saved" is said', trials, (one) => stateAt(0, one) === 'saved', 'at most 5');
    print('nothing changed, "more" is said', trials, (one) => stateAt(0, one) === 'more', '');
    print('the interval holds the truth at 0 %', trials, (one) => holds(0, one), '75 to 85');
    print('the interval holds the truth at 10 %', trials, (one) => holds(0.1, one), '75 to 85');
    for (const share of [0.05, 0.1, 0.2, 0.3])
      print(
        `${percent(share)} % less, "saved" is said`,
        trials,
        (one) => stateAt(share, one) === 'saved',
        share === 0.1 ? 'at least 80' : '',
      );
    for (const share of [-0.1, -0.2])
      print(`${percent(-share)} % more, "more" is said`, trials, (one) => stateAt(share, one) === 'more', '');
    print('10 % less, "more" is said', trials, (one) => stateAt(0.1, one) === 'more', '');
  }
