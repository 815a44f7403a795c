/** What the words of a rule's notice are filled with: pages, the wall, mails and the assistant say the same. */
import { type FindingFigures, rateOver, type Utility } from '#catalogue/index.ts';

export interface RuleWriter {
  readonly amount: (utility: Utility, used: number) => string;
  /** Of a flow in its own unit: W, L/min. */
  readonly rate: (utility: Utility, perTime: number) => string;
  readonly percent: (share: number) => string;
  readonly duration: (seconds: number) => string;
  readonly number: (value: number) => string;
}

const hourMs = 3_600_000;
const clock = (hour: number): string =>
  `${String(Math.floor(hour) % 24).padStart(2, '0')}:${String(Math.round((hour % 1) * 60)).padStart(2, '0')}`;

export const ruleValues = (utility: Utility, figures: FindingFigures, write: RuleWriter) => {
  const { share = 0, within } = figures;
  const change = Math.abs(share);
  return {
    usual: write.amount(utility, figures.usualPerDay ?? 0),
    now: write.amount(utility, figures.nowPerDay ?? 0),
    usualW: write.rate('electricity', figures.usualW ?? 0),
    nowW: write.rate('electricity', figures.nowW ?? 0),
    share: write.percent(change),
    low: write.percent(Math.max(0, change - (within ?? 0))),
    high: write.percent(change + (within ?? 0)),
    rate: write.rate(utility, rateOver(utility, figures.floorMlPerHour ?? 0, hourMs)),
    leak: write.amount(utility, figures.leakMl ?? 0),
    used: write.amount(utility, figures.used ?? figures.usedMl ?? 0),
    lasted: write.duration(figures.lastedS ?? 0),
    hours: `${clock(figures.fromHour ?? 0)}–${clock(figures.toHour ?? 0)}`,
    mostly: figures.mostly ?? '',
    count: write.number(figures.count ?? 0),
  };
};

/** Where the words of a notice stand in `rules.json`: below its kind, and below the words that it chose. */
export const ruleWords = (kind: string, { words }: FindingFigures): string =>
  words === undefined ? kind : `${kind}.${words}`;
