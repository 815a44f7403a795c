/**
 * "Did it save?" on real homes: at each of many days a change of a known size is put into what was really used from that day on, and
 * the home is asked what it saved. Settings were chosen on one half of the homes; both halves are printed, the other is the answer. Homes that lie
 * beside all projects count where WATTERSHED_HOMES says where they are. `npx tsx bench/insight/savings.ts [--weeks=8] [--step=28] [--meters=0]`
 */
import { assessChange, type ChangeAssessment } from '#subjects/insight/domain/saving/assess-change.ts';
import type { DayUse } from '#subjects/insight/domain/saving/expect-use.ts';
import { readBenchHomes, readOtherHomes, temperaturesOf } from '../honest-homes.ts';
import { option } from '../option.ts';

const weeks = option('weeks', 8);
const stepDays = option('step', 28);
/** Meters of one device as well; they take long. */
const withMeters = option('meters', 0) > 0;
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
const isLearnedHome = (name: string): boolean => {
  const [place = '', home = ''] = name.split(' ');
  if (place === 'DAIAD') return ['002', '010', '031', '040', '048', '058'].includes(name.slice(-3));
  if (place === 'London') return londoners.indexOf(name) % 2 === 1;
  return place === 'AMPds2' || (place === 'Konstanz' && Number(home) % 2 === 0);
};

const others = readOtherHomes();
const londoners = others.map(({ name }) => name).filter((name) => name.startsWith('London'));

const seriesOf = (): Series[] =>
  [...readBenchHomes(), ...others].flatMap(({ name, firstDay, perDay, meters, temperatures }) => {
    const warmth = temperatures ?? temperaturesOf(name.split(' ')[0] ?? '');
    return meters.flatMap(({ meterId, utility, used }): Series[] => {
      const isWhole = meterId === 'whole';
      // What the first home of Konstanz draws from its own sun is not known.
      if ((!isWhole && !withMeters) || (isWhole && name === 'Konstanz 1')) return [];
      const days = Array.from({ length: Math.floor(used.length / perDay) }, (_, i) => {
        const celsius = utility === 'electricity' ? warmth.get(firstDay + i) : undefined;
        return {
          day: firstDay + i,
          used: used.subarray(i * perDay, (i + 1) * perDay).reduce((sum, one) => sum + one, 0),
          ...(celsius !== undefined && { celsius }),
        };
      }).filter((one) => Number.isFinite(one.used));
      const usual = middle(days.map((one) => one.used));
      const isSteady =
        usual > 0 && days.filter((one) => one.used > idleShare * usual).length > steadyShare * days.length;
      if (!isWhole && !isSteady) return [];
      return [{ home: name, kind: isWhole ? 'whole home' : 'steady meter', isLearned: isLearnedHome(name), days }];
    });
  });

interface Trial {
  readonly home: string;
  /** At a fifth less: in how many weeks it was said to be told, and whether it then was. */
  readonly waited: { readonly weeks: number; readonly isTold: boolean } | null;
  readonly answers: ReadonlyMap<number, ChangeAssessment>;
}

const saved = [0, 0.05, 0.1, 0.2, 0.3];
const pastDays = 730;

const waitShare = 0.2;
const less = (days: readonly DayUse[], changeDay: number, share: number): DayUse[] =>
  days.map((one) => (one.day < changeDay ? one : { ...one, used: one.used * (1 - share) }));

const waitedFor = (
  days: readonly DayUse[],
  changeDay: number,
  today: number,
  answer: ChangeAssessment | undefined,
): Trial['waited'] => {
  if (answer?.state !== 'cannot-tell' || answer.weeks === null || !(answer.share.expected > 0)) return null;
  const then = today + 7 * answer.weeks;
  if (then > (days.at(-1)?.day ?? 0) + 1) return null;
  const known = days.filter(({ day }) => day < then && day >= changeDay - pastDays);
  const later = assessChange({ days: less(known, changeDay, waitShare), changeDay, today: then });
  return { weeks: answer.weeks, isTold: later.state === 'saved' };
};

const trialsOf = ({ home, days }: Series): Trial[] => {
  const [first, last] = [days[0]?.day ?? 0, days.at(-1)?.day ?? 0];
  const trials: Trial[] = [];
  for (let changeDay = first + firstTryDays; changeDay + 7 * weeks <= last + 1; changeDay += stepDays) {
    const today = changeDay + 7 * weeks;
    const known = days.filter(({ day }) => day < today && day >= changeDay - pastDays);
    if (known.filter(({ day }) => day >= changeDay).length < 6 * weeks) continue;
    const answers = new Map(
      saved.map((share) => [
        share,
        assessChange({
          days: less(known, changeDay, share),
          changeDay,
          today,
        }),
      ]),
    );
    trials.push({ home, answers, waited: waitedFor(days, changeDay, today, answers.get(waitShare)) });
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
    print('10 % less, "more" is said', trials, (one) => stateAt(0.1, one) === 'more', '');
    const waited = trials.flatMap((one) => one.waited ?? []);
    console.log(
      `  20 % less, weeks were said: ${waited.length} times, ${middle(waited.map((one) => one.weeks))} in the middle; then told: ${waited.filter((one) => one.isTold).length}`,
    );
    const widths = trials.flatMap(({ answers }) => {
      const answer = answers.get(0);
      return answer && 'share' in answer ? [answer.share.high - answer.share.low] : [];
    });
    const errors = trials.flatMap(({ answers }) => {
      const answer = answers.get(0);
      return answer && 'share' in answer ? [Math.log(1 - answer.share.expected)] : [];
    });
    const quantile = (share: number, of: readonly number[]) =>
      [...of].sort((a, b) => a - b)[Math.floor(share * (of.length - 1))] ?? 0;
    console.log(
      `  width of the range in the middle ${percent(middle(widths))} points; off by ${percent(quantile(0.5, errors.map(Math.abs)))} in the middle, by ${percent(Math.sqrt(errors.reduce((sum, one) => sum + one ** 2, 0) / errors.length))} root mean square`,
    );
  }
